import assert from "node:assert/strict";
import { describeFields } from "lib/service/openapi_words.ts";

const WORDS = {
  total: { description: "How many", example: 1 },
  kind: "Its kind",
  page: { description: "Which", example: 2 },
};

Deno.test("fields without a description get the one of their name; a schema's own description stays", () => {
  const fields = {
    total: { type: "integer" },
    kind: { type: "string", description: "Chat or embeddings" },
    other: { type: "string" },
    constructor: { type: "string" },
  };
  // A document under construction has undefined fields.
  describeFields({ components: { schemas: { Page: { properties: fields }, none: undefined } } }, WORDS);
  assert.deepEqual(fields.total, { type: "integer", description: "How many", example: 1 });
  assert.deepEqual(fields.kind, { type: "string", description: "Chat or embeddings" });
  assert.deepEqual(fields.other, { type: "string" });
  assert.deepEqual(fields.constructor, { type: "string" });
});

Deno.test("an example of another type, or one that a rule may refuse, is not shown", () => {
  const fields = { total: { type: "string" }, page: { type: "integer", enum: [1] } };
  describeFields({ properties: fields }, WORDS);
  assert.deepEqual(fields.total, { type: "string", description: "How many" });
  assert.deepEqual(fields.page, { type: "integer", enum: [1], description: "Which" });
});

Deno.test("parameters are described by their schema first, and have an example", () => {
  const page = { name: "page", in: "query", schema: { type: "integer", description: "From 1", default: 7 } };
  const total = { name: "total", in: "query", schema: { type: "integer" } };
  describeFields({ paths: { "/": { get: { parameters: [page, total] } } } }, WORDS);
  assert.deepEqual({ ...page, schema: undefined }, {
    name: "page",
    in: "query",
    schema: undefined,
    description: "From 1",
    example: 7,
  });
  assert.deepEqual([total].map(({ name, ...rest }) => [name, Object.keys(rest)]), [
    ["total", ["in", "schema", "description", "example"]],
  ]);
});
