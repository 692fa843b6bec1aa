import assert from "node:assert/strict";
import fc from "fast-check";
import { parsedObject } from "lib/json_object.ts";
import { isClosed, openJson, readPiece } from "./open_json.ts";

Deno.test("an object read character by character is closed exactly where it is complete", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const text = JSON.stringify(value);
      const open = openJson();
      for (let end = 1; end <= text.length; end++) {
        readPiece(open, text.slice(end - 1, end));
        assert.equal(isClosed(open), parsedObject(text.slice(0, end)) !== undefined, text.slice(0, end));
      }
    }),
    { numRuns: 200 },
  );
});

Deno.test("the state is the same for pieces of any length", () => {
  const text = JSON.stringify({ code: 'if (a["\\\\"]) { b = "}\\"]"; }', list: [[], {}] }).slice(0, -3);
  const whole = openJson();
  readPiece(whole, text);
  for (let cut = 0; cut <= text.length; cut++) {
    const parts = openJson();
    readPiece(parts, text.slice(0, cut));
    readPiece(parts, text.slice(cut));
    assert.deepEqual(parts, whole);
  }
});
