/** Translates a chat request to the Responses API, for models that refuse it on chat completions. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import type { Origin } from "../calls/origin.ts";
import { definedFields } from "../translation/chat_fields.ts";
import { untranslatable } from "../calls/untranslatable.ts";
import { objectOf, textOf } from "../wires/http.ts";
import { inputOf } from "./response_input.ts";
import { choiceFrom, toolsFrom } from "./response_tools.ts";

/** Fields that change the answer but have no equivalent in the Responses API. */
const CHAT_ONLY = [
  "functions",
  "function_call",
  "audio",
  "web_search_options",
  "logit_bias",
  "logprobs",
  "stop",
];
/** Fields with the same name in both APIs. */
const SAME = [
  ...["temperature", "top_p", "parallel_tool_calls", "metadata", "user", "safety_identifier", "service_tier"],
  ...["prompt_cache_key", "prompt_cache_retention", "prompt_cache_options", "moderation"],
];
const LEAST_OUTPUT_TOKENS = 16;

/** The request for `/responses` of `origin`'s key. Throws a 400 that names a field without a translation. */
export function responseRequest(data: JsonObject, origin: Origin): JsonObject {
  for (const name of CHAT_ONLY) if (isSet(data[name])) throw untranslatable({ type: name }, name);
  if (typeof data.n === "number" && data.n > 1) throw untranslatable({ type: "n above 1" }, "n");
  if (Array.isArray(data.modalities) && data.modalities.some((modality) => modality !== "text")) {
    throw untranslatable({ type: "an answer that is not text" }, "modalities");
  }
  const bound = data.max_completion_tokens ?? data.max_tokens;
  const tools = toolsFrom(data.tools);
  return definedFields({
    ...Object.fromEntries(SAME.map((name) => [name, data[name]])),
    model: data.model,
    input: inputOf(data.messages, origin),
    tools: tools.length > 0 ? tools : undefined,
    tool_choice: tools.length > 0 ? choiceFrom(data.tool_choice) : undefined,
    max_output_tokens: typeof bound === "number" ? Math.max(LEAST_OUTPUT_TOKENS, bound) : undefined,
    reasoning: data.reasoning_effort ? { effort: data.reasoning_effort } : undefined,
    text: textFrom(data),
    stream: data.stream === true ? true : undefined,
    store: false,
  });
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "none" || value === "auto") {
    return false;
  }
  if (Array.isArray(value)) return value.length > 0;
  return !isObject(value) || Object.keys(value).length > 0;
}

function textFrom({ response_format, verbosity }: JsonObject): JsonObject | undefined {
  const { type, json_schema } = objectOf(response_format);
  const { name, schema, strict, description } = objectOf(json_schema);
  const format = type === "json_schema"
    ? definedFields({ type, name: textOf(name) || "answer", schema, strict, description })
    : type === "json_object"
    ? { type }
    : undefined;
  const text = definedFields({ format, verbosity });
  return Object.keys(text).length > 0 ? text : undefined;
}
