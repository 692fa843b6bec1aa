import assert from "node:assert/strict";
import type { FieldRow } from "../tables/field_row.ts";
import { USUAL } from "../values/money.ts";
import { columnTotals } from "./column_totals.ts";
import { placedFields } from "./placed_fields_fixture.ts";

function row(...texts: string[]): FieldRow {
  const box = { left: 0, top: 0, right: 10, bottom: 10 };
  const cells = texts.map((text) => ({ text, confidence: 1, page: 1, box }));
  return { cells, page: 1, box, placed: true, rightToLeft: false, inTable: true };
}

const valuesOf = (goods: number, ...rows: FieldRow[]) => {
  const found = columnTotals(rows, goods, USUAL);
  return found && [found.net.amount, found.tax.amount, found.total.amount];
};

Deno.test("the sums below the columns of net, tax and gross amounts are told by arithmetic, in either order", () => {
  const goods = row("Rice", "2", "100.00", "200.00", "10.00", "210.00");
  const total = [["Order total", "500.00", "25.00", "525.00"], ["٥٢٥٫٠٠", "٢٥٫٠٠", "٥٠٠٫٠٠", "الإجمالي"]];
  for (const texts of total) assert.deepEqual(valuesOf(500, goods, row(...texts)), [500, 25, 525]);
  assert.deepEqual(valuesOf(525, row("Order total", "500.00", "25.00", "525.00")), [500, 25, 525]);
});

Deno.test("a sum before a discount beside the others is none of them, and unconfirmed sums give nothing", () => {
  const goods = row("Rice", "4.00", "50.00", "200.00", "20.00", "180.00", "27.00", "207.00");
  assert.deepEqual(valuesOf(180, goods), [180, 27, 207]);
  assert.equal(valuesOf(480, row("Total", "500.00", "25.00", "525.00")), undefined);
});

Deno.test("the sums of two sections and their total are no subtotal, tax and total", () => {
  const fields = placedFields("quotation", [
    ["Sum of section A", 0, 100],
    ["39,080.00", 600, 100],
    ["Sum of section B", 0, 130],
    ["9,920.00", 600, 130],
    ["Total of sections A and B", 0, 160],
    ["49,000.00", 600, 160],
  ]);
  assert.equal(fields.total_tax, undefined);
  assert.notEqual(fields.subtotal, "39080.00");
});
