/** JSON schemas of MCP tools as clients read them: no references, the fields at the root. */
import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { isObject, type JsonObject } from "lib/json_object.ts";

/** The JSON schema of `schema` with every reference replaced, except those of recursive schemas. */
export function flatSchema(schema: z.ZodType, io: "input" | "output"): JsonObject {
  const { $schema: _, $defs, ...root } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    // Answers may hold more fields than promised.
    override: ({ jsonSchema }) => {
      withoutTuple(jsonSchema);
      if (io === "output" && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
    },
  });
  const definitions: JsonObject = isObject($defs) ? $defs : {};
  const flat = inlined(root, definitions, []);
  const text = JSON.stringify(flat);
  const left = Object.keys(definitions).filter((name) => text.includes(`"#/$defs/${name}"`));
  const kept = Object.fromEntries(left.map((name) => [name, definitions[name]]));
  return { ...(isObject(flat) ? flat : {}), ...(left.length > 0 ? { $defs: kept } : {}) };
}

/**
 * Rewrites a tuple as a list of its length: many clients read schemas by draft 7, where the `prefixItems` of later
 * drafts say nothing and `items: false` refuses every list.
 */
function withoutTuple(schema: JsonObject): void {
  const { prefixItems, items } = schema;
  if (!Array.isArray(prefixItems)) return;
  delete schema.prefixItems;
  const rest = isObject(items) ? [items] : [];
  const kinds = new Map([...prefixItems, ...rest].map((kind) => [JSON.stringify(kind), kind]));
  schema.items = kinds.size === 1 ? prefixItems[0] : { anyOf: [...kinds.values()] };
  schema.minItems ??= prefixItems.length;
  if (rest.length === 0) schema.maxItems ??= prefixItems.length;
}

/** `value` with its references replaced, except references to `open`, the definitions being replaced. */
function inlined(value: unknown, definitions: JsonObject, open: string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, definitions, open));
  if (!isObject(value)) return value;
  const { $ref, ...rest } = value;
  const name = typeof $ref === "string" ? /^#\/\$defs\/([^/]+)$/.exec($ref)?.[1] : undefined;
  const own = Object.fromEntries(
    Object.entries($ref === undefined || name === undefined ? value : rest)
      .map(([key, item]) => [key, inlined(item, definitions, open)]),
  );
  const definition = name === undefined ? undefined : definitions[name];
  if (name === undefined || !isObject(definition)) return own;
  if (open.includes(name)) return { ...own, $ref };
  const whole = inlined(definition, definitions, [...open, name]);
  return isObject(whole) ? { ...whole, ...own } : own;
}

/**
 * A schema that shows `json` to clients and accepts everything: the tool itself validates, with our own
 * messages.
 */
export function published(json: JsonObject): StandardSchemaWithJSON {
  return {
    "~standard": {
      version: 1,
      vendor: "diwan",
      validate: (value) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}
