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

Deno.test("schemaCheck() by a schema whose references multiply ends at once, and checks only the type", () => {
  const doubled = (levels: number) => {
    const twice = (name: string) => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
    const rest = Array.from({ length: levels }, (_, i) => [`d${i + 1}`, twice(`d${i}`)]);
    return {
      type: "object",
      properties: { x: { $ref: `#/$defs/d${levels}` } },
      $defs: Object.fromEntries([["d0", { type: "string" }], ...rest]),
    };
  };
  const nested = {
    properties: { kid: { anyOf: [{ $ref: "#" }, { allOf: [{ $ref: "#" }] }] }, n: { type: "string" } },
  };
  let deep: unknown = { n: 1 };
  for (let level = 0; level < 100; level++) deep = { kid: deep };
  assert.equal(schemaCheck(doubled(40))({ x: 1 }), undefined);
  assert.equal(schemaCheck(nested)(deep), undefined);
  assert.match(schemaCheck(doubled(40))("no object") ?? "", /./);
  assert.match(schemaCheck(doubled(3))({ x: 1 }) ?? "", /x/);
});

Deno.test("schemaCheck() still checks recursive schemas whose parts lie beside each other", () => {
  const tree = {
    type: "object",
    properties: { left: { $ref: "#" }, right: { $ref: "#" }, value: { type: "integer" } },
    required: ["value"],
  };
  const check = schemaCheck(tree);
  assert.equal(check({ value: 1, left: { value: 2 }, right: { value: 3, left: { value: 4 } } }), undefined);
  assert.match(check({ value: 1, left: { value: "two" } }) ?? "", /value|left/);
});

Deno.test("schemaCheck() takes arguments called like keywords, and those that only a pattern allows", () => {
  const named = schemaCheck({
    properties: {
      pattern: { type: "string" },
      patternProperties: { type: "integer" },
      properties: { const: "a" },
    },
    required: ["pattern"],
    additionalProperties: false,
  });
  assert.equal(named({ pattern: "x", patternProperties: 1, properties: "a" }), undefined);
  assert.match(named({ pattern: 1 }) ?? "", /pattern/);
  assert.match(named({ pattern: "x", other: 1 }) ?? "", /other/);
  const exact = schemaCheck({ properties: { rule: { const: { pattern: "a" } } } });
  assert.equal(exact({ rule: { pattern: "a" } }), undefined);
  assert.match(exact({ rule: {} }) ?? "", /rule/);
  const headers = schemaCheck({
    patternProperties: { "^x-": { type: "string" } },
    additionalProperties: false,
  });
  assert.equal(headers({ "x-a": "1" }), undefined);
});
