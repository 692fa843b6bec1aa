import assert from "node:assert/strict";
import { placedFields } from "../fields/placed_fields_fixture.ts";

Deno.test("a value ends where the label of the next number begins in its cell", () => {
  const arabic = placedFields(
    "receipt",
    [
      ["إيصال سداد", 400, 0],
      ["طريقة الدفع:", 800, 100],
      ["تحويل مصرفي رقم العملية:", 500, 100],
      ["773051826", 300, 100],
      ["موعد المراجعة القادم: ٢٠٢٦/١٠/٢١ ويسري الكشف أسبوعين.", 400, 160],
    ],
    true,
    false,
    0.9,
  );
  assert.equal(arabic.payment_method, "تحويل مصرفي");
  const english = placedFields("receipt", [
    ["PAYMENT RECEIPT", 400, 0],
    ["Payment method:", 100, 100],
    ["Bank transfer Transaction no:", 300, 100],
    ["773051826", 700, 100],
  ]);
  assert.equal(english.payment_method, "Bank transfer");
});
