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

/** Patterns written by others can run for ever, so only their server applies them. */
function withoutPatterns(schema: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !(name === "pattern" && typeof value === "string"))
      .filter(([name]) => name !== "patternProperties")
      .map(([name, value]) => [name, cleaned(value)]),
  );
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  return isObject(value) ? withoutPatterns(value) : value;
}

function shortened(text: string): string {
  const lines = text.split("; ").filter((line) => !/^#: (?:Property|Items) /.test(line));
  return (lines.length > 0 ? lines.join("; ") : text).slice(0, MAX_MESSAGE);
}
