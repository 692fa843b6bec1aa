import assert from "node:assert/strict";
import { builtInRules } from "./field_rules.ts";
import { labelsOfCell } from "./label_cells.ts";
import { extractFields } from "./extract_fields.ts";
import { placedFields } from "./placed_fields_fixture.ts";
import { rowsOfLines } from "../tables/page_rows.ts";

const cell = (text: string) => ({
  text,
  confidence: 1,
  page: 1,
  box: { left: 0, top: 0, right: 100, bottom: 20 },
});

/** Keys of the fields that a cell names, if it is only a label. */
const keys = (type: string, text: string) =>
  labelsOfCell(cell(text), builtInRules(type)).filter(({ rest }) => rest === "").map(({ rule }) => rule.key);

function found(type: string, lines: string[]) {
  const rows = rowsOfLines(
    lines.map((text, i) => ({
      ...cell(text),
      box: { left: 100, top: i * 40, right: 100 + text.length * 10, bottom: i * 40 + 20 },
    })),
  );
  return Object.fromEntries(extractFields(type, rows).map(({ key, value }) => [key, value]));
}

const LABELS: Record<string, Record<string, string>> = {
  invoice: {
    due_date: "Échéance|Fällig am|Net due date|Maturity date|المهلة النهائية للدفع",
    vendor_name: "Make payment to|صادرة عن",
    customer_tax_id: "Buyer GSTIN|Your VAT no.|Your TRN",
    vendor_tax_id: "MOF Reg. No.|مشتغل مرخص|الرقم المالي|VATIN|بطاقة ضريبية|سجل ضريبي",
    purchase_order: "وصل الطلب|أمر شراء محلي|Against PO|طلبكم رقم|طلب الشراء",
    subtotal: "Net fee|Work total|المجموع خ.ض",
    total_tax: "VAT payable|State tax 8.25%",
    invoice_total: "المجموع بالضريبة|إجمالي ما يستحق",
    payment_terms: "Credit terms|Credit period|مدة السداد",
  },
  receipt: {
    receipt_id: "Docket no.|Official receipt no.",
    receipt_date: "Date/Time|تاريخ الاستلام",
    received_from: "Name of payer|قبضنا من",
    payment_method: "دفع بواسطة|Means of payment|وسيلة السداد|How paid",
  },
  purchase_order: {
    delivery_date: "ETA|Due date|التسليم المتوقع",
    buyer_name: "جهة الشراء|Issued by|الجهة الآمرة",
    vendor_name: "موجه إلى",
    ship_to: "Shipping address|عنوان التوريد",
  },
  quotation: {
    valid_until: "Price valid until",
    customer_name: "Enquiry from|صاحب الطلب",
    quotation_total: "Estimated total",
  },
  contract: {
    end_date: "Expiration date|إلى تاريخ|نهاية الإيجار",
    effective_date: "بداية الإيجار|من تاريخ",
    contract_value: "Lump sum|الأجر الشهري",
    first_party: "Licensor|المتعاقد الأول",
    second_party: "Subcontractor|الاستشاري",
  },
  tender: {
    tender_id: "IFB No|رقم الإعلان",
    title: "الغرض من المنافسة|نطاق العمل|موضوع الطلب|غرض الشراء",
    issuer: "Inviting authority|الجهة المتعاقدة",
    submission_deadline: "Tenders must be received by|تقدم العروض قبل",
    bid_bond: "Provisional guarantee|الضمان المؤقت|التأمينات الأولية",
    budget: "Engineer's estimate|قيمة المشروع|الكلفة التخمينية",
  },
  bank_statement: {
    account_holder: "باسم",
    opening_balance: "رصيد أول الشهر",
    closing_balance: "رصيد الإغلاق",
    bank_name: "المصرف",
  },
  trade_licence: {
    trade_name: "Licensed name|العنوان التجاري",
    expiry_date: "Renewal due|Next renewal",
    owner_name: "Owned by|الممثل القانوني",
    activities: "Activity description",
  },
  tax_certificate: { tax_id: "KRA PIN", legal_name: "Trading name", registration_date: "Registered from" },
  passport: {
    surname: "Surname / Nom|النسب",
    birth_date: "Date of birth / Date de naissance",
    nationality: "Nationality / Nationalité",
  },
  bid: {
    bidder_name: "Name of firm|العارض",
    delivery_days: "Lead time|مدة الإنجاز",
    bid_total: "إجمالي العطاء",
  },
};

Deno.test("labels of several words in both languages name their fields", () => {
  for (const [type, fields] of Object.entries(LABELS)) {
    for (const [key, labels] of Object.entries(fields)) {
      for (const label of labels.split("|")) {
        assert.ok(keys(type, label).includes(key), `${type}: ${label} → ${keys(type, label)}`);
      }
    }
  }
});

