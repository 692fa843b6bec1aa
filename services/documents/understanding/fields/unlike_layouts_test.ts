/** Values in documents of different layouts. */
import assert from "node:assert/strict";
import { type Placed, placedFields as found } from "./placed_fields_fixture.ts";
import { readingOf } from "../values/document_reading.ts";
import { findMoney } from "../values/money.ts";
import { isOrganisation } from "./name_shape.ts";
import { tenderFields } from "./tender_sentences.ts";
import { mendedEmail, valueOf } from "./field_values.ts";

Deno.test("a lone number at the top is the document's, and its prefix is not part of it", () => {
  assert.equal(found("invoice", [["INVOICE", 0, 0], ["#2026-118", 0, 40]]).invoice_id, "2026-118");
  assert.equal(valueOf("id", "No. 3307")?.value, "3307");
  assert.equal(valueOf("id", "رقم 44/2026")?.value, "44/2026");
  assert.equal(valueOf("id", "NO-3307")?.value, "NO-3307");
});

Deno.test("a name above an address is the recipient of a bill", () => {
  const values = found("invoice", [
    ["Brightwater Energy plc", 0, 0],
    ["Ms Orla Brennan", 0, 60],
    ["Your electricity bill", 600, 60],
    ["14 Mill Lane", 0, 85],
    ["Bill number 60044719", 600, 90],
  ]);
  assert.equal(values.customer_name, "Ms Orla Brennan");
  assert.equal(values.vendor_name, "Brightwater Energy plc");
  const own = found("invoice", [["Hale Stores Ltd", 0, 0], ["12 High Street", 0, 25], [
    "Invoice 9931",
    0,
    60,
  ]]);
  assert.equal(own.customer_name, undefined);
});

Deno.test("an offer of one company for another names both", () => {
  const values = found("quotation", [
    ["Proposal", 0, 0],
    ["for Lagos Harbour Logistics Limited", 0, 40],
    ["prepared by Tidewise Software Pte. Ltd., Singapore", 0, 80],
  ]);
  assert.equal(values.customer_name, "Lagos Harbour Logistics Limited");
  assert.equal(values.vendor_name, "Tidewise Software Pte. Ltd.");
});

Deno.test("a name ends before its address, and an incomplete one continues on the next line", () => {
  const values = found("invoice", [
    ["Invoiced to", 0, 0],
    ["Al Waha Ceramics Trading L.L.C", 0, 25],
    ["Industrial Area 6, Ajman", 0, 48],
  ]);
  assert.equal(values.customer_name, "Al Waha Ceramics Trading L.L.C");
});

Deno.test("a subject continues below if its next word did not fit on the line", () => {
  const values = found("letter", [
    ["Subject: Renewal of the maintenance", 600, 0],
    ["agreement", 600, 25],
    ["Dear Sir,", 0, 100],
  ]);
  assert.equal(values.subject, "Renewal of the maintenance agreement");
});

Deno.test("the recipient of an Arabic letter is found by its form of address", () => {
  const values = found("letter", [["سعادة مدير مكتبة المدينة المحترم", 700, 100], [
    "تحية طيبة وبعد،",
    800,
    150,
  ]], true);
  assert.equal(values.recipient, "مدير مكتبة المدينة");
});

Deno.test("a place with a number is an address, not a label", () => {
  const values = found("tax_certificate", [["العنوان", 900, 0], ["محل 12، طريق 331، المحرق", 700, 25]], true);
  assert.equal(values.address, "محل 12، طريق 331، المحرق");
});

Deno.test("Arabic names of organisations start with their noun, sentences have it later", () => {
  for (const name of ["شركة النور", "الأكاديمية الجهوية للتربية", "مجموعة الخليج ذ.م.م", "Hale Stores Ltd"]) {
    assert.ok(isOrganisation(name), name);
  }
  assert.ok(!isOrganisation("يمكن سحب الملف من مكتب الصفقات"));
});

