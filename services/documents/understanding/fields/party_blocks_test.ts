import assert from "node:assert/strict";
import { extractFields } from "./extract_fields.ts";

type Placed = [text: string, left: number, top: number];

function found(placed: Placed[]) {
  const rows = [...Map.groupBy(placed, ([, , top]) => top)].map(([top, cells]) => ({
    cells: cells.map(([text, left]) => ({
      text,
      confidence: 1,
      page: 1,
      box: { left, top, right: left + text.length * 8, bottom: top + 20 },
    })),
    page: 1,
    box: { left: 0, top, right: 1500, bottom: top + 20 },
    placed: true,
    rightToLeft: false,
    inTable: false,
  }));
  return Object.fromEntries(extractFields("invoice", rows).map(({ key, value }) => [key, value]));
}

const HEADS: Placed[] = [["Tax invoice", 600, 0], ["Seller البائع", 150, 100], ["Buyer المشتري", 900, 100]];

Deno.test("names and tax numbers of two parties are told by the column below each heading", () => {
  const values = found([
    ...HEADS,
    ["Name", 150, 150],
    ["Wadi Cooling Co.", 270, 150],
    ["الاسم", 800, 150],
    ["Name", 900, 150],
    ["مدارس الواحة الأهلية", 1010, 150],
    ["الاسم", 1430, 150],
    ["VAT No.", 150, 200],
    ["310884172600003", 270, 200],
    ["الرقم الضريبي", 740, 200],
    ["VAT No.", 900, 200],
    ["311047729500003", 1010, 200],
    ["الرقم الضريبي", 1350, 200],
    ["City", 150, 250],
    ["Riyadh", 270, 250],
    ["City", 900, 250],
    ["Al Kharj", 1010, 250],
  ]);
  assert.equal(values.vendor_name, "Wadi Cooling Co.");
  assert.equal(values.customer_name, "مدارس الواحة الأهلية");
  assert.equal(values.vendor_tax_id, "310884172600003");
  assert.equal(values.customer_tax_id, "311047729500003");
});

Deno.test("a block without a label of names gives no name", () => {
  const values = found([...HEADS, ["City", 150, 150], ["Riyadh", 270, 150], ["City", 900, 150], [
    "Al Kharj",
    1010,
    150,
  ]]);
  assert.notEqual(values.customer_name, "Riyadh");
  assert.notEqual(values.customer_name, "Al Kharj");
});
