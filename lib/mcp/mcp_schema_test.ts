import assert from "node:assert/strict";
import { z } from "zod";
import { flatSchema } from "lib/mcp/mcp_schema.ts";

const Place = z.object({ city: z.string() }).meta({ id: "Place", description: "A place" });
const Trip = z.object({
  from: Place,
  to: Place.meta({ description: "Where it ends" }),
  days: z.int().default(1),
}).meta({ id: "Trip" });

Deno.test("flatSchema() has the fields at the root, without references", () => {
  const schema = flatSchema(Trip, "input");
  assert.equal(schema.type, "object");
  assert.doesNotMatch(JSON.stringify(schema), /\$ref|\$defs/);
  assert.match(JSON.stringify(schema), /"from":\{[^}]*"properties":\{"city"/);
  assert.match(JSON.stringify(schema), /Where it ends/);
});

Deno.test("flatSchema() keeps the reference of a recursive schema", () => {
  const Node = z.object({
    name: z.string(),
    get children() {
      return z.array(Node);
    },
  }).meta({ id: "Node" });
  const schema = flatSchema(z.object({ root: Node }), "input");
  assert.deepEqual(Object.keys(schema.$defs ?? {}), ["Node"]);
});

Deno.test("flatSchema() of answers promises fields and allows others", () => {
  assert.doesNotMatch(JSON.stringify(flatSchema(Trip, "output")), /additionalProperties/);
});

Deno.test("flatSchema() writes tuples so that clients of every draft read them alike", () => {
  const Pair = z.tuple([z.number(), z.number()]).meta({ description: "Lower and upper bound" });
  const Row = z.tuple([z.string(), z.int()]).rest(z.boolean());
  for (const io of ["input", "output"] as const) {
    const schema = flatSchema(z.object({ pair: Pair.nullable(), row: Row }), io);
    assert.doesNotMatch(JSON.stringify(schema), /prefixItems|"items":false/);
    const { pair, row } = z.object({ pair: z.unknown(), row: z.unknown() }).parse(schema.properties);
    const bounds = { type: "array", items: { type: "number" }, minItems: 2, maxItems: 2 };
    const { description } = z.globalRegistry.get(Pair) ?? {};
    assert.deepEqual(pair, { anyOf: [{ ...bounds, description }, { type: "null" }] });
    assert.match(JSON.stringify(row), /"anyOf":\[\{"type":"string"\}.*"type":"boolean".*"minItems":2\}$/);
  }
});
