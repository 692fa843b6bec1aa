/** The items of a request's input. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { invalidRequest } from "../errors.ts";
import { newId } from "./response_object.ts";

/** The input as items; a string is a user message. Throws a 422 for anything else. */
export function inputItems(input: unknown): JsonObject[] {
  if (typeof input === "string" && input !== "") {
    return [{ type: "message", role: "user", content: [{ type: "input_text", text: input }] }];
  }
  if (Array.isArray(input) && input.length > 0) {
    for (const [index, item] of input.entries()) checkItem(item, `input.${index}`);
    return input.filter(isObject);
  }
  throw invalidRequest(422, "'input' must be a string or a list of items, and not empty", { param: "input" });
}

const ROLES = new Set<unknown>(["user", "assistant", "system", "developer"]);

function checkItem(item: unknown, param: string): void {
  if (!isObject(item)) throw invalidRequest(422, `'${param}' must be an object`, { param });
  const { type, role, content } = item;
  if (type !== undefined && type !== null && typeof type !== "string") {
    throw invalidRequest(422, `'${param}.type' must be a string`, { param: `${param}.type` });
  }
  if (!isMessage(item)) return;
  if (!ROLES.has(role)) {
    throw invalidRequest(422, `'${param}.role' must be user, assistant, system or developer`, {
      param: `${param}.role`,
    });
  }
  if (typeof content !== "string" && !(Array.isArray(content) && content.every(isObject))) {
    throw invalidRequest(422, `'${param}.content' must be a string or a list of parts`, {
      param: `${param}.content`,
    });
  }
}

/** Whether an item is a message. Messages may omit `type`; so may references, which have no role. */
export function isMessage({ type, role }: JsonObject): boolean {
  return type === "message" || (type === undefined || type === null) && role !== undefined;
}

const PREFIXES: Record<string, string> = {
  message: "msg",
  reasoning: "rs",
  function_call: "fc",
  function_call_output: "fco",
  custom_tool_call: "ctc",
  custom_tool_call_output: "ctco",
};

/** An item as stored and returned: with an id, and content as parts. */
export function keptItem(item: JsonObject): JsonObject {
  const type = isMessage(item) ? "message" : String(item.type);
  const id = typeof item.id === "string" && item.id !== "" ? item.id : newId(PREFIXES[type] ?? "item");
  if (type !== "message") return { ...item, id };
  const { content, role } = item;
  const part = role === "assistant" ? "output_text" : "input_text";
  const parts = typeof content === "string"
    ? [{ type: part, text: content, ...role === "assistant" ? { annotations: [] } : {} }]
    : content;
  return { status: "completed", ...item, type, id, content: parts };
}