Deno.test("an unknown word makes another label: cash tendered is not a total", () => {
  const values = found("receipt", [
    "Corner Stores Ltd",
    "Total 45.00",
    "Amount tendered 50.00",
    "Change 5.00",
  ]);
  assert.equal(values.total, "45.00");
});

Deno.test("an order's buyer is the organisation at the top, not the person who issued it", () => {
  const values = found("purchase_order", [
    "Burren Joinery Ltd",
    "Purchase order 118",
    "Issued by: Niamh Considine",
  ]);
  assert.equal(values.buyer_name, "Burren Joinery Ltd");
  const withPost = found("purchase_order", [
    "Burren Joinery Ltd",
    "Purchase order 118",
    "Prepared by: Niamh Considine, Store Officer",
  ]);
  assert.equal(withPost.buyer_name, "Burren Joinery Ltd");
  const named = found("purchase_order", ["Purchase order 118", "Issued by: Burren Joinery Ltd"]);
  assert.equal(named.buyer_name, "Burren Joinery Ltd");
});

Deno.test("a bilingual label means what both languages share: a discount is not a subtotal, a remaining sum is the total", () => {
  assert.deepEqual(keys("invoice", "Trade discount خصم"), []);
  assert.deepEqual(keys("invoice", "إجمالي الخصم"), []);
  assert.deepEqual(keys("invoice", "Total SAR الصافي"), ["invoice_total"]);
  assert.deepEqual(keys("invoice", "Subtotal صافي"), ["subtotal"]);
});

Deno.test("dots between the parts of a line separate its pairs, and an identifier ends with its part", () => {
  const values = found("invoice", [
    "Tax invoice",
    "C.R. 1182047 · VATIN OM1100447263 · Tel. 2444 0718",
    "Invoice no. 17 | Order no. PO-9",
  ]);
  assert.equal(values.vendor_tax_id, "OM1100447263");
  assert.equal(values.phone, "2444 0718");
  assert.equal(values.invoice_id, "17");
  assert.equal(values.purchase_order, "PO-9");
});

Deno.test("the time for which an amount is belongs to its label", () => {
  for (const label of ["Total contract value, 12 months", "قيمة العقد عن 12 شهرا"]) {
    assert.deepEqual(keys("contract", label), ["contract_value"], label);
  }
});

Deno.test("forms have their number, and CVs their name, at the top", () => {
  assert.equal(found("form", ["Volunteers", "Form TCL-88, revised 9/2025."]).form_id, "TCL-88");
  assert.equal(found("cv", ["Sana Haddad", "Curriculum Vitae"]).current_position, undefined);
});

Deno.test("a customer is named by a role, with the word for customers in brackets behind it", () => {
  for (
    const label of ["Proposer", "Guardian", "Parent (customer)", "Employer (bill to)", "Hirer (client):"]
  ) {
    const fields = placedFields("invoice", [
      ["Tax invoice", 100, 0],
      [label, 100, 100],
      ["Maher Al Qabbani", 100, 130],
      ["Invoice number", 600, 100],
      ["RUF-1448-02096", 600, 130],
    ]);
    assert.equal(fields.customer_name, "Maher Al Qabbani", label);
  }
  for (const label of ["ولي الأمر", "ولي الأمر (العميل)", "صاحب العمل (العميل)"]) {
    const fields = placedFields("invoice", [
      ["فاتورة ضريبية", 700, 0],
      [label, 1100, 100],
      ["ماهر عبد الرحمن القباني", 1100, 130],
      ["رقم الفاتورة", 600, 100],
      ["RUF-1448-02096", 600, 130],
    ], true);
    assert.equal(fields.customer_name, "ماهر عبد الرحمن القباني", label);
  }
});

Deno.test("who paid a receipt may be named as the customer or in another role", () => {
  for (const label of ["Customer", "Client", "Parent / guardian", "Account of", "Depositor", "Remitter"]) {
    const fields = placedFields("receipt", [
      ["Kestrel Clinic Ltd", 100, 0],
      ["Receipt no", 100, 100],
      ["R-2210", 400, 100],
      [label, 100, 130],
      ["Zobe Ridge Farms Limited", 400, 130],
      ["Amount", 100, 160],
      ["120.00", 400, 160],
    ]);
    assert.equal(fields.received_from, "Zobe Ridge Farms Limited", label);
  }
  for (const label of ["العميل", "ولي الأمر", "اسم الزبون", "المؤدي"]) {
    const fields = placedFields("receipt", [
      ["عيادة الكرمل", 1000, 0],
      ["رقم الإيصال", 1200, 100],
      ["R-2210", 900, 100],
      [label, 1200, 130],
      ["سعاد بنعزوز", 900, 130],
    ], true);
    assert.equal(fields.received_from, "سعاد بنعزوز", label);
  }
});
