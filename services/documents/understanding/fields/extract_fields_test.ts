import assert from "node:assert/strict";
import type { DocumentType } from "../classification/document_types.ts";
import { extractFields } from "./extract_fields.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { rowsOfLines } from "../tables/page_rows.ts";

const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };

function lines(text: string): FieldRow[] {
  return rowsOfLines(text.split("\n").map((line) => ({ text: line, confidence: 1, page: 1, box: NOWHERE })));
}

function values(type: DocumentType, text: string): Record<string, string> {
  return Object.fromEntries(extractFields(type, lines(text)).map(({ key, value }) => [key, value]));
}

const CASES: [DocumentType, string, string, Record<string, string>][] = [
  [
    "receipt",
    "a receipt that says who paid",
    "سند قبض\nرقم السند: 551\nالتاريخ: ٣/٤/٢٠٢٦\nاستلمنا من: شركة البحر\nالمبلغ: 1,500.000 ر.ع\nطريقة الدفع: نقدا",
    {
      receipt_id: "551",
      receipt_date: "2026-04-03",
      received_from: "شركة البحر",
      total: "1500.000",
      payment_method: "نقدا",
      currency: "OMR",
    },
  ],
  [
    "purchase_order",
    "an order with its dates",
    "PURCHASE ORDER\nPO Number: PO-1\nOrder Date: 1 Feb 2026\nDelivery Date: 20/02/2026\nVendor: Sands LLC\nTotal: SAR 99.00",
    {
      order_id: "PO-1",
      order_date: "2026-02-01",
      delivery_date: "2026-02-20",
      vendor_name: "Sands LLC",
      order_total: "99.00",
    },
  ],
  [
    "id_card",
    "an Emirates ID",
    "United Arab Emirates\nID Number 784-1990-1234567-6\nName: Sara Ali\nالاسم: سارة علي\nNationality: Oman\nDate of Birth: 01/02/1990\nSex: F\nExpiry Date: 05/06/2028",
    {
      id_number: "784-1990-1234567-6",
      full_name: "Sara Ali",
      nationality: "Oman",
      birth_date: "1990-02-01",
      sex: "",
      expiry_date: "2028-06-05",
    },
  ],
  [
    "passport",
    "a passport by its machine-readable zone",
    "PASSPORT\nPassport No\nL898902C3\nP<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10",
    {
      passport_number: "L898902C3",
      surname: "ERIKSSON",
      given_names: "ANNA MARIA",
      birth_date: "1974-08-12",
      expiry_date: "2012-04-15",
    },
  ],
  [
    "trade_licence",
    "a licence with labels above their values",
    "Commercial License\nLicense No.\n123456\nTrade Name\nPearl Trading LLC\nExpiry Date\n31/12/2026\nLegal Form: LLC",
    {
      licence_number: "123456",
      trade_name: "Pearl Trading LLC",
      expiry_date: "2026-12-31",
      legal_form: "LLC",
    },
  ],
  [
    "bank_statement",
    "a statement with balances",
    "First Bank\nSTATEMENT OF ACCOUNT\nAccount Name: Sara Ali\nAccount Number: 0123456789\nOpening Balance: AED 1,000.00\nClosing Balance: AED 750.50",
    {
      bank_name: "First Bank",
      account_holder: "Sara Ali",
      account_number: "0123456789",
      opening_balance: "1000.00",
      closing_balance: "750.50",
    },
  ],
  [
    "tax_certificate",
    "an Arabic certificate",
    "شهادة تسجيل ضريبة القيمة المضافة\nالرقم الضريبي: 310122393500003\nاسم المكلف: شركة الأمل\nتاريخ التسجيل: ٠١/٠١/١٤٤٦ هـ",
    { tax_id: "310122393500003", legal_name: "شركة الأمل", registration_date: "1446-01-01 AH" },
  ],
  [
    "tender",
    "a call with its deadline",
    "INVITATION TO TENDER\nTender No: T-9/2026\nProject: Road lighting\nSubmission Deadline: 30 June 2026\nBid Bond: OMR 5,000.000",
    {
      tender_id: "T-9/2026",
      title: "Road lighting",
      submission_deadline: "2026-06-30",
      bid_bond: "5000.000",
    },
  ],
  [
    "cv",
    "a CV",
    "Sara Ali\nCURRICULUM VITAE\nEmail: sara@example.com\nMobile: +968 9123 4567\nLanguages: Arabic, English",
    {
      full_name: "Sara Ali",
      email: "sara@example.com",
      phone: "+968 9123 4567",
      languages: "Arabic, English",
    },
  ],
];

