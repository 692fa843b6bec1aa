/** Translates chat messages to items of the Responses API. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { providerCallId } from "../translation/call_ids.ts";
import { definedFields } from "../translation/chat_fields.ts";
import { type Origin, unsealed } from "../calls/origin.ts";
import { untranslatable } from "../calls/untranslatable.ts";
import { objectOf, objectsOf, textOf } from "../wires/http.ts";

/** Throws a 400 that names a message without a translation. */
export function inputOf(messages: unknown, origin: Origin): JsonObject[] {
  const custom = new Set<string>();
  return objectsOf(messages).flatMap((message, index) => {
    const at = `messages.${index}`;
    const { role, content } = message;
    if (role === "assistant") return assistantItems(message, { at, custom, origin });
    if (role === "tool") return [toolItem(message, { at, custom, origin })];
    if (role !== "system" && role !== "developer" && role !== "user") {
      throw untranslatable({ type: `role ${textOf(role)}` }, `${at}.role`);
    }
    return [{ type: "message", role, content: partsOf(content, `${at}.content`) }];
  });
}

interface Place {
  at: string;
  /** Ids of calls of custom tools, which take free text. */
  custom: Set<string>;
  /** The provider and key that will be called. */
  origin: Origin;
}

/** An assistant message as items: reasoning, text and calls, in this order. */
function assistantItems(message: JsonObject, { at, custom, origin }: Place): JsonObject[] {
  const texts = typeof message.content === "string"
    ? [{ type: "output_text", text: message.content, annotations: [] }]
    : objectsOf(message.content).map((part) =>
      part.type === "refusal"
        ? { type: "refusal", refusal: textOf(part.refusal) }
        : { type: "output_text", text: textOf(part.text), annotations: [] }
    );
  const refusal = textOf(message.refusal);
  const said = [
    ...texts.filter(({ text, refusal }) => text !== "" || refusal),
    ...refusal ? [{ type: "refusal", refusal }] : [],
  ];
  if (isObject(message.function_call)) throw untranslatable({ type: "function_call" }, `${at}.function_call`);
  return [
    ...objectsOf(message.thinking_blocks).flatMap((block) => thoughtItem(block, origin)),
    ...said.length > 0 ? [{ type: "message", role: "assistant", content: said }] : [],
    ...objectsOf(message.tool_calls).map((call) => callItem(call, custom)),
  ];
}

/** Reasoning sealed by this key, which the provider expects back with its calls. */
function thoughtItem({ type, data }: JsonObject, { provider, key }: Origin): JsonObject[] {
  const from = type === "redacted_thinking" ? unsealed(textOf(data))?.origin : undefined;
  // Other keys cannot decrypt it, and answer without it.
  if (from?.provider !== provider || from.key !== key) return [];
  return [{ type: "reasoning", summary: [], encrypted_content: data }];
}

function callItem(call: JsonObject, custom: Set<string>): JsonObject {
  const { id } = providerCallId(textOf(call.id));
  if (call.type === "custom") {
    custom.add(id);
    const { name, input } = objectOf(call.custom);
    return { type: "custom_tool_call", call_id: id, name, input: textOf(input) };
  }
  const called = objectOf(call.function);
  return {
    type: "function_call",
    call_id: id,
    name: called.name,
    arguments: textOf(called.arguments) || "{}",
  };
}

function toolItem({ tool_call_id, content }: JsonObject, { at, custom }: Place): JsonObject {
  const { id } = providerCallId(textOf(tool_call_id));
  const output = typeof content === "string" ? content : partsOf(content, `${at}.content`);
  return { type: custom.has(id) ? "custom_tool_call_output" : "function_call_output", call_id: id, output };
}

function partsOf(content: unknown, at: string): JsonObject[] {
  if (!Array.isArray(content)) return [{ type: "input_text", text: textOf(content) }];
  return content.map((part, index) =>
    typeof part === "string" ? { type: "input_text", text: part } : partOf(objectOf(part), `${at}.${index}`)
  );
}

function partOf(part: JsonObject, at: string): JsonObject {
  const { type } = part;
  if (type === "text" || type === "input_text") return { type: "input_text", text: textOf(part.text) };
  if (type === "image_url") {
    const { url, detail } = isObject(part.image_url)
      ? part.image_url
      : { url: part.image_url, detail: undefined };
    return definedFields({ type: "input_image", image_url: url, detail: detail ?? "auto" });
  }
  if (type === "file") {
    const { file_id, file_data, filename } = objectOf(part.file);
    return definedFields({ type: "input_file", file_id, file_data, filename });
  }
  throw untranslatable(part, at);
}
