/** Checks arguments against a JSON schema that another program wrote. */
import { CfWorkerJsonSchemaValidator } from "@modelcontextprotocol/client/validators/cf-worker";
import { isObject } from "lib/json_object.ts";
import { isBounded } from "./schema_size.ts";

/** Returns a sentence on the first mismatch, undefined when all fits. */
export type SchemaCheck = (value: unknown) => string | undefined;

// It interprets schemas: nothing that a server sends is turned into code.
const validators = new CfWorkerJsonSchemaValidator({ shortcircuit: false });
const MAX_MESSAGE = 2_000;

/**
 * Checks an object by `schema`. When the schema cannot be read, or checking by it might take for ever, only the type is
 * checked, and the server checks the rest.
 */
export function schemaCheck(schema: Record<string, unknown>): SchemaCheck {
  try {
    const checkable = isBounded(schema) ? withoutPatterns(schema) : {};
    const validate = validators.getValidator({ ...checkable, type: "object" });
    return (value) => {
      try {
        const { valid, errorMessage } = validate(value);
        return valid ? undefined : shortened(errorMessage ?? "they do not fit the schema");
      } catch {
        return undefined;
      }
    };
  } catch {
    return (value) => isObject(value) ? undefined : "they are not an object";
  }
}

/** Keywords whose names are not keywords but a program's own. */
const NAMING = new Set(["properties", "$defs", "definitions", "dependentSchemas"]);
/** Keywords with values instead of schemas. */
const VALUES = new Set(["const", "enum", "default", "examples", "required"]);
/** Keywords about the names that patterns do not cover. */
const REMAINING = new Set(["additionalProperties", "unevaluatedProperties"]);

/** Patterns written by others can run for ever, so only their server applies them, and what depends on them. */
function withoutPatterns(schema: Record<string, unknown>): Record<string, unknown> {
  const names = isObject(schema.patternProperties);
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) =>
        name !== "pattern" && name !== "patternProperties" && !(names && REMAINING.has(name))
      )
      .map(([name, value]) => [name, cleaned(name, value)]),
  );
}

function cleaned(name: string, value: unknown): unknown {
  if (VALUES.has(name)) return value;
  if (Array.isArray(value)) return value.map((part) => isObject(part) ? withoutPatterns(part) : part);
  if (!isObject(value)) return value;
  if (!NAMING.has(name)) return withoutPatterns(value);
  return Object.fromEntries(
    Object.entries(value).map(([own, part]) => [own, isObject(part) ? withoutPatterns(part) : part]),
  );
}

function shortened(text: string): string {
  const lines = text.split("; ").filter((line) => !/^#: (?:Property|Items) /.test(line));
  return (lines.length > 0 ? lines.join("; ") : text).slice(0, MAX_MESSAGE);
}
