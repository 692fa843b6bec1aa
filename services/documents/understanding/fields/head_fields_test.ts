import assert from "node:assert/strict";
import { extractFields } from "./extract_fields.ts";
import { rowsOfLines } from "../tables/page_rows.ts";
import { placedFields } from "./placed_fields_fixture.ts";

/** Values of a document whose rows have cells separated by "|". */
function foundInCells(type: string, text: string) {
  const rows = text.split("\n").map((line, i) => {
    const cells = line.split("|").map((part, at) => ({
      ...{ text: part.trim(), confidence: 1, page: 1 },
      box: {
        left: 100 + at * 400,
        top: i * 40,
        right: 100 + at * 400 + part.length * 10,
        bottom: i * 40 + 20,
      },
    }));
    const box = { left: 100, top: i * 40, right: 1300, bottom: i * 40 + 20 };
    return { cells, page: 1, box, placed: true, rightToLeft: false, inTable: false };
  });
  return Object.fromEntries(extractFields(type, rows).map(({ key, value }) => [key, value]));
}

/** Fields of a document with one line per row. */
function fieldsOf(type: string, text: string) {
  const rows = rowsOfLines(
    text.split("\n").map((line, i) => ({
      ...{ text: line, confidence: 1, page: 1 },
      box: { left: 100, top: i * 40, right: 100 + line.length * 10, bottom: i * 40 + 20 },
    })),
  );
  return extractFields(type, rows);
}

function found(type: string, text: string) {
  return Object.fromEntries(fieldsOf(type, text).map(({ key, value }) => [key, value]));
}

Deno.test("dot leaders between a label and its value are not part of the value", () => {
  const values = found(
    "bid",
    "BID\nName of bidder ........ Orkney Piling Ltd\nTotal bid price ... AED 12,500.00\nTender reference . . . . . T-9/2026\nDelivery period ........ 45 days",
  );
  assert.equal(values.bidder_name, "Orkney Piling Ltd");
  assert.equal(values.tender_id, "T-9/2026");
  assert.equal(values.delivery_days, "45");
});

Deno.test("labels in two languages before one value are one label, in any order", () => {
  const values = found(
    "tax_certificate",
    "Registered address / :العنوان المسجل Unit 4, Ajman\nDate of issue / 17/11/2025 تاريخ الإصدار:",
  );
  assert.equal(values.address, "Unit 4, Ajman");
  assert.equal(values.issue_date, "2025-11-17");
});

Deno.test("a number after a title is the document's number, a date is not", () => {
  assert.equal(found("quotation", "Quotation QX-771\nNorthern Kilns Ltd").quotation_id, "QX-771");
  assert.equal(found("receipt", "Northern Kilns Ltd\nReceipt No. 20931").receipt_id, "20931");
  assert.equal(found("receipt", "Northern Kilns Ltd\nReceipt 11/02/2026").receipt_id, undefined);
});

Deno.test("the only date of a letter is its date; of two dates the one at the top is used and flagged", () => {
  assert.equal(found("letter", "Kilns Ltd\nLeeds, 4 May 2026\nDear Ms Poe,").letter_date, "2026-05-04");
  const [date] = fieldsOf("letter", "Kilns Ltd\nLeeds, 4 May 2026\nYours of 2 May 2026")
    .filter(({ key }) => key === "letter_date");
  assert.deepEqual([date?.value, (date?.confidence ?? 1) < 0.8], ["2026-05-04", true]);
});

Deno.test("a letter's sender is in its letterhead, and its recipient in its address", () => {
  const values = found(
    "letter",
    "Tarn Water Authority\nMs Ida Poe\nSubject: Meters\nDear Ms Poe,\nYours sincerely,\nJon Ash",
  );
  assert.equal(values.sender, "Tarn Water Authority");
  assert.equal(values.recipient, "Ms Ida Poe");
  const arabic = found("letter", "وزارة الأشغال\nالسيد / مدير الميناء المحترم\nالموضوع: صيانة");
  assert.equal(arabic.recipient, "مدير الميناء");
});

