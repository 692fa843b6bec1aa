/** Values out of JSON by a JSONPath (RFC 9535) expression. */
import { JSONPathEnvironment, JSONPathError, type JSONValue } from "json-p3";
import { z } from "zod";
import { defineTool, type Tool, type ToolContext, ToolFailure } from "./tool.ts";

const MAX_MATCHES = 1_000;
/** A selector can name the same large value many times; further values are left out from here on. */
const MAX_CHARACTERS = 1_000_000;

/** The values found, and whether there are more. */
export interface Matches {
  matches: unknown[];
  more: boolean;
}

// match() and search() are disabled, since patterns written by a model or a page could run for ever.
const environment = new JSONPathEnvironment({ maxRecursionDepth: 100 });
environment.functionRegister.delete("match");
environment.functionRegister.delete("search");

/** The values that `path` selects in the JSON `text`. Filters within filters can take for ever. */
export function queryText(text: string, path: string): Matches {
  const value = parsed(text);
  try {
    const matches: unknown[] = [];
    let characters = 0;
    for (const node of environment.lazyQuery(path, value)) {
      characters += JSON.stringify(node.value).length;
      const isFull = matches.length === MAX_MATCHES || characters > MAX_CHARACTERS;
      if (isFull) return { matches, more: true };
      matches.push(node.value);
    }
    return { matches, more: false };
  } catch (error) {
    if (error instanceof JSONPathError) throw new ToolFailure(`JSONPath: ${error.message}`);
    throw error;
  }
}

/** The tool, whose work `query` does. */
export function jsonQuery(query: (json: string, path: string, by: ToolContext) => Promise<Matches>): Tool {
  return defineTool({
    name: "json_query",
    pure: true,
    description:
      "Finds values in JSON with a JSONPath (RFC 9535) expression, such as $.items[?@.price < 10].name",
    input: z.object({
      json: z.string().max(1_000_000).meta({ description: "the JSON text" }),
      path: z.string().min(1).max(1_000).meta({ description: "the JSONPath, such as $.items[0].price" }),
    }),
    run: ({ json, path }, by) => query(json, path, by),
  });
}

function parsed(text: string): JSONValue {
  try {
    return z.json().parse(JSON.parse(text));
  } catch (error) {
    throw new ToolFailure(`Not JSON: ${error instanceof Error ? error.message : "cannot be read"}`);
  }
}