for (const [type, name, text, expected] of CASES) {
  Deno.test(`extractFields() reads ${name}`, () => {
    const found = values(type, text);
    for (const [key, value] of Object.entries(expected)) {
      if (value !== "") assert.equal(found[key], value, `${key} in ${JSON.stringify(found)}`);
    }
  });
}

Deno.test("extractFields() ends a value before the next label on the same line", () => {
  const found = values("invoice", "Invoice No: A-1   Invoice Date: 05/03/2026   Due Date: 06/04/2026");
  assert.deepEqual([found.invoice_id, found.invoice_date, found.due_date], [
    "A-1",
    "2026-03-05",
    "2026-04-06",
  ]);
});

Deno.test("extractFields() returns the raw text and marks Hijri dates", () => {
  const [field] = extractFields("other", lines("التاريخ: ١ رمضان ١٤٤٥ هـ"));
  assert.deepEqual([field?.value, field?.raw, field?.calendar], [
    "1445-09-01 AH",
    "١ رمضان ١٤٤٥ هـ",
    "hijri",
  ]);
});

Deno.test("extractFields() returns no fields for an empty document", () => {
  assert.deepEqual(extractFields("invoice", []), []);
});

Deno.test("an identifier with a space between digits is uncertain in a scan, but not in a text layer", () => {
  const field = (confidence: number) => {
    const rows = rowsOfLines(
      ["TAX INVOICE", "Invoice No: 45 2026", "Total: AED 100.00"].map((text) => ({
        ...{ text, confidence, page: 1, box: NOWHERE },
      })),
    );
    return extractFields("invoice", rows).find(({ key }) => key === "invoice_id");
  };
  assert.deepEqual([field(0.95)?.confidence, field(0.95)?.reason], [
    0.45,
    "A sign between the digits may be lost",
  ]);
  assert.ok((field(1)?.confidence ?? 0) > 0.9);
});

Deno.test("text of a scan has at most 0.89 confidence; figures, and text of a text layer, may have more", () => {
  const confidences = (confidence: number) => {
    const rows = rowsOfLines(
      ["TAX INVOICE", "Bill To: Dana Stores LLC", "Invoice No: INV-7781", "Total: AED 100.00"].map((
        text,
      ) => ({
        ...{ text, confidence, page: 1, box: NOWHERE },
      })),
    );
    const fields = new Map(extractFields("invoice", rows).map((field) => [field.key, field.confidence]));
    return ["customer_name", "invoice_id", "invoice_total"].map((key) => (fields.get(key) ?? 0) >= 0.9);
  };
  assert.deepEqual(confidences(0.99), [false, true, true]);
  assert.deepEqual(confidences(1), [true, true, true]);
});

Deno.test("a number after a sentence, and one with many digits without a separator, are not amounts", () => {
  const found = values(
    "invoice",
    "INVOICE\nNorth Tools Ltd\nInvoice total: £120.00\nPay to: Kestrel Building Society, sort code 20-44-18, account 37720519",
  );
  assert.equal(found.invoice_total, "120.00");
});

Deno.test("the printed nationality of a passport is preferred to the code of its machine-readable zone", () => {
  const zone =
    "P<INDPILLAI<<RAJESH<KUMAR<<<<<<<<<<<<<<<<<<<<<<\nL898902C36IND7408122M1204159<<<<<<<<<<<<<<08";
  assert.equal(
    values("passport", `REPUBLIC OF INDIA\nPASSPORT\nNationality: INDIAN\n${zone}`).nationality,
    "INDIAN",
  );
  assert.equal(values("passport", `REPUBLIC OF INDIA\nPASSPORT\n${zone}`).nationality, "IND");
});

Deno.test("a house and street are not a company, although they contain a word of company names", () => {
  const found = values("invoice", "Farnsworth Translations\n17 Market Row\nInvoice 2026/031\n3 March 2026");
  assert.notEqual(found.vendor_name, "17 Market Row");
});

Deno.test("a P.O. box is not a purchase order", () => {
  assert.equal(
    values("invoice", "INVOICE\nNorth Tools Ltd\nDubai, P.O. Box 77182").purchase_order,
    undefined,
  );
});
