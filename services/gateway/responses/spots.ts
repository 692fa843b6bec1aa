/** Where words stand in the events of a streamed response, and the words that repeat them when a text is done. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { objectOf, textOf } from "../wires/http.ts";

/** Sees words and the text they belong to; `isPiece`: they go on with it, otherwise they are all of it. */
export type VisitWords = (text: string, of: string, isPiece: boolean) => string;

/** The event with the words that `visit` gives. */
export function mapEventWords(event: JsonObject, visit: VisitWords): JsonObject {
  const { type, item_id, part, item, response } = event;
  const name = textOf(type);
  const spot = SPOTS[name.replace(/\.(delta|done)$/, "")];
  if (spot) {
    const of = `${item_id}/${spot.list}/${event[`${spot.list}_index`] ?? 0}`;
    const isPiece = name.endsWith(".delta");
    const field = isPiece ? "delta" : spot.field;
    return { ...event, [field]: visit(textOf(event[field]), of, isPiece) };
  }
  if (name === "response.content_part.done") {
    return { ...event, part: mapPart(objectOf(part), `${item_id}/content/${event.content_index}`, visit) };
  }
  if (name === "response.reasoning_summary_part.done") {
    return { ...event, part: mapPart(objectOf(part), `${item_id}/summary/${event.summary_index}`, visit) };
  }
  if (name === "response.output_item.done") return { ...event, item: mapItemWords(objectOf(item), visit) };
  return isObject(response) ? { ...event, response: mapResponseWords(response, visit) } : event;
}

const SPOTS: Record<string, { list: "content" | "summary" | "call"; field: string }> = {
  "response.output_text": { list: "content", field: "text" },
  "response.refusal": { list: "content", field: "refusal" },
  "response.reasoning_text": { list: "content", field: "text" },
  "response.reasoning_summary_text": { list: "summary", field: "text" },
  "response.function_call_arguments": { list: "call", field: "arguments" },
  "response.custom_tool_call_input": { list: "call", field: "input" },
  "response.mcp_call_arguments": { list: "call", field: "arguments" },
  "response.code_interpreter_call_code": { list: "call", field: "code" },
};

/** The response with the words that `visit` gives for those of its output. */
export function mapResponseWords(response: JsonObject, visit: VisitWords): JsonObject {
  if (!Array.isArray(response.output)) return response;
  return {
    ...response,
    output: response.output.map((item) => isObject(item) ? mapItemWords(item, visit) : item),
  };
}

function mapItemWords(item: JsonObject, visit: VisitWords): JsonObject {
  const mapped = { ...item };
  for (const list of ["content", "summary"]) {
    const parts = item[list];
    if (!Array.isArray(parts)) continue;
    mapped[list] = parts.map((part, index) =>
      isObject(part) ? mapPart(part, `${item.id}/${list}/${index}`, visit) : part
    );
  }
  for (const field of ["arguments", "input", "code"]) {
    const text = item[field];
    if (typeof text === "string") mapped[field] = visit(text, `${item.id}/call/0`, false);
  }
  return mapped;
}

function mapPart(part: JsonObject, of: string, visit: VisitWords): JsonObject {
  const mapped = { ...part };
  for (const field of ["text", "refusal"]) {
    const text = part[field];
    if (typeof text === "string") mapped[field] = visit(text, of, false);
  }
  return mapped;
}
