/** Labels with further words, and labels that only begin like a known one. */
import assert from "node:assert/strict";
import { extractFields } from "./extract_fields.ts";
import { placedFields as found } from "./placed_fields_fixture.ts";

Deno.test("an abbreviation in brackets belongs to its label, in either language", () => {
  const values = (label: string, translation: string) =>
    found("tax_certificate", [[label, 0, 0], ["5000417726", 500, 0], [translation, 900, 0]]);
  assert.equal(values("Tax Identification No. (TIN)", "رقم التعريف").tax_id, "5000417726");
  assert.equal(values("VAT registration number (VRN)", "رقم القيد").tax_id, "5000417726");
});

Deno.test("a form names the entity, its district and the ministry above it: the entity issues the tender", () => {
  const values = found("tender", [
    ["INVITATION FOR TENDERS", 300, 0],
    ["1", 0, 60],
    ["Ministry / Division", 50, 60],
    ["Local Government Authority Division", 500, 60],
    ["2", 0, 110],
    ["Procuring Entity Name", 50, 110],
    ["Meghnakhali Pourashava", 500, 110],
    ["3", 0, 160],
    ["Procuring Entity District", 50, 160],
    ["Chandpur", 500, 160],
    ["4", 0, 210],
    ["Invitation Reference No.", 50, 210],
    ["MKP/ENG/W-14", 500, 210],
    ["5", 0, 260],
    ["Tender Package Name", 50, 260],
    ["Construction of a drain from Ferry Ghat to New", 500, 260],
    ["Market", 500, 294],
    ["6", 0, 350],
    ["Official estimated cost", 50, 350],
    ["Tk. 96,50,000.00", 500, 350],
  ]);
  assert.equal(values.issuer, "Meghnakhali Pourashava");
  assert.equal(values.tender_id, "MKP/ENG/W-14");
  assert.equal(values.title, "Construction of a drain from Ferry Ghat to New Market");
  assert.equal(values.budget, "9650000.00");
});

Deno.test("a word that is a label on every form is no value of the label beside it", () => {
  const values = found("invoice", [
    ["شركة الساحل للتجهيزات", 700, 0],
    ["طريقة الدفع", 700, 160],
    ["العملة", 300, 160],
    ["تحويل بنكي خلال 30 يوما", 600, 190],
    ["دينار تونسي", 250, 190],
  ], true);
  assert.equal(values.payment_terms, "تحويل بنكي خلال 30 يوما");
});

Deno.test("a label of known words keeps its meaning with an abbreviation in brackets", () => {
  const values = found("tax_certificate", [
    ["Taxpayer Identification Number (TIN)", 0, 80],
    ["302-417-884", 500, 80],
  ]);
  assert.equal(values.tax_id, "302-417-884");
});

Deno.test("a deadline in both calendars is no day of issue, and a department below the body that invites no issuer", () => {
  const values = found("tender", [
    ["أمانة منطقة نجران", 800, 0],
    ["وكالة الخدمات", 800, 30],
    ["إعلان منافسة عامة", 400, 100],
    ["رقم المنافسة", 900, 160],
    ["ن م 14/2026/27", 500, 160],
    ["آخر موعد لتقديم العروض", 900, 200],
    ["1448/05/20 هـ", 500, 200],
    ["الموافق 2026/10/31", 200, 200],
    ["يوم الإعلان", 900, 240],
    ["2026/10/05", 500, 240],
  ], true);
  assert.equal(values.issuer, "أمانة منطقة نجران");
  assert.equal(values.issue_date, "2026-10-05");
  assert.equal(values.submission_deadline, "2026-10-31");
  assert.equal(values.tender_id, "ن م 14/2026/27");
});

Deno.test("a number keeps all its years", () => {
  const values = found("tender", [["Bid number", 0, 120], ["ULM 14/2026/27", 400, 120]]);
  assert.equal(values.tender_id, "ULM 14/2026/27");
});

Deno.test("a value behind a colon of its own is no label, and a company beside no name's label is no holder", () => {
  const values = found("bank_statement", [
    ["Shakhoora Bank B.S.C. (c)", 100, 0],
    ["BARBAR DENTAL CENTRE W.L.L.", 100, 150],
    ["Account number", 900, 150],
    [": 0041-7720-338619", 1100, 150],
    ["Office 21, Building 338, Road 2831", 100, 180],
    ["Account type", 900, 180],
    [": Business current", 1100, 180],
    ["Block 428, Seef", 100, 210],
    ["Currency", 900, 210],
    [": BHD, Bahraini dinar", 1100, 210],
  ]);
  assert.equal(values.account_holder, "BARBAR DENTAL CENTRE W.L.L.");
  const other = found("bank_statement", [
    ["Shannonmoor Bank plc", 100, 0],
    ["Business Current Account", 100, 60],
    ["BIC SHMBIE2D", 1300, 60],
    ["Account name", 900, 150],
    ["Corrib Paddle Hire Limited", 1100, 150],
  ]);
  assert.equal(other.account_holder, "Corrib Paddle Hire Limited");
});

