/** Translates a request of the Responses API to a chat request. */
import type { JsonObject } from "lib/json_object.ts";
import { definedFields, maxTokensField } from "../translation/chat_fields.ts";
import { untranslatable } from "../calls/untranslatable.ts";
import type { Target } from "../providers/target.ts";
import { objectOf, textOf } from "../wires/http.ts";
import { chatMessages } from "./chat_messages.ts";
import { choiceOf, functionsOf, type ToolForms } from "./tools.ts";

/** Fields that change the answer and exist only in OpenAI's own API. */
const OWN = ["background", "prompt", "conversation", "context_management", "moderation", "multi_agent"];

/** The chat request of `items` for `target`. Throws a 400 that names a field without a translation. */
export function chatRequest(
  data: JsonObject,
  items: JsonObject[],
  target: Target,
): { chat: JsonObject; forms: ToolForms } {
  for (const name of OWN) {
    if (data[name] !== undefined && data[name] !== null && data[name] !== false) {
      throw untranslatable({ type: name }, name);
    }
  }
  if (typeof data.top_logprobs === "number" && data.top_logprobs > 0) {
    throw untranslatable({ type: "top_logprobs" }, "top_logprobs");
  }
  const { functions, forms } = functionsOf(data.tools);
  const instructions = textOf(data.instructions);
  const openai = target.wire === "openai" || target.wire === "azure_openai";
  const chat = definedFields({
    model: data.model,
    messages: [
      ...instructions ? [{ role: "system", content: instructions }] : [],
      ...chatMessages(items, target),
    ],
    ...data.stream === true ? { stream: true, stream_options: { include_usage: true } } : {},
    ...functions.length > 0
      ? {
        tools: functions,
        tool_choice: choiceOf(data.tool_choice),
        parallel_tool_calls: data.parallel_tool_calls === false ? false : undefined,
      }
      : {},
    [maxTokensField(target)]: data.max_output_tokens,
    temperature: data.temperature,
    top_p: data.top_p,
    reasoning_effort: objectOf(data.reasoning).effort,
    response_format: answerFormat(objectOf(data.text).format),
    verbosity: openai ? objectOf(data.text).verbosity : undefined,
    user: data.user ?? data.safety_identifier,
  });
  return { chat: definedFields(chat), forms };
}

function answerFormat(format: unknown): JsonObject | undefined {
  const { type, name, schema, strict, description } = objectOf(format);
  if (type === "json_object") return { type };
  if (type !== "json_schema") return undefined;
  return { type, json_schema: definedFields({ name, schema, strict, description }) };
}
