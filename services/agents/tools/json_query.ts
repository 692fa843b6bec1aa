/** Values out of JSON by a JSONPath (RFC 9535) expression. */
import { JSONPathEnvironment, JSONPathError, type JSONValue } from "json-p3";
import { z } from "zod";
import { defineTool, ToolFailure } from "./tool.ts";

const MAX_MATCHES = 1_000;

// match() and search() are disabled, since patterns written by a model or a page could run for ever.
const environment = new JSONPathEnvironment({ maxRecursionDepth: 100 });
environment.functionRegister.delete("match");
environment.functionRegister.delete("search");

/** The values that `path` selects in `value`. */
export function queryJson(value: JSONValue, path: string): { matches: unknown[]; more: boolean } {
  try {
    const matches: unknown[] = [];
    for (const node of environment.lazyQuery(path, value)) {
      if (matches.length === MAX_MATCHES) return { matches, more: true };
      matches.push(node.value);
    }
    return { matches, more: false };
  } catch (error) {
    if (error instanceof JSONPathError) throw new ToolFailure(`JSONPath: ${error.message}`);
    throw error;
  }
}

export const jsonQuery = defineTool({
  name: "json_query",
  pure: true,
  description:
    "Finds values in JSON with a JSONPath (RFC 9535) expression, such as $.items[?@.price < 10].name",
  input: z.object({
    json: z.string().max(1_000_000).meta({ description: "the JSON text" }),
    path: z.string().min(1).max(1_000),
  }),
  run({ json, path }) {
    return queryJson(parsed(json), path);
  },
});

function parsed(text: string): JSONValue {
  try {
    return z.json().parse(JSON.parse(text));
  } catch (error) {
    throw new ToolFailure(`Not JSON: ${error instanceof Error ? error.message : "cannot be read"}`);
  }
}
