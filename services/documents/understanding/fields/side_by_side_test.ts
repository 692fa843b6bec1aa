/** Labels beside which another block begins. */
import assert from "node:assert/strict";
import { placedFields as found } from "./placed_fields_fixture.ts";
import { valueOf } from "./field_values.ts";

Deno.test("a party's name below its label is preferred to the heading of the next block", () => {
  const values = found("invoice", [
    ["Kilbride Joinery Ltd", 0, 0],
    ["Bill to", 0, 100],
    ["Site", 700, 100],
    ["Ballyvaughan Lodge Hotel Ltd", 0, 130],
    ["East wing, first floor", 700, 130],
  ]);
  assert.equal(values.customer_name, "Ballyvaughan Lodge Hotel Ltd");
});

Deno.test("a number beside its label is found where the row begins with a label of what is below", () => {
  const values = found("purchase_order", [
    ["Officine Meccaniche Brenta S.r.l.", 0, 0],
    ["PURCHASE ORDER", 700, 0],
    ["To the supplier", 0, 100],
    ["Order number", 500, 100],
    ["OA 2026/00731", 700, 100],
    ["Torrente Utensili S.p.A.", 0, 130],
  ]);
  assert.equal(values.order_id, "OA 2026/00731");
  assert.equal(values.buyer_name, "Officine Meccaniche Brenta S.r.l.");
  assert.equal(values.vendor_name, "Torrente Utensili S.p.A.");
});

Deno.test("a value between its labels in two languages belongs to them, whichever language is first", () => {
  const values = (left: string, right: string) =>
    found("invoice", [["Tax Invoice", 300, 0], [left, 0, 60], ["INV-2026-00318", 350, 60], [right, 700, 60]]);
  assert.equal(values("Invoice Number", "رقم الفاتورة").invoice_id, "INV-2026-00318");
  assert.equal(values("رقم الفاتورة", "Invoice Number").invoice_id, "INV-2026-00318");
});

Deno.test("terms of payment such as Net 30 are no net amount", () => {
  const values = found("invoice", [
    ["INVOICE", 0, 0],
    ["TERMS", 600, 60],
    ["Net 30", 760, 60],
    ["TOTAL", 600, 120],
    ["$639.63", 760, 120],
  ]);
  assert.equal(values.subtotal, undefined);
});

Deno.test("a period takes the year that stands in its second date alone", () => {
  const period = (text: string) => {
    const { period_start, period_end } = found("bank_statement", [["Calder Bank", 0, 0], [text, 0, 60]]);
    return [period_start, period_end];
  };
  assert.deepEqual(period("13 January to 12 February 2026"), ["2026-01-13", "2026-02-12"]);
  assert.deepEqual(period("13 December to 12 January 2026"), ["2025-12-13", "2026-01-12"]);
});

Deno.test("a label that names the paper itself is preferred to those of other papers", () => {
  const bill = found("invoice", [
    ["Tax Invoice", 700, 0],
    ["Order Date: 04.03.2026", 0, 100],
    ["Invoice Date : 05.03.2026", 600, 100],
  ]);
  assert.equal(bill.invoice_date, "2026-03-05");
  const receipt = found("receipt", [
    ["PayBridge", 0, 0],
    ["Transaction ID: 8XK41207LM552930T", 0, 60],
    ["Receipt No: 4410-2207-1187-6653", 0, 120],
  ]);
  assert.equal(receipt.receipt_id, "4410-2207-1187-6653");
  const note = found("invoice", [
    ["CREDIT NOTE", 0, 0],
    ["Credit note no.: GS-2026-0091", 0, 60],
    ["for invoice: RE-2026-0417", 0, 100],
  ]);
  assert.equal(note.invoice_id, "GS-2026-0091");
});

