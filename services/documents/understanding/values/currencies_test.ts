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

Deno.test("a lone dollar sign is the dollar that the paper names, else that of its country", () => {
  const priced = "Unit price $ Amount $\n2 40.00 80.00\n";
  const code = (text: string, home?: string) => mainCurrency(`${priced}${text}`, home)?.code;
  assert.equal(code("Total in Jamaican dollars 80.00"), "JMD");
  assert.equal(code("All amounts are in Barbadian dollars"), "BBD");
  assert.equal(code("Amounts in East Caribbean dollars"), "XCD");
  assert.equal(code("الأسعار بالدولار الكندي"), "CAD");
  assert.equal(code("Total 80.00"), "USD");
  assert.equal(code("Total 80.00", "AU"), "AUD");
  assert.equal(code("Total US$ 80.00 (Jamaican dollars on request)"), "USD");
  assert.equal(code("الأسعار بالدولار الأمريكي", "AU"), "USD");
  assert.equal(code("Pay in Jamaican dollars or in Barbadian dollars"), "USD");
  assert.equal(mainCurrency("Contract value BWP 864,000.00")?.code, "BWP");
});
