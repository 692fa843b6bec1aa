import assert from "node:assert/strict";
import { mainCurrency } from "./currencies.ts";

Deno.test("the letters of a British post code are no currency, and two letters are weaker than a code", () => {
  assert.deepEqual(mainCurrency("Keighley BD21 4QT\nTOTAL GBP 226.98", "GB"), { code: "GBP", certain: true });
  assert.equal(mainCurrency("B.D. 12.00\nTOTAL GBP 226.98")?.code, "GBP");
  assert.equal(mainCurrency("TOTAL B.D. 12.00", "GB")?.isWeak, true);
  assert.equal(mainCurrency("TOTAL B.D. 12.00", "BH")?.isWeak, undefined);
});

Deno.test("the letter of the rand before several amounts names the currency where nothing else does", () => {
  const text = "Subtotal R 3,028.00\nVAT 15% R454.20\nTotal R 3 482.20";
  assert.deepEqual(mainCurrency(text), { code: "ZAR", certain: true });
  assert.equal(mainCurrency(text, "IN"), undefined);
  assert.equal(mainCurrency(`${text}\nAll prices in USD`)?.code, "USD");
  assert.equal(mainCurrency("Room R 12 and part AR 3,028.00, R 15.00"), undefined);
});
