import assert from "node:assert/strict";
import fc from "fast-check";
import { fencedBlocks, modelJson, parseBounded } from "./model_json.ts";

for (
  const [text, value, rule] of [
    ['{"a": 1}', { a: 1 }, "whole_response"],
    ['\uFEFF{"a": 1}\u200F', { a: 1 }, "whole_response"],
    ['Here:\n```json\n{"a": 1}\n```\nDone.', { a: 1 }, "code_block"],
    ['```json {"a": 1}```', { a: 1 }, "code_block"],
    ['```\n{"a": 1}\n```\n```\n{"a": 2}\n```', { a: 2 }, "code_block"],
    ['First {"a": 1}, then {"a": "}"}.', { a: "}" }, "last_balanced"],
    ['{\u200F"a"\u200F: 1}', { a: 1 }, "whole_response"],
    ['\u2067{"a"\u2069 :\u00A0"x\u200Fy"}\u200E', { a: "x\u200Fy" }, "whole_response"],
    ["الجواب: [\u200F1\u200F,\u200F 2]", [1, 2], "last_balanced"],
    ['```json\n{"a"\u200E: [\u061C]}\n```\nx', { a: [] }, "code_block"],
    ['{"a": 5\u200F0}', undefined, "no_json"],
    ['{"a": -\u200E5}', undefined, "no_json"],
    ['{"a": tr\u200Bue}', undefined, "no_json"],
    ['{"a"\u200F 1}', undefined, "no_json"],
    ["nothing {here", undefined, "no_json"],
  ] as const
) {
  Deno.test(`modelJson() of ${JSON.stringify(text)} is found by ${rule}`, () => {
    const found = modelJson(text);
    assert.deepEqual(found.value, value);
    assert.equal(found.rule, rule);
  });
}

Deno.test("modelJson() looks for the requested shape, and when told accepts no prose around it", () => {
  assert.deepEqual(modelJson('{"a": 1} as in [2]', { shape: "object" }).value, { a: 1 });
  assert.deepEqual(modelJson('As in [2]: {"a": 1}', { shape: "list" }).value, [2]);
  assert.equal(modelJson('Sure: {"a": 1}', { only: true }).rule, "not_only_json");
});

Deno.test("modelJson() terminates on hostile text", () => {
  for (
    const text of [
      "[{".repeat(50_000),
      "```".repeat(50_000),
      '{"'.repeat(50_000),
      "[".repeat(100_000),
      '"\\'.repeat(50_000) + "\u200F",
      "\u200F[".repeat(50_000),
      '{\u200F"'.repeat(40_000),
    ]
  ) {
    assert.equal(modelJson(text).value, undefined);
  }
  assert.equal(parseBounded("[".repeat(10_000) + "]".repeat(10_000)), undefined);
});

Deno.test("modelJson() reads back any value from any position", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const written = JSON.stringify(value);
    assert.deepEqual(modelJson(written).value, JSON.parse(written));
    assert.deepEqual(modelJson(`Result:\n\`\`\`json\n${JSON.stringify({ v: 1 })}\n\`\`\``).value, { v: 1 });
  }));
});

Deno.test("fencedBlocks() leaves out the language and a block that never ends", () => {
  assert.deepEqual(fencedBlocks("```ts\na\n```\nx\n```\nb\n```\n```c"), ["a\n", "\nb\n"]);
});