Deno.test("names beside unknown labels are not the issuer, and a place after a name is not part of it", () => {
  const values = found(
    "quotation",
    "Reuss Turbinen AG, Luzern, Switzerland\nQuotation 77120\nTotal: CHF 90.00",
  );
  assert.equal(values.vendor_name, "Reuss Turbinen AG");
  assert.equal(values.currency, "CHF");
});

Deno.test("parties, terms and values of contracts in running text end with their clauses", () => {
  const english = found(
    "contract",
    "LEASE\nThis Agreement is dated 3 June 2026 and made between Ash Mills Limited (the Owner) and Fern & Co LLP (the User).\nThe User shall pay a total fee of £12,000.00 in two parts.\nIt expires on 2 June 2027 unless ended by 30 days' written notice.\nIt is governed by the law of Scotland and the courts there decide.",
  );
  assert.equal(english.contract_value, "12000.00");
  assert.equal(english.end_date, "2027-06-02");
  assert.equal(english.notice_period, "30 days");
  assert.equal(english.governing_law, "Scotland");
  const arabic = found(
    "contract",
    "عقد إيجار\nالطرف الأول: شركة الفنار، والطرف الثاني: مؤسسة الشراع للنقل.\nقيمة العقد الإجمالية 9,000.00 ريال سعودي\nينتهي هذا العقد بتاريخ 3 مايو .2027\nالطرف الثاني\nالتوقيع",
  );
  assert.equal(arabic.first_party, "شركة الفنار");
  assert.equal(arabic.second_party, "مؤسسة الشراع للنقل");
  assert.equal(arabic.contract_value, "9000.00");
  assert.equal(arabic.end_date, "2027-05-03");
});

Deno.test("an IBAN in a sentence is extracted even with wrong check digits, so that validation reports it", () => {
  const text = (iban: string) => `INVOICE\nPlease pay to IBAN ${iban} by transfer`;
  assert.equal(
    found("invoice", text("FR76 3000 6000 0112 3456 7890 188")).iban,
    "FR7630006000011234567890188",
  );
  assert.equal(found("invoice", text("FR76 3000")).iban, undefined);
});

Deno.test("amounts with unknown labels are identified when they add up", () => {
  const values = foundInCells(
    "invoice",
    "INVOICE\nZwischensumme | 100.00\nMehrwert 19% | 19.00\nZahlbetrag | 119.00",
  );
  assert.equal(values.subtotal, "100.00");
  assert.equal(values.total_tax, "19.00");
  assert.equal(values.invoice_total, "119.00");
  const other = foundInCells(
    "invoice",
    "INVOICE\nZwischensumme | 100.00\nMehrwert 19% | 19.00\nZahlbetrag | 120.00",
  );
  assert.equal(other.invoice_total, undefined);
});

Deno.test("a value between labels in two languages is not a heading of the next row", () => {
  const text = "RECEIPT\nReceived from | Ida Poe | استلمنا من\nSum of | OMR 36.500 | مبلغ وقدره";
  assert.equal(foundInCells("receipt", text).received_from, "Ida Poe");
});

Deno.test("a purchase order is issued by the buyer to the supplier", () => {
  const values = foundInCells(
    "purchase_order",
    "PURCHASE ORDER\nFrom: | Supplier:\nTweed Hotels Ltd | Timber plc",
  );
  assert.equal(values.buyer_name, "Tweed Hotels Ltd");
  assert.equal(values.vendor_name, "Timber plc");
});

Deno.test("a statement's period is two dates with a word between them", () => {
  const values = found("bank_statement", "Ribble Bank\nYour statement 1 February 2026 to 28 February 2026");
  assert.equal(values.period_start, "2026-02-01");
  assert.equal(values.period_end, "2026-02-28");
});

Deno.test("a tender below the name of its region is issued by the body within it", () => {
  const values = foundInCells(
    "tender",
    "المملكة المغربية\nإقليم الواحة\nجماعة عين الزهراء\nإعلان عن طلب عروض مفتوح\nرقم 14/2026",
  );
  assert.equal(values.issuer, "جماعة عين الزهراء");
});

