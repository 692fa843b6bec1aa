/** Finds the texts in events of a streamed response, both deltas and the complete texts that repeat them. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { mapTexts } from "lib/streams/message_texts.ts";
import { objectOf, textOf } from "../wires/http.ts";

/** Gets a text and the id of its field, returns its replacement; `isPiece` for a delta, false for a complete text. */
export type VisitWords = (text: string, of: string, isPiece: boolean) => string;

/** The event with its texts replaced by `visit`. */
export function mapEventWords(event: JsonObject, visit: VisitWords): JsonObject {
  const { type, item_id, part, item, response } = event;
  const name = textOf(type);
  const content = `${item_id}/content/${event.content_index}`;
  const spot = SPOTS[name.replace(/\.(delta|done)$/, "")];
  if (spot) {
    const of = `${item_id}/${spot.list}/${event[`${spot.list}_index`] ?? 0}`;
    const isPiece = name.endsWith(".delta");
    const field = isPiece ? "delta" : spot.field;
    return { ...event, [field]: visit(textOf(event[field]), of, isPiece) };
  }
  if (name === "response.output_text.annotation.added") {
    const of = `${content}/annotations/${event.annotation_index}`;
    return { ...event, annotation: mapWhole(event.annotation, of, visit) };
  }
  if (name.startsWith("response.content_part.")) {
    return { ...event, part: mapPart(objectOf(part), content, skipAnnounced(name, visit)) };
  }
  if (name.startsWith("response.reasoning_summary_part.")) {
    const of = `${item_id}/summary/${event.summary_index}`;
    return { ...event, part: mapPart(objectOf(part), of, skipAnnounced(name, visit)) };
  }
  if (name.startsWith("response.output_item.")) {
    return { ...event, item: mapItemWords(objectOf(item), skipAnnounced(name, visit)) };
  }
  return isObject(response) ? { ...event, response: mapResponseWords(response, visit) } : event;
}

/** Skips the empty texts of `added` events. */
function skipAnnounced(name: string, visit: VisitWords): VisitWords {
  return name.endsWith(".added") ? (text, of, isPiece) => text === "" ? "" : visit(text, of, isPiece) : visit;
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

/** The response with the texts of its output replaced by `visit`. */
export function mapResponseWords(response: JsonObject, visit: VisitWords): JsonObject {
  if (!Array.isArray(response.output)) return response;
  return {
    ...response,
    output: response.output.map((item) => isObject(item) ? mapItemWords(item, visit) : item),
  };
}

function mapItemWords(item: JsonObject, visit: VisitWords): JsonObject {
  const mapped: JsonObject = {};
  for (const [field, value] of Object.entries(item)) {
    if ((field === "content" || field === "summary") && Array.isArray(value)) {
      mapped[field] = value.map((part, index) =>
        isObject(part) ? mapPart(part, `${item.id}/${field}/${index}`, visit) : part
      );
    } else if (CALLS.has(field) && typeof value === "string") {
      mapped[field] = visit(value, `${item.id}/call/0`, false);
    } else {
      mapped[field] = SILENT.has(field) ? value : mapWhole(value, `${item.id}/${field}`, visit);
    }
  }
  return mapped;
}

const CALLS = new Set(["arguments", "input", "code"]);

/** Fields of an item without text: type, status, images. */
const SILENT = new Set([
  ...["id", "type", "status", "role", "phase", "call_id", "name", "namespace", "server_label"],
  ...["encrypted_content", "container_id", "execution", "fingerprint", "result", "caller"],
]);

function mapPart(part: JsonObject, of: string, visit: VisitWords): JsonObject {
  const mapped = { ...part };
  for (const field of ["text", "refusal"]) {
    const text = part[field];
    if (typeof text === "string") mapped[field] = visit(text, of, false);
  }
  if (!Array.isArray(part.annotations)) return mapped;
  return {
    ...mapped,
    annotations: part.annotations.map((annotation, index) =>
      mapWhole(annotation, `${of}/annotations/${index}`, visit)
    ),
  };
}

/** Replaces all texts of a value that is sent without deltas. */
function mapWhole(value: unknown, of: string, visit: VisitWords): unknown {
  return mapTexts(value, (text, path) => visit(text, path === "" ? of : `${of}/${path}`, false));
}
