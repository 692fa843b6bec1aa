import assert from "node:assert/strict";
import { schemaCheck } from "./json_schema.ts";

const check = schemaCheck({
  type: "object",
  properties: {
    word: { type: "string", maxLength: 5 },
    size: { $ref: "#/$defs/Size" },
    code: { type: "string", pattern: "^(a+)+$" },
  },
  required: ["word"],
  additionalProperties: false,
  $defs: { Size: { type: "integer", minimum: 1 } },
});

Deno.test("schemaCheck() names what does not fit", () => {
  assert.equal(check({ word: "hi", size: 3 }), undefined);
  assert.match(check({ word: 1 }) ?? "", /word/);
  assert.match(check({}) ?? "", /word/);
  assert.match(check({ word: "too long" }) ?? "", /5/);
  assert.match(check({ word: "hi", size: 0 }) ?? "", /size|Size/);
  assert.match(check({ word: "hi", other: 1 }) ?? "", /other/);
});

Deno.test("schemaCheck() runs no pattern of a server, which could run for ever", () => {
  assert.equal(check({ word: "hi", code: `${"a".repeat(50_000)}!` }), undefined);
});

Deno.test("a schema that cannot be read refuses nothing but what is no object", () => {
  for (const schema of [{ $schema: "https://example.com/none" }, { $ref: "#/$defs/None" }]) {
    assert.equal(schemaCheck(schema)({ anything: 1 }), undefined);
  }
  assert.notEqual(schemaCheck({ $schema: "https://example.com/none" })([]), undefined);
});
