import assert from "node:assert/strict";
import fc from "fast-check";
import { isObjectPrefix } from "./json_prefix.ts";

Deno.test("isObjectPrefix() accepts every prefix of a JSON object", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), fc.boolean(), (value, cut, spaced) => {
      const text = JSON.stringify(value, null, spaced ? 1 : 0);
      const prefix = text.slice(0, cut % (text.length + 1));
      assert.equal(isObjectPrefix(prefix), true, prefix);
    }),
    { numRuns: 500 },
  );
});

Deno.test("isObjectPrefix() refuses other text", () => {
  for (
    const text of ["1}", "[", "{1}", "{}}", '{"a"}', '{"a":1,,', '{"a":tri', "{} {", "nonsense", '{"a":1"']
  ) {
    assert.equal(isObjectPrefix(text), false, text);
  }
});
