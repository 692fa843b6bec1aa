/** Values without a known label are suggested and flagged, and never replace labelled ones. */
import assert from "node:assert/strict";
import { extractFields } from "./extract_fields.ts";
import { FLAGGED_BELOW } from "../validation/validate_fields.ts";

type Placed = [text: string, left: number, top: number];

function found(type: string, placed: Placed[], { confidence = 1, rightToLeft = false } = {}) {
  const cells = placed.map(([text, left, top]) => ({
    text,
    confidence,
    page: 1,
    box: { left, top, right: left + text.length * 10, bottom: top + 20 },
  }));
  const tops = [...new Set(placed.map(([, , top]) => top))];
  const rows = tops.map((top) => {
    const inRow = cells.filter(({ box }) => box.top === top);
    const box = { left: 0, top, right: 1000, bottom: top + 20 };
    return { cells: inRow, page: 1, box, placed: true, rightToLeft, inTable: false };
  });
  return new Map(extractFields(type, rows).map((field) => [field.key, field]));
}

Deno.test("a partly known label suggests its value", () => {
  const fields = found("invoice", [
    ["Invoice 10462", 0, 0],
    ["Billed on: 9 March 2026", 0, 40],
    ["Zorbly maturity", 0, 80],
    ["24 March 2026", 200, 80],
  ]);
  const due = fields.get("due_date");
  assert.equal(due?.value, "2026-03-24");
  assert.ok((due?.confidence ?? 1) < FLAGGED_BELOW && due?.reason !== undefined);
});

Deno.test("unlabelled dates are assigned in chronological order", () => {
  const fields = found("purchase_order", [
    ["PURCHASE ORDER 4500018827", 0, 0],
    ["Sent out 3 March 2026 from the depot of the council", 0, 60],
    ["Works depot, 5 Mill Lane", 0, 100],
    ["latest Monday 23 March 2026", 0, 140],
  ]);
  assert.equal(fields.get("order_date")?.value, "2026-03-03");
  assert.equal(fields.get("delivery_date")?.value, "2026-03-23");
});

Deno.test("the next organisation in a document is the other party, unless another field has it", () => {
  const fields = found("purchase_order", [
    ["Redgum Valley Mills Ltd", 0, 0],
    ["PURCHASE ORDER 4500018827", 0, 40],
    ["Zorbly 102233", 0, 120],
    ["Loddon Quarries Pty Ltd", 0, 150],
  ]);
  assert.equal(fields.get("buyer_name")?.value, "Redgum Valley Mills Ltd");
  const vendor = fields.get("vendor_name");
  assert.equal(vendor?.value, "Loddon Quarries Pty Ltd");
  assert.ok((vendor?.confidence ?? 1) < FLAGGED_BELOW);
});

Deno.test("a form with labels after values is read like one with labels first", () => {
  const fields = found("trade_licence", [
    ["164402-1", 0, 0],
    ["CR Number", 400, 0],
    ["Tubli Bay Kayak Rentals W.L.L.", 0, 60],
    ["Commercial Name", 400, 60],
    ["18/05/2024", 0, 120],
    ["Registration Date", 400, 120],
    ["17/05/2026", 0, 180],
    ["Expiry Date", 400, 180],
  ]);
  assert.equal(fields.get("licence_number")?.value, "164402-1");
  assert.equal(fields.get("trade_name")?.value, "Tubli Bay Kayak Rentals W.L.L.");
  assert.equal(fields.get("expiry_date")?.value, "2026-05-17");
});

Deno.test("sides of a contract are found by their labels, and by first and second", () => {
  const sides = found("contract", [
    ["المزود من جهة", 400, 0],
    ["معاصر الساحل المتحدة", 0, 0],
    ["الحريف من جهة أخرى", 400, 60],
    ["نزل المرجان بجربة", 0, 60],
  ], { rightToLeft: true });
  assert.equal(sides.get("first_party")?.value, "معاصر الساحل المتحدة");
  assert.equal(sides.get("second_party")?.value, "نزل المرجان بجربة");
  const listed = found("contract", [
    ["اتفق كل من:", 0, 0],
    ["أولا: شركة وادي الحواسنة العقارية، وتسمى المؤجر.", 0, 40],
    ["ثانيا: مؤسسة نجوم الظاهرة للهواتف، وتسمى المستأجر.", 0, 80],
  ], { rightToLeft: true });
  assert.equal(listed.get("second_party")?.value, "مؤسسة نجوم الظاهرة للهواتف");
});