Deno.test("the place of a delivery is not an order's vendor, nor its buyer an employee", () => {
  const values = found("purchase_order", [
    ["Petrochem Utilities Company", 0, 0],
    ["Purchase Order", 700, 0],
    ["Vendor address", 0, 100],
    ["Please deliver to:", 600, 100],
    ["Rawabi Valves Trading Est.", 0, 130],
    ["Jubail Main Warehouse, Gate 4", 600, 130],
    ["Buyer", 0, 200],
    ["Mitchell Admin", 200, 200],
  ]);
  assert.equal(values.vendor_name, "Rawabi Valves Trading Est.");
  assert.equal(values.buyer_name, "Petrochem Utilities Company");
});

Deno.test("a date behind an identifier is no part of it", () => {
  assert.equal(valueOf("id", "4500882013 / 18.02.2026")?.value, "4500882013");
  assert.equal(valueOf("id", "14/2026")?.value, "14/2026");
  assert.equal(valueOf("id", "SE/25-26/0412")?.value, "SE/25-26/0412");
  assert.equal(valueOf("id", "OA 2026/00731")?.value, "OA 2026/00731");
});

Deno.test("the tax number in the customer's block is the customer's", () => {
  const values = found("invoice", [
    ["Rukn Al Diyafa Trading Est.", 0, 0],
    ["VAT No: 310122393500003", 0, 30],
    ["Tax Invoice", 300, 60],
    ["Bill to", 0, 120],
    ["Naseem Al Shamal Co. Ltd.", 0, 150],
    ["King Fahd Road, Riyadh", 0, 175],
    ["VAT No: 300455891200003", 0, 200],
  ]);
  assert.equal(values.vendor_tax_id, "310122393500003");
  assert.equal(values.customer_tax_id, "300455891200003");
  const far = found("invoice", [
    ["Rukn Al Diyafa Trading Est.", 0, 0],
    ["Bill to", 0, 120],
    ["Naseem Al Shamal Co. Ltd.", 0, 150],
    ["VAT No: 310122393500003", 0, 900],
  ]);
  assert.deepEqual([far.vendor_tax_id, far.customer_tax_id], ["310122393500003", undefined]);
});

Deno.test("a tax number behind its owner's name is read", () => {
  const values = found("receipt", [["Careway", 0, 0], ["Careway Transport LLC, TRN 100288713500003", 0, 60]]);
  assert.equal(values.merchant_tax_id, "100288713500003");
});

Deno.test("a sum row that counts pieces has its amount behind the count", () => {
  const values = found("invoice", [
    ["Tax invoice A-1", 0, 0],
    ["Goods", 150, 100],
    ["191", 900, 100],
    ["37,073.20", 1400, 100],
    ["TOTAL CIF ROTTERDAM EUR", 150, 150],
    ["38,499.70", 1400, 150],
  ]);
  assert.equal(values.subtotal, "37073.20");
  assert.equal(values.invoice_total, "38499.70");
  const arabic = found("invoice", [["12,500.00", 0, 100], ["191", 500, 100], ["المجموع الفرعي", 900, 100]]);
  assert.equal(arabic.subtotal, "12500.00");
});

Deno.test("the value of the next pair is no second line of a value", () => {
  const values = found("invoice", [
    ["PE32 4XB", 0, 100],
    ["your order", 1000, 100],
    ["HG/4471", 1230, 100],
    ["account no", 1000, 125],
    ["HARL02", 1230, 125],
  ]);
  assert.equal(values.purchase_order, "HG/4471");
});

Deno.test("a centred second line of a cell completes its value", () => {
  const values = found("trade_licence", [
    ["Legal form", 190, 100],
    ["Sole", 470, 100],
    ["Establishment", 425, 122],
    ["Owner", 190, 200],
    ["Khalfan Rashid", 470, 200],
  ]);
  assert.equal(values.legal_form, "Sole Establishment");
});

Deno.test("who gets a copy of a letter is not its recipient, and a firm stands without its form of address", () => {
  const values = found("letter", [
    ["Ref: CITD/118", 0, 0],
    ["To", 0, 100],
    ["M/s Lyallpur Looms (Private) Limited", 0, 125],
    ["Dear Sir,", 0, 200],
    ["Yours truly,", 0, 300],
    ["Copy to: Head, Department of Weaving", 0, 400],
  ]);
  assert.equal(values.recipient, "Lyallpur Looms (Private) Limited");
});

