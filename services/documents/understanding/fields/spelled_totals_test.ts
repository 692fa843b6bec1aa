import assert from "node:assert/strict";
import { placedFields } from "./placed_fields_fixture.ts";

Deno.test("a receipt's amount in words is its total where no label names the figures", () => {
  const fields = placedFields("receipt", [
    ["سند قبض", 500, 0],
    ["١٨٬٦٠٠", 800, 100],
    ["مبلغا وقدره:", 800, 200],
    ["ثمانية عشر ألفا وستمائة ريال قطري لاغير", 300, 200],
  ], true);
  assert.equal(Number(fields.total), 18_600);
});

Deno.test("the amount in words decides between a sum and the total after a discount", () => {
  const fields = placedFields("invoice", [
    ["Invoice 338", 100, 0],
    ["Total", 500, 300],
    ["BHD 92.400", 800, 300],
    ["After discount", 500, 330],
    ["BHD 86.900", 800, 330],
    ["Bahraini dinars eighty-six and fils nine hundred only", 100, 400],
  ]);
  assert.equal(Number(fields.invoice_total), 86.9);
});
