/** How, when and by whom a paper is paid, in the words of both languages. */
import assert from "node:assert/strict";
import { type Placed, placedFields } from "./placed_fields_fixture.ts";

const HEAD: Placed[] = [["Adwene Cloth Ltd", 100, 0], ["12 Dock Road, Accra", 100, 25]];
const ARABIC_HEAD: Placed[] = [["مدارس نقم الأهلية", 600, 0], ["سند قبض", 500, 40]];

Deno.test("wallets, mobile money and transfers are means of payment", () => {
  const means =
    "Mobile money|Airtel Money|MTN MoMo|M-Pesa|STC Pay|BenefitPay|Fawry|InstaPay|EFT|RTGS|QR code|Standing order|bKash";
  for (const method of means.split("|")) {
    const { payment_method } = placedFields("receipt", [
      ...HEAD,
      ["Receipt", 400, 60],
      ["Paid with", 100, 100],
      [method, 300, 100],
    ]);
    assert.equal(payment_method, method);
  }
  for (const method of "كي نت|بنفت|فوري|إنستاباي|أبل باي|فودافون كاش|حوالة|محفظة إلكترونية|تابي".split("|")) {
    for (const label of ["طريقة الدفع:", "قناة الدفع:", "أداة الدفع:", "كيفية السداد:"]) {
      const fields = placedFields("receipt", [...ARABIC_HEAD, [label, 860, 100], [method, 600, 100]], true);
      assert.equal(fields.payment_method, method);
    }
  }
});

Deno.test("the payer follows forms of address of all kinds", () => {
  const labels =
    "استلمنا من الأخ /|استلمنا من الأخت /|استلمنا من الحاج:|استلمنا من الطالب:|دفع إلينا السيد /|وردنا من السيد /|المدفوع من:";
  for (const label of labels.split("|")) {
    const beside = placedFields("receipt", [
      ...ARABIC_HEAD,
      [label, 860, 100],
      ["عبدالكريم ناجي العنسي", 600, 100],
    ], true);
    assert.equal(beside.received_from, "عبدالكريم ناجي العنسي", label);
    const within = placedFields("receipt", [
      ...ARABIC_HEAD,
      [`${label} عبدالكريم ناجي العنسي المحترم`, 400, 100],
    ], true);
    assert.equal(within.received_from, "عبدالكريم ناجي العنسي", label);
  }
  for (const label of ["Received from", "Rec'd from", "With thanks from", "Paid in by"]) {
    const fields = placedFields("receipt", [...HEAD, [label, 100, 100], ["Abena Serwaa Boadu", 300, 100]]);
    assert.equal(fields.received_from, "Abena Serwaa Boadu", label);
  }
});

Deno.test("terms end before the account to which they are paid", () => {
  for (
    const [printed, terms] of [
      ["30 days from invoice date, by bank transfer to our account", "30 days from invoice date"],
      ["30 days net, payable to Harbour Supplies Ltd", "30 days net"],
      ["Net 30 days, to IBAN AE26 0970", "Net 30 days"],
      ["60 days end of month, see bank details below", "60 days end of month"],
      ["50% with order, balance on delivery to our bank", "50% with order, balance on delivery to our bank"],
      ["60 days, dated cheque", "60 days, dated cheque"],
    ]
  ) {
    const fields = placedFields("invoice", [...HEAD, ["Invoice", 400, 60], [
      `Payment terms: ${printed}`,
      100,
      100,
    ]]);
    assert.equal(fields.payment_terms, terms);
  }
  for (
    const [printed, terms] of [
      [
        "خلال 14 يوما من تاريخ الفاتورة، تحويلا إلى حسابنا في مصرف نجد الأهلي",
        "خلال 14 يوما من تاريخ الفاتورة",
      ],
      ["30 يوما من تاريخ الفاتورة، بشيك باسم الشركة", "30 يوما من تاريخ الفاتورة"],
      ["صافي 30 يوما، حوالة إلى الآيبان أدناه", "صافي 30 يوما"],
      ["50% عند الطلب، والباقي عند الاستلام", "50% عند الطلب، والباقي عند الاستلام"],
    ]
  ) {
    const fields = placedFields("invoice", [
      ["شركة الصفا للتجارة", 700, 0],
      ["فاتورة", 500, 40],
      [`شروط الدفع: ${printed}`, 200, 100],
    ], true);
    assert.equal(fields.payment_terms, terms);
  }
});

Deno.test("a value in a column behind colons does not make its row one of labels", () => {
  const fields = placedFields("invoice", [
    ...HEAD,
    ["LPO No.", 100, 100],
    [": QT-5520", 250, 100],
    ["أمر الشراء", 400, 100],
    ["Terms", 550, 100],
    [": 30 days credit", 650, 100],
    ["شروط الدفع", 900, 100],
    ["Salesman", 100, 130],
    [": Biju Thomas", 250, 130],
    ["المندوب", 400, 130],
    ["Due date", 550, 130],
    [": 17-06-2026", 650, 130],
  ]);
  assert.equal(fields.purchase_order, "QT-5520");
  assert.equal(fields.payment_terms, "30 days credit");
});