Deno.test("a value may stand behind its label and the label's translation", () => {
  const values = found("quotation", [
    ["Subtotal", 830, 100],
    ["المجموع", 1080, 100],
    ["2,060.500", 1400, 100],
    ["VAT 10%", 830, 150],
    ["ضريبة القيمة المضافة", 1080, 150],
    ["206.050", 1400, 150],
    ["Quotation total", 830, 200],
    ["إجمالي العرض", 1080, 200],
    ["2,266.550", 1400, 200],
  ]);
  assert.equal(values.subtotal, "2060.500");
  assert.equal(values.total_tax, "206.050");
  assert.equal(values.quotation_total, "2266.550");
});

Deno.test("a value may stand in the middle of a box, between and below its label and the translation", () => {
  const values = found("trade_licence", [
    ["Trade Name", 228, 100],
    ["الاسم التجاري", 1325, 100],
    ["Umm Ghuwailina Auto Care", 655, 125],
    ["Issue Date", 228, 200],
    ["تاريخ الإصدار", 724, 200],
    ["Expiry Date", 877, 200],
    ["تاريخ الانتهاء", 1331, 200],
    ["16/06/2026", 457, 225],
    ["15/06/2027", 1083, 225],
  ]);
  assert.equal(values.trade_name, "Umm Ghuwailina Auto Care");
  assert.equal(values.issue_date, "2026-06-16");
  assert.equal(values.expiry_date, "2027-06-15");
});

Deno.test("a value that begins a little lower than its label at the end of the line is read", () => {
  const values = found("invoice", [
    ["Hallertau GmbH - Hopfenring 41", 200, 100],
    ["Invoice number:", 940, 100],
    ["RE-2026-40719", 1156, 112],
  ]);
  assert.equal(values.invoice_id, "RE-2026-40719");
});

Deno.test("the day on which offers are opened is not the day by which they are due", () => {
  const values = found("tender", [
    ["Tender No.", 100, 100],
    ["JKM/41", 300, 100],
    ["Opening", 100, 150],
    ["27/07/2026", 300, 150],
  ]);
  assert.notEqual(values.submission_deadline, "2026-07-27");
});

Deno.test("a number below its label is meant, and not the count of goods far beside it", () => {
  const values = found("invoice", [
    ["Invoice number", 56, 100],
    ["12", 529, 100],
    ["Prunus laurocerasus", 579, 100],
    ["14.80", 1365, 100],
    ["LWN-51933", 56, 122],
  ]);
  assert.equal(values.invoice_id, "LWN-51933");
});

Deno.test("the label of the next pair of a line is no part of the value before it", () => {
  const values = found("invoice", [["اسم العميل: شركة واحة النسيم للتجارة العامة كود العميل: C-0417", 0, 0]]);
  assert.equal(values.customer_name, "شركة واحة النسيم للتجارة العامة");
});

Deno.test("several values of a row stand each between its labels in two languages", () => {
  const values = found("purchase_order", [
    ["PURCHASE ORDER", 300, 0],
    ["P.O. No.", 0, 60],
    ["018842", 150, 60],
    ["رقم الأمر", 300, 60],
    ["Date", 500, 60],
    ["19-Oct-2026", 650, 60],
    ["التاريخ", 900, 60],
    ["Supplier", 0, 100],
    ["Failaka Textile House W.L.L.", 150, 100],
    ["المورد", 450, 100],
    ["Delivery date", 500, 100],
    ["08-Nov-2026", 650, 100],
    ["تاريخ التسليم", 900, 100],
    ["Attention", 0, 140],
    ["Mr. Denzil Pereira", 150, 140],
    ["عناية", 450, 140],
    ["Your offer", 500, 140],
    ["FTH/1120", 650, 140],
    ["عرضكم", 900, 140],
  ]);
  assert.equal(values.vendor_name, "Failaka Textile House W.L.L.");
  assert.equal(values.order_id, "018842");
  assert.equal(values.delivery_date, "2026-11-08");
});