Deno.test("of two totals the one after discount or change is the total", () => {
  const bill = found("invoice", [
    ["Gross amount", 0, 0],
    ["78,842.75", 400, 0],
    ["Less concession", 0, 40],
    ["2,842.75", 400, 40],
    ["Net bill amount", 0, 80],
    ["76,000.00", 400, 80],
  ]);
  assert.equal(bill.get("invoice_total")?.value, "76000.00");
  const till = found("receipt", [
    ["TOTAL", 0, 0],
    ["7.406", 400, 0],
    ["Paid", 0, 40],
    ["10.000", 400, 40],
    ["Change", 0, 80],
    ["2.594", 400, 80],
  ]);
  assert.equal(till.get("total")?.value, "7.406");
});

Deno.test("languages in a CV are found by name, the position by its place below the name", () => {
  const life = found("cv", [
    ["Rima Khoury", 0, 0],
    ["Senior Hydrologist", 0, 40],
    ["I speak", 0, 120],
    ["Arabic, French, English", 200, 120],
  ]);
  assert.equal(life.get("languages")?.value, "Arabic, French, English");
  assert.equal(life.get("current_position")?.value, "Senior Hydrologist");
});

Deno.test("missing diacritics and a one-digit day make a scanned value uncertain", () => {
  const scan = { confidence: 0.95 };
  const german = found("invoice", [
    ["Kessler Prazisionswerkzeuge GmbH", 0, 0],
    ["72336 Balingen, Germany", 0, 40],
    ["Invoice 2026/00318", 0, 80],
  ], scan);
  assert.ok((german.get("vendor_name")?.confidence ?? 1) < FLAGGED_BELOW);
  const day = found("contract", [["ينتهي العمل به في", 400, 0], ["1 ديسمبر 2026", 0, 0]], {
    ...scan,
    rightToLeft: true,
  });
  assert.equal(day.get("end_date")?.value, "2026-12-01");
  assert.ok((day.get("end_date")?.confidence ?? 1) < FLAGGED_BELOW);
});

Deno.test("a date beside a deadline's label is an uncertain document date, and a number is not a name", () => {
  const fields = found("invoice", [
    ["INVOICE", 0, 0],
    ["Zorbly before", 0, 40],
    ["17 February 2026", 300, 40],
    ["Bill to", 0, 100],
    ["64", 0, 130],
  ]);
  assert.ok((fields.get("invoice_date")?.confidence ?? 0) < FLAGGED_BELOW);
  assert.equal(fields.get("customer_name"), undefined);
});

Deno.test("a label between labels is not a value, which stands below", () => {
  const fields = found("trade_licence", [
    ["الكيان القانوني", 400, 0],
    ["رأس المال", 0, 0],
    ["شركة ذات مسؤولية محدودة", 320, 25],
    ["1,500,000 ريال", 0, 25],
  ], { rightToLeft: true });
  assert.equal(fields.get("legal_form")?.value, "شركة ذات مسؤولية محدودة");
  const heading = found("bank_statement", [["Account holder", 0, 0], ["Credit", 300, 0]]);
  assert.ok((heading.get("account_holder")?.confidence ?? 0) < FLAGGED_BELOW);
});

Deno.test("a Hijri date with its Gregorian equivalent below becomes the Gregorian date", () => {
  const fields = found("trade_licence", [
    ["تاريخ الإصدار", 400, 0],
    ["تاريخ الانتهاء", 0, 0],
    ["1446/03/12 هـ", 400, 25],
    ["1449/04/13 هـ", 0, 25],
    ["الموافق 2024/09/15 م", 320, 50],
    ["الموافق 2027/09/14 م", -70, 50],
  ], { rightToLeft: true });
  assert.equal(fields.get("issue_date")?.value, "2024-09-15");
  assert.equal(fields.get("expiry_date")?.value, "2027-09-14");
});
