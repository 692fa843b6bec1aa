import assert from "node:assert/strict";
import { lineItems } from "./line_items.ts";

const table = (header: string[], ...rows: string[][]) => [{ page: 1, header, rows }];
const namesOf = (header: string[], ...rows: string[][]) =>
  lineItems(table(header, ...rows)).map(({ description }) => description);

Deno.test("of names in two languages side by side those count that the paper has first", () => {
  assert.deepEqual(
    namesOf(
      ["Item", "Description", "Arabic البيان", "Qty", "Price", "Amount"],
      ["10", "Nitrile glove, large", "قفاز نتريل كبير", "600", "17.80", "10,680.00"],
      ["20", "Surgical mask", "كمامة جراحية", "450", "9.40", "4,230.00"],
    ),
    ["Nitrile glove, large", "Surgical mask"],
  );
  assert.deepEqual(
    namesOf(
      ["م", "البيان", "Description", "الكمية", "السعر", "القيمة"],
      ["١", "قفاز نتريل كبير", "Nitrile glove, large", "600", "17.80", "10,680.00"],
      ["٢", "كمامة جراحية", "Surgical mask", "450", "9.40", "4,230.00"],
    ),
    ["قفاز نتريل كبير", "كمامة جراحية"],
  );
});

Deno.test("codes in Latin letters before Arabic names are no names", () => {
  assert.deepEqual(
    namesOf(
      ["رقم الصنف", "اسم الصنف", "الكمية", "السعر", "القيمة"],
      ["GLV box L", "قفاز نتريل كبير", "600", "17.80", "10,680.00"],
      ["MSK box M", "كمامة جراحية", "450", "9.40", "4,230.00"],
    ),
    ["قفاز نتريل كبير", "كمامة جراحية"],
  );
});
