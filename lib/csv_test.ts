import assert from "node:assert/strict";
import { csvLine } from "lib/csv.ts";

Deno.test("csvLine() quotes commas, quotes and line breaks, and leaves numbers and empty cells bare", () => {
  assert.equal(
    csvLine(["a", 1.5, -2, null, 'say "no", twice\nor more']),
    'a,1.5,-2,,"say ""no"", twice\nor more"\r\n',
  );
  assert.equal(csvLine(["مرحبا، أهلا"]), "مرحبا، أهلا\r\n");
});

Deno.test("csvLine() never writes a formula, whatever precedes its sign", () => {
  for (
    const formula of [
      "=1",
      "+1",
      "-1",
      "@SUM(1)",
      "\t=1",
      "\r=1",
      " =1",
      "\u200f=cmd",
      "\u00a0@x",
      "＝1",
      "\ufeff+1",
    ]
  ) {
    assert.match(csvLine([formula]), /^"?'/, JSON.stringify(formula));
  }
  assert.equal(csvLine(["a=1", "1-2", ""]), "a=1,1-2,\r\n");
});
