import assert from "node:assert/strict";
import { mainCurrency } from "./currencies.ts";

Deno.test("the letters of a British post code are no currency, and two letters are weaker than a code", () => {
  assert.deepEqual(mainCurrency("Keighley BD21 4QT\nTOTAL GBP 226.98", "GB"), { code: "GBP", certain: true });
  assert.equal(mainCurrency("B.D. 12.00\nTOTAL GBP 226.98")?.code, "GBP");
  assert.equal(mainCurrency("TOTAL B.D. 12.00", "GB")?.isWeak, true);
  assert.equal(mainCurrency("TOTAL B.D. 12.00", "BH")?.isWeak, undefined);
});
