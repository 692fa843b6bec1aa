import assert from "node:assert/strict";
import { lineItems } from "./line_items.ts";
import { joinedAmount, minorUnitSide, withMinorUnits } from "./minor_units.ts";

const TABLE = {
  page: 1,
  header: ["م", "العدد", "التفاصيل", "سعر دينار", "الوحدة فلس", "دينار", "المبلغ فلس"],
  rows: [
    ["١", "١٢", "خلاط مغسلة", "٨", "٧٥٠", "١٠٥", "٠٠٠"],
    ["٢", "٦٥", "كوع ٩٠ درجة", "", "٤٧٥", "٣٠", "٨٧٥"],
  ],
};

Deno.test("dinars and fils in columns of their own are one amount", () => {
  assert.deepEqual(withMinorUnits(TABLE).header, ["م", "العدد", "التفاصيل", "سعر الوحدة", "المبلغ"]);
  assert.deepEqual(lineItems([TABLE]), [
    { description: "خلاط مغسلة", quantity: 12, unit_price: 8.75, amount: 105 },
    { description: "كوع ٩٠ درجة", quantity: 65, unit_price: 0.475, amount: 30.875 },
  ]);
});

Deno.test("other headings side by side, and cells that are no parts of an amount, stay as they are", () => {
  const table = { page: 1, header: ["Item", "Amount SR", "VAT SR"], rows: [["Nails", "10.00", "1.50"]] };
  assert.equal(withMinorUnits(table), table);
  const cut = withMinorUnits({ page: 1, header: ["Rial", "Baisa"], rows: [["4.200", "500"], ["7", "5"]] });
  assert.deepEqual(cut.rows, [["4.200 500"], ["7 5"]]);
});

Deno.test("the parts of an amount have two or three digits", () => {
  assert.equal(joinedAmount("1,250", "500"), "1,250.500");
  assert.equal(joinedAmount("", "75"), "0.75");
  assert.equal(joinedAmount("12", "5"), undefined);
  assert.equal(minorUnitSide([]), undefined);
});

Deno.test("fils may stand before their dinars in the order of the paper", () => {
  const header = ["البيان", "العدد", "فلس", "سعر الوحدة دينار", "فلس", "المبلغ دينار"];
  const rows = [["شبك للشباك", "14", "250", "7", "500", "101"], ["مقبض باب", "6", "500", "9", "000", "57"]];
  assert.deepEqual(lineItems([{ page: 1, header, rows }]), [
    { description: "شبك للشباك", quantity: 14, unit_price: 7.25, amount: 101.5 },
    { description: "مقبض باب", quantity: 6, unit_price: 9.5, amount: 57 },
  ]);
});
