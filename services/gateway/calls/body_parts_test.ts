import assert from "node:assert/strict";
import fc from "fast-check";
import { hasMoreParts } from "./body_parts.ts";
import { topValue } from "./top_value.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The count by JSON.parse, for comparison. */
function partsOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const parts = Object.values(value);
  const names = Array.isArray(value) ? 0 : parts.length;
  return parts.reduce((sum: number, part) => sum + partsOf(part), 1 + names);
}

Deno.test("names, objects and lists of any JSON are counted, but not inside strings", () => {
  fc.assert(fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, "\t"), (value, space) => {
    const json = bytesOf(JSON.stringify(value, null, space));
    const count = partsOf(value);
    assert.equal(hasMoreParts(json, count), false);
    assert.equal(hasMoreParts(json, count - 1), count > 0);
  }));
  assert.equal(hasMoreParts(bytesOf('["\\\\\\"{[:", "'), 1), false);
});

Deno.test("the string of a top-level field is found in any JSON, also with an escaped name", () => {
  const rest = fc.dictionary(fc.string().filter((name) => name !== "model"), fc.jsonValue());
  fc.assert(fc.property(rest, rest, fc.string(), fc.nat(5), (before, after, model, space) => {
    const given = { ...before, model, ...after };
    const text = JSON.stringify(given, null, space);
    for (const json of [text, text.replaceAll('"model":', '"mod\\u0065l" \n:')]) {
      const bytes = bytesOf(json);
      const range = topValue(bytes, "model");
      assert.ok(range);
      assert.equal(JSON.parse(new TextDecoder().decode(bytes.subarray(range.start, range.end))), model);
    }
  }));
  assert.equal(topValue(bytesOf('{"a":{"model":"x"},"b":["model"]}'), "model"), undefined);
});
