/** Translates items of a conversation to chat messages. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { assistantMessage, type AssistantTurn } from "../translation/assistant_message.ts";
import { providerCallId } from "../translation/call_ids.ts";
import { unsealed, unsignedOrigin } from "../calls/origin.ts";
import { untranslatable } from "../calls/untranslatable.ts";
import type { Target } from "../providers/target.ts";
import { objectsOf, textOf } from "../wires/http.ts";
import { isMessage } from "./input_items.ts";
import { functionName } from "./tools.ts";

/** The messages; text, reasoning and calls of one turn are merged to one. */
export function chatMessages(items: JsonObject[], target: Target): JsonObject[] {
  const messages: JsonObject[] = [];
  let turn: Turn | undefined;
  // Images from tools: most providers accept images only from users, so they follow the last tool result.
  let pictures: JsonObject[] = [];

  function endTurn(): void {
    if (turn) messages.push(...turnMessage(turn));
    turn = undefined;
  }

  function endTools(): void {
    if (pictures.length > 0) messages.push({ role: "user", content: pictures });
    pictures = [];
  }

  for (const [index, item] of items.entries()) {
    const at = `input.${index}`;
    if (isModels(item)) {
      endTools();
      addToTurn(turn ??= { texts: [], calls: [], reasoning: "", thinking: [] }, item, { at, target });
      continue;
    }
    endTurn();
    const { type } = item;
    if (type === "function_call_output" || type === "custom_tool_call_output") {
      const parts = partsOf(item.output, `${at}.output`);
      const { id } = providerCallId(textOf(item.call_id));
      messages.push({ role: "tool", tool_call_id: id, content: plainText(parts) });
      pictures.push(...parts.filter((part) => part.type !== "text"));
      continue;
    }
    endTools();
    if (!isMessage(item)) throw untranslatable(item, at);
    const parts = partsOf(item.content, `${at}.content`);
    const content = parts.every((part) => part.type === "text") ? plainText(parts) : parts;
    messages.push({ role: item.role === "user" ? "user" : "system", content });
  }
  endTurn();
  endTools();
  return messages;
}

interface Turn extends Omit<Required<AssistantTurn>, "text"> {
  texts: string[];
}

const OF_MODEL = new Set<unknown>(["reasoning", "function_call", "custom_tool_call"]);

function isModels(item: JsonObject): boolean {
  return OF_MODEL.has(item.type) || isMessage(item) && item.role === "assistant";
}

function addToTurn(turn: Turn, item: JsonObject, { at, target }: { at: string; target: Target }): void {
  if (item.type === "reasoning") return addReasoning(turn, item, target);
  if (isMessage(item)) {
    turn.texts.push(plainText(partsOf(item.content, `${at}.content`)));
    return;
  }
  const { id, extra } = providerCallId(textOf(item.call_id));
  const json = item.type === "custom_tool_call"
    ? JSON.stringify({ input: textOf(item.input) })
    : textOf(item.arguments);
  const called = { name: functionName(item.name, item.namespace), arguments: json };
  turn.calls.push({ id, type: "function", function: called, ...extra });
}

/** Adds reasoning, but only for the provider that it came from. */
function addReasoning(turn: Turn, item: JsonObject, { provider }: Target): void {
  const content = textOf(item.encrypted_content);
  if (unsignedOrigin(content) === provider) {
    turn.reasoning += [...objectsOf(item.summary), ...objectsOf(item.content)].map(({ text }) => textOf(text))
      .join("");
    return;
  }
  const seal = unsealed(content);
  if (seal?.origin.provider === provider) turn.thinking.push(...signedBlocks(seal.content));
}

function signedBlocks(text: string): JsonObject[] {
  try {
    return objectsOf(JSON.parse(text));
  } catch {
    return [];
  }
}

function turnMessage({ texts, ...turn }: Turn): JsonObject[] {
  return assistantMessage({ text: texts.join(""), ...turn });
}

function plainText(parts: JsonObject[]): string {
  return parts.flatMap(({ type, text }) => type === "text" ? [textOf(text)] : []).join("\n");
}

function partsOf(content: unknown, at: string): JsonObject[] {
  if (!Array.isArray(content)) return textOf(content) ? [{ type: "text", text: textOf(content) }] : [];
  return content.map((part, index) => partOf(isObject(part) ? part : {}, `${at}.${index}`));
}

function partOf(part: JsonObject, at: string): JsonObject {
  const { type, text, refusal, image_url, detail, file_data, filename } = part;
  if (type === "input_text" || type === "output_text" || type === "text") {
    return { type: "text", text: textOf(text) };
  }
  if (type === "refusal") return { type: "text", text: textOf(refusal) };
  if (type === "input_image" && textOf(image_url)) {
    const known = detail === "low" || detail === "high" || detail === "auto" ? { detail } : {};
    return { type: "image_url", image_url: { url: image_url, ...known } };
  }
  if (type === "input_file" && textOf(file_data)) {
    return { type: "file", file: { filename: textOf(filename) || "file", file_data } };
  }
  throw untranslatable({ type: `${textOf(type) || "a part"} by reference` }, at);
}