Deno.test("the currency decides between thousands and three decimals", () => {
  const amounts = (text: string, way = readingOf(text).way) =>
    findMoney(text, way).map(({ amount, doubtful }) => [amount, doubtful]);
  assert.deepEqual(amounts("مبلغ 240,000 جنيه مصري"), [[240000, undefined]]);
  assert.deepEqual(amounts("security of USD 25,000."), [[25000, undefined]]);
  assert.deepEqual(amounts("8.650 د.ك؛ 3.500؛ 4.250").map(([amount]) => amount), [8.65, 3.5, 4.25]);
});

Deno.test("number, guarantee and estimate of invitations are found in sentences", () => {
  const cells = [
    "إعلان عن طلب عروض مفتوح رقم 07/2026",
    "في يوم 24 مارس 2026 سيتم فتح الأظرفة المتعلقة بطلب العروض لأجل: بناء ست حجرات",
    "دراسية بمدينة بركان.",
    "الضمان المؤقت محدد في مبلغ: 40.000,00 درهم.",
    "كلفة تقدير الأعمال محددة في مبلغ: 2.650.000,00 درهم.",
  ].map((text, i) => ({
    text,
    confidence: 1,
    page: 1,
    box: { left: 0, right: 900, top: i * 40, bottom: i * 40 + 30 },
  }));
  const { way } = readingOf(cells.map(({ text }) => text).join("\n"));
  assert.deepEqual(Object.fromEntries(tenderFields(cells, way).map(({ key, value }) => [key, value])), {
    tender_id: "07/2026",
    bid_bond: "40000.00",
    budget: "2650000.00",
    submission_deadline: "2026-03-24",
    title: "بناء ست حجرات دراسية بمدينة بركان",
  });
});

Deno.test("a capital I in a lower-case email address is corrected to l", () => {
  assert.equal(mendedEmail("pmu@Iuwsa.example"), "pmu@luwsa.example");
  assert.equal(mendedEmail("pmu@luwsa.example"), undefined);
  assert.equal(mendedEmail("INFO@HALE.EXAMPLE"), undefined);
});

Deno.test("long texts of one repeated character or word are searched in linear time", () => {
  const hostile = ["a ", "1 ", "من ", "طلب عروض ", "bid security of ", "for A", "I@"].map((part) =>
    part.repeat(Math.ceil(60_000 / part.length))
  );
  for (const text of hostile) {
    for (const type of ["tender", "quotation", "invoice", "letter"]) {
      found(type, [[text, 0, 0], [text, 0, 40]]);
    }
  }
});

Deno.test("digit groups reversed by an Arabic line are one number", () => {
  const amounts = (text: string) =>
    findMoney(text, { decimal: "comma", certain: true }).map(({ amount }) => amount);
  assert.deepEqual(amounts("850,00 7"), [7850]);
  assert.deepEqual(amounts("420,00 9 درهم"), [9420]);
  assert.deepEqual(amounts("000,50 250 1"), [1250000.5]);
  assert.deepEqual(amounts("7 850,00"), [7850]);
});

Deno.test("document numbers do not name a currency, and identifiers are not amounts", () => {
  assert.equal(readingOf("Ref SR/EST/0412\nGSTIN 27AABCS1429B1ZB\nTotal 1,200.00").currency?.code, undefined);
  assert.equal(readingOf("Total SR 1,200.00").currency?.code, "SAR");
  assert.equal(valueOf("money", "4120287716"), undefined);
  assert.equal(
    found("receipt", [["THE COPPER KETTLE", 0, 0], ["VAT 4120287716", 0, 30]]).merchant_tax_id,
    "4120287716",
  );
});

Deno.test("several labels with values on one line are read", () => {
  const values = found("tax_certificate", [
    ["Certificate date: 24/09/2025 Certificate number: VC/88140/25", 0, 0],
  ]);
  assert.equal(values.issue_date, "2025-09-24");
  assert.equal(values.certificate_id, "VC/88140/25");
});

Deno.test("a bilingual label in two cells has its value beside both", () => {
  const values = found("trade_licence", [
    ["تاريخ الانتهاء", 0, 0],
    ["Expiry Date", 200, 0],
    ["05/05/2027", 500, 0],
    ["Activity", 0, 40],
    ["Guiding", 500, 40],
  ]);
  assert.equal(values.expiry_date, "2027-05-05");
});