Deno.test("a company beside the paper's number is the issuer, above the company that is addressed", () => {
  const values = foundInCells(
    "invoice",
    "ma'lam|Tax invoice\n|\nMaalam Signs & Print L.L.C|#INV-001962\nShed 9\nBill to\nSidra Corner Pharmacies LLC",
  );
  assert.equal(values.vendor_name, "Maalam Signs & Print L.L.C");
  assert.equal(values.customer_name, "Sidra Corner Pharmacies LLC");
});

Deno.test("an order's buyer is the company of the letterhead and not a department that signs", () => {
  const values = foundInCells(
    "purchase_order",
    "Zekreet Ready Haulage W.L.L.\nPurchase order\nSupplier|Barwa Road Tyres LLC\nPrepared by|Stores المخازن",
  );
  assert.equal(values.buyer_name, "Zekreet Ready Haulage W.L.L.");
});

Deno.test("a person to whose attention a bill goes is not its customer", () => {
  const values = foundInCells(
    "invoice",
    "Marsa Gate Documents Clearing L.L.C\nTax invoice\nM/s. Qarn Alam Steel Doors Factory L.L.C\nAttention|Personnel Dept., Ms. Sheeba",
  );
  assert.equal(values.customer_name, "Qarn Alam Steel Doors Factory L.L.C");
});

Deno.test("a scanned letterhead is whole across its wide spaces, and a lone noun of companies is no name", () => {
  const sender = (...cells: [string, number][]) =>
    placedFields(
      "letter",
      [
        ...cells.map(([text, left]): [string, number, number] => [text, left, 0]),
        [
          "إدارة العقود والمناقصات",
          700,
          70,
        ],
        ["السادة / شركة مشاتل كاظمة", 900, 200],
        ["تحية طيبة وبعد،", 1000, 260],
      ],
      true,
      false,
      0.92,
    ).sender;
  assert.equal(sender(["هيئة واحات", 900], ["الجهراء للتشجير", 720]), "هيئة واحات الجهراء للتشجير");
  assert.notEqual(sender(["هيئة", 900]), "هيئة");
});

Deno.test("the title of a tender is neither its issuer nor its kind, and an issuer ends before its post box", () => {
  const values = placedFields("tender", [
    ["Halfayn Water Services S.A.O.C.", 100, 0],
    ["Tower 6, West Corniche", 900, 0],
    ["REQUEST FOR", 1200, 0],
    ["Supply Chain Department, Tenders Section", 100, 40],
    ["Supply of 4,200 Water Meters in Adam", 100, 140],
    ["Employer", 100, 300],
    ["Halfayn Water Services S.A.O.C., P.O. Box 338, Nizwa", 400, 300],
  ]);
  assert.equal(values.title, "Supply of 4,200 Water Meters in Adam");
  assert.equal(values.issuer, "Halfayn Water Services S.A.O.C.");
});

Deno.test("an IBAN with wrong check digits is read where its label stands in the cell before", () => {
  for (const label of ["IBAN", "رقم الآيبان"]) {
    const { iban } = placedFields("invoice", [[label, 0, 100], ["BH47 TTGB 0047 1720 8833 19", 300, 100]]);
    assert.equal(iban, "BH47TTGB00471720883319", label);
  }
});

Deno.test("a tax number of a letterhead may stand behind the number of the register", () => {
  const values = placedFields("invoice", [
    ["Zuiderpolder Drukwerk B.V.", 900, 0],
    ["KvK 39 07 72 15 VAT NL819042602B01", 900, 60],
  ]);
  assert.equal(values.vendor_tax_id, "NL819042602B01");
});

Deno.test("a letterhead in both languages names its bank in the page's", () => {
  const values = placedFields("bank_statement", [
    ["بنك الغاف الوطني", 1200, 0],
    ["Ghaf National Bank", 100, 0],
    ["Saffron Wharf Restaurant L.L.C", 100, 150],
    ["P.O. Box 60931", 100, 176],
  ]);
  assert.equal(values.bank_name, "Ghaf National Bank");
});
