import assert from "node:assert/strict";
import { classifyText } from "./classify_text.ts";

Deno.test("a letter that asks to supply goods at approved rates is an order", () => {
  const english =
    "To,\nM/s Karakoram Linen House\nThe competent authority has approved your rates. You are requested to supply the articles below.\nQuantity Rate Value";
  assert.equal(classifyText(english).document_type, "purchase_order");
  const arabic = "السادة مؤسسة وادي النور\nيرجى توريد الأصناف التالية في موعد أقصاه 5/10/2026\nالكمية السعر";
  assert.equal(classifyText(arabic).document_type, "purchase_order");
});
