import assert from "node:assert/strict";
import { isNumber, numberText } from "./number_text.ts";

Deno.test("a stop at the left of a number ends its sentence or its ordinal", () => {
  assert.equal(numberText(".٢٤/١١/٢٠٢٦"), "٢٤/١١/٢٠٢٦.");
  assert.equal(numberText("٬٢٠٢٦/١٠/١٨"), "٢٠٢٦/١٠/١٨،");
  assert.equal(numberText(".٣"), "٣.");
});

Deno.test("a point between the digits of a date or a reference is a zero", () => {
  assert.equal(numberText("٦١/٢.٢٥"), "٦١/٢٠٢٥");
  assert.equal(numberText("٢٠٣٠/٫١"), "٢٠٣٠/٠١");
});

Deno.test("the last of several separators is the decimal one", () => {
  assert.equal(numberText("٢٣٫٨٨٧٬٥٠"), "٢٣٬٨٨٧٫٥٠");
  assert.equal(numberText("٦.٧٥٠"), "٦٫٧٥٠");
});

Deno.test("a sign between the numbers of a size is no percentage, and turns them in Arabic", () => {
  assert.equal(numberText("١٨٠٪١٢٠"), "١٨٠×١٢٠");
  assert.equal(numberText("٪١٥"), "٪١٥");
});

Deno.test("a number begins with a digit, a sign or a percent sign", () => {
  assert.ok(["٧٧١", "-١", "(٥٠٠", "٪١٥"].every(isNumber));
  assert.ok(["/٧٧١", "٫٥", ""].every((text) => !isNumber(text)));
});
