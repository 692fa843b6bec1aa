import assert from "node:assert/strict";
import { fieldRule } from "./field_labels.ts";
import { type Placed, placedFields } from "./placed_fields_fixture.ts";
import { scanDoubt } from "./scan_doubts.ts";

const SCAN = 0.95;
const scanned = (type: string, cells: Placed[], rightToLeft = false) =>
  placedFields(type, cells, rightToLeft, false, SCAN);

Deno.test("a certificate's tax number is not the number of the commercial register above it", () => {
  const fields = scanned("tax_certificate", [
    ["CERTIFICATE OF REGISTRATION", 240, 100],
    ["Commercial register code", 240, 200],
    ["14753068", 700, 200],
    ["VAT identification number", 240, 260],
    ["EE102647316", 700, 260],
  ]);
  assert.equal(fields.tax_id, "EE102647316");
});

Deno.test("the sum of two taxes counts, whatever numbers of the parties name the tax", () => {
  const fields = scanned("purchase_order", [
    ["GSTIN: 29AAAGK2507C1ZS", 240, 100],
    ["Taxable value", 900, 300],
    ["14,25,382.00", 1300, 300],
    ["CGST @ 9%", 900, 350],
    ["1,28,284.38", 1300, 350],
    ["SGST @ 9%", 900, 400],
    ["1,28,284.38", 1300, 400],
    ["Total GST", 900, 450],
    ["2,56,568.76", 1300, 450],
    ["Order total", 900, 550],
    ["16,81,951.00", 1300, 550],
  ]);
  assert.equal(fields.total_tax, "256568.76");
});

Deno.test("a speck between the letters of an order's number does not end it", () => {
  const fields = scanned("purchase_order", [["SUPPLY ORDER", 700, 100], [
    "Order No.: KCD/T'S/Supply/2026-27/318",
    160,
    200,
  ]]);
  assert.equal(fields.order_id, "KCD/TS/Supply/2026-27/318");
});

Deno.test("the address of a person may be called one of contact or of correspondence", () => {
  for (const label of ["Contact address", "Correspondence address"]) {
    const fields = scanned("cv", [
      ["Full name", 150, 100],
      ["Ngozi Okwuosa", 500, 100],
      [label, 150, 150],
      ["17 Umuezike Street, Independence Layout, Enugu", 500, 150],
    ]);
    assert.equal(fields.address, "17 Umuezike Street, Independence Layout, Enugu");
  }
});

Deno.test("the last day of bids counts before its hour and a condition behind it", () => {
  const deadline = (text: string, rightToLeft: boolean) =>
    scanned("tender", [[text, 200, 300]], rightToLeft).submission_deadline;
  const arabic =
    "آخر موعد لتقديم العطاءات: ١٩/١٠/٢٠٢٦ الساعة الثانية عشرة ظهرا وإذا صادف عطلة رسمية فاليوم الذي يليه";
  assert.equal(deadline(arabic, true), "2026-10-19");
  const english =
    "Closing date for submission of bids: 19/10/2026 at 12:00, and if this is a holiday then the working day after it";
  assert.equal(deadline(english, false), "2026-10-19");
});

Deno.test("units below headings are passed over to the values", () => {
  const arabic = scanned("tender", [
    ["مدة التجهيز", 200, 300],
    ["التأمينات الأولية", 450, 300],
    ["الكلفة التخمينية", 750, 300],
    ["(دينار عراقي)", 450, 340],
    ["(دينار عراقي)", 750, 340],
    ["١٢٠ يوما", 200, 390],
    ["٢٠٬٥٣٥٬٠٠٠", 450, 390],
    ["٦٨٤٬٥٠٠٬٠٠٠", 750, 390],
  ], true);
  assert.deepEqual([arabic.budget, arabic.bid_bond], ["684500000.00", "20535000.00"]);
  const english = scanned("tender", [
    ["Estimated cost", 200, 300],
    ["Bid security", 500, 300],
    ["(AED)", 200, 340],
    ["(AED)", 500, 340],
    ["684,500.00", 200, 390],
    ["20,535.00", 500, 390],
  ]);
  assert.deepEqual([english.budget, english.bid_bond], ["684500.00", "20535.00"]);
});

Deno.test("a scanned name with a legal form of a language with marks over its letters is unsure", () => {
  const rule = fieldRule("legal_name", "text", "legal name");
  const doubt = (value: string, confidence = SCAN) =>
    scanDoubt(rule, { value }, {
      cell: { text: value, confidence, page: 1, box: { left: 0, top: 0, right: 10, bottom: 10 } },
    });
  for (const name of ["Saarma Kiittepuu OU", "Nordlys Byggeri ApS", "Pinheiro Moveis Lda"]) {
    assert.ok((doubt(name)?.most ?? 1) < 0.8);
    assert.equal(doubt(name, 1), undefined);
  }
  assert.equal(doubt("Harrow Joinery Ltd"), undefined);
});