Deno.test("what a party is in brackets, and the day of a number, belong to the label", () => {
  const values = found("invoice", [
    ["SIRAB CONTRACTING L.L.C", 100, 0],
    ["Bill to (Employer)", 100, 150],
    ["Qasab Shore Properties P.J.S.C.", 100, 180],
    ["Level 9, Corniche Gate Building", 100, 210],
    ["L.P.O. No. and date", 900, 240],
    ["SDC/LPO/0933 of 21-Sep-2026", 1200, 240],
    ["Our TRN", 900, 280],
    ["100706184400003", 1200, 280],
  ]);
  assert.equal(values.customer_name, "Qasab Shore Properties P.J.S.C.");
  assert.equal(values.purchase_order, "SDC/LPO/0933");
  assert.equal(values.vendor_tax_id, "100706184400003");
});

Deno.test("terms of payment may be beside their noun alone", () => {
  const values = found("invoice", [
    ["Tubli Tide W.L.L.", 100, 0],
    ["Payment", 100, 200],
    ["15 days, fresh US dollars", 300, 200],
  ]);
  assert.equal(values.payment_terms, "15 days, fresh US dollars");
});

Deno.test("a line of another column does not stand between a label and the value below it", () => {
  const values = found("invoice", [
    ["Khor Cargo L.L.C", 100, 0],
    ["INVOICE TO", 100, 190],
    ["WADI SPARE PARTS FZE", 100, 212],
    ["DUE DATE", 750, 230],
    ["TERMS", 1080, 230],
    ["Warehouse RA08, Jebel Ali", 100, 242],
    ["03-Jul-26", 750, 256],
    ["30 days from invoice date", 1080, 256],
  ]);
  assert.equal(values.payment_terms, "30 days from invoice date");
});

Deno.test("an order cited in a sentence may begin with letters between strokes", () => {
  const invoice = found("invoice", [["INVOICE", 0, 0], [
    "Repairs to the aisle, your order PCC/FAB/09",
    0,
    60,
  ]]);
  assert.equal(invoice.purchase_order, "PCC/FAB/09");
});

Deno.test("a method of payment by phone is no label of a number, and the number of a card is no amount", () => {
  const below = found("receipt", [
    ["Receipt no.", 0, 0],
    ["Receipt date", 350, 0],
    ["Paid with", 700, 0],
    ["AC-0118420", 0, 26],
    ["12 August 2026", 350, 26],
    ["Mobile money", 700, 26],
  ]);
  assert.equal(below.payment_method, "Mobile money");
  const card = found("receipt", [
    ["Total 30.00", 0, 0],
    ["Payment method", 0, 40],
    ["Mastercard", 300, 40],
    ["Card", 0, 80],
    ["XXXX XXXX XXXX 6052", 300, 80],
  ]);
  assert.equal(card.payment_method, "Mastercard");
});

Deno.test("a scanned number that runs into a year is in doubt, since the stroke between may be lost", () => {
  const box = { left: 0, top: 0, right: 300, bottom: 20 };
  const cell = { text: "عقد رقم: 872026", confidence: 0.95, page: 1, box };
  const row = { cells: [cell], page: 1, box, placed: true, rightToLeft: true, inTable: false };
  const [id] = extractFields("contract", [row]).filter(({ key }) => key === "contract_id");
  assert.ok((id?.confidence ?? 0) < 0.8);
});

Deno.test("a name at the place where a party signs is that of a person, and not the party", () => {
  for (
    const line of [
      "توقيع العميل: م. هاشم بشير الفكي",
      "Customer's signature: Leon Marsh",
      "Signature of the buyer: Leon Marsh",
    ]
  ) {
    assert.deepEqual([found("quotation", [[line, 400, 0]]).customer_name], [undefined], line);
  }
  assert.equal(
    found("quotation", [["العميل: م. هاشم بشير الفكي", 400, 0]]).customer_name,
    "م. هاشم بشير الفكي",
  );
});