Deno.test("a line that continues a sentence does not start with a label", () => {
  const values = found("tender", [
    ["تقدم العطاءات في مظروفين مغلقين في موعد غايته الساعة الثانية عشرة ظهر الموافق من", 0, 0],
    ["يوم 31 مارس 2026 بمقر الجامعة", 530, 22],
    ["تحريرا في 1 مارس 2026", 600, 80],
  ], true);
  assert.equal(values.issue_date, "2026-03-01");
});

Deno.test("personal letters have the sender at the top and bottom, and the recipient above the greeting", () => {
  const values = found("letter", [
    ["Jasmine Odhiambo", 0, 0],
    ["18 February 2026", 0, 40],
    ["The Manager", 0, 80],
    ["Rift Valley Bus Company", 0, 105],
    ["Dear Sir or Madam,", 0, 150],
    ["Yours faithfully,", 0, 300],
    ["Jasmine Odhiambo", 0, 340],
  ]);
  assert.equal(values.sender, "Jasmine Odhiambo");
  assert.equal(values.recipient, "The Manager");
});

Deno.test("offered sum and validity of bids are found in sentences", () => {
  const values = found("bid", [
    ["Tender No. CDA/T/2026/05: Construction of the landing", 0, 0],
    ["We offer to execute the works for the sum of KES 48,750,000.00.", 0, 40],
    ["Our offer stays open until 10 July 2026.", 0, 80],
  ]);
  assert.equal(values.tender_id, "CDA/T/2026/05");
  assert.equal(values.bid_total, "48750000.00");
  assert.equal(values.valid_until, "2026-07-10");
});

Deno.test("the document's own number is preferred to a file reference, and the organisation at the top to a person", () => {
  const note = found("invoice", [["Our ref: OBP/LIT/2214", 0, 0], ["Fee note no: FN-0318", 0, 30]]);
  assert.equal(note.invoice_id, "FN-0318");
  const order = found("purchase_order", [
    ["Nordlicht Anlagenbau GmbH", 0, 0],
    ["Buyer: Frau Petersen", 600, 40],
    ["Please deliver DAP Kiel by 02.03.2026.", 0, 200],
  ]);
  assert.equal(order.buyer_name, "Nordlicht Anlagenbau GmbH");
  assert.equal(order.delivery_date, "2026-03-02");
});

Deno.test("a megabyte of one word is searched", () => {
  for (const part of ["من ", "850,00 7 ", "I@", "a: "]) {
    const text = part.repeat(Math.ceil(1_000_000 / part.length));
    found("purchase_order", [[text, 0, 0]]);
  }
});

Deno.test("rows of a form that looks like a table are read between their labels", () => {
  const placed: Placed[] = [
    ["Licence number", 0, 40],
    ["224718", 400, 40],
    ["رقم الرخصة", 800, 40],
    ["Commercial registration", 0, 80],
    ["183340", 400, 80],
    ["رقم السجل التجاري", 800, 80],
  ];
  assert.equal(found("trade_licence", placed, false, true).licence_number, "224718");
});

Deno.test("amounts with other labels are not subtotal and tax, and a tax number ends at a full stop", () => {
  const values = found("invoice", [
    ["VAT registration GB 106 9361 73 · accounts@lapwing.example", 0, 0],
    ["Carriage", 0, 40],
    ["704.55", 400, 40],
    ["Fuel surcharge 7.5%", 0, 80],
    ["52.84", 400, 80],
    ["Net total", 0, 120],
    ["757.39", 400, 120],
  ]);
  assert.deepEqual([values.subtotal, values.invoice_total], ["757.39", undefined]);
  assert.equal(values.vendor_tax_id, "GB 106 9361 73");
});

Deno.test("a payment received before is no total, even if it is larger", () => {
  const values = found("invoice", [
    ["Invoice", 0, 0],
    ["Payment received", 500, 100],
    ["-$118.42", 900, 100],
    ["Total amount due", 500, 150],
    ["$111.34", 900, 150],
  ]);
  assert.equal(values.invoice_total, "111.34");
});
