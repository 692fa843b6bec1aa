/** Translates a request of Anthropic's Messages API to a chat request, for providers without that API. */
import { createHash } from "node:crypto";
import type { JsonObject } from "lib/json_object.ts";
import { catalogued, priceList } from "../providers/prices.ts";
import type { Target } from "../providers/target.ts";
import { objectOf, objectsOf, textOf } from "../wires/http.ts";
import { definedFields, maxTokensField } from "../translation/chat_fields.ts";
import { untranslatable } from "../calls/untranslatable.ts";
import { chatMessages, systemContent } from "./chat_content.ts";

/** The chat request for `target`. Throws a 400 that names a field without a translation. */
export function chatRequest(data: JsonObject, target: Target): JsonObject {
  for (const name of ["mcp_servers", "container"]) {
    if (data[name] !== undefined && data[name] !== null) throw untranslatable({ type: name }, name);
  }
  const system = data.system === undefined ? "" : systemContent(data.system, target);
  const own = target.wire !== "openai" && target.wire !== "azure_openai";
  const stop = Array.isArray(data.stop_sequences) && data.stop_sequences.length > 0;
  return definedFields({
    model: data.model,
    messages: [
      ...system.length > 0 ? [{ role: "system", content: system }] : [],
      ...objectsOf(data.messages).flatMap((message, index) =>
        chatMessages(message, `messages.${index}`, target)
      ),
    ],
    [maxTokensField(target)]: data.max_tokens,
    ...data.stream === true ? { stream: true, stream_options: { include_usage: true } } : {},
    ...toolFields(data, own),
    stop: stop ? data.stop_sequences : undefined,
    temperature: data.temperature,
    top_p: data.top_p,
    top_k: own ? data.top_k : undefined,
    reasoning_effort: effortFor(data, target),
    response_format: answerFormat(data),
    user: userOf(data.metadata),
  });
}

function toolFields({ tools, tool_choice }: JsonObject, marks: boolean): JsonObject {
  const functions = objectsOf(tools).map((tool, index) => functionOf(tool, `tools.${index}`, marks));
  if (functions.length === 0) return {};
  const { type, name, disable_parallel_tool_use } = objectOf(tool_choice);
  const choices: Record<string, unknown> = {
    auto: "auto",
    any: "required",
    none: "none",
    tool: { type: "function", function: { name } },
  };
  return definedFields({
    tools: functions,
    tool_choice: choices[textOf(type)],
    parallel_tool_calls: disable_parallel_tool_use === true ? false : undefined,
  });
}

function functionOf(tool: JsonObject, at: string, marks: boolean): JsonObject {
  const { type, name, description, input_schema, strict, cache_control } = tool;
  if (type !== undefined && type !== null && type !== "custom") throw untranslatable(tool, at);
  return definedFields({
    type: "function",
    function: definedFields({ name, description, parameters: input_schema, strict }),
    cache_control: marks ? cache_control : undefined,
  });
}

const EFFORTS: [least: number, effort: string][] = [[10_000, "high"], [5_000, "medium"], [0, "low"]];

/** Reasoning effort: only a hint, so it is sent to known reasoning models, or when the request sets a budget. */
function effortFor(data: JsonObject, { model, provider, wire }: Target): string | undefined {
  const thinking = objectOf(data.thinking);
  if (thinking.type === "disabled") return undefined;
  const known = catalogued(model, priceList(provider, wire))?.capabilities;
  if (known ? !known.includes("reasoning") : thinking.type !== "enabled") return undefined;
  const effort = textOf(objectOf(data.output_config).effort);
  if (effort) return effort === "max" ? "xhigh" : effort;
  const budget = thinking.budget_tokens;
  return typeof budget === "number" ? EFFORTS.find(([least]) => budget >= least)?.[1] : undefined;
}

function answerFormat({ output_config, output_format }: JsonObject): JsonObject | undefined {
  const { type, schema } = objectOf(objectOf(output_config).format ?? output_format);
  if (type !== "json_schema") return undefined;
  return { type: "json_schema", json_schema: { name: "answer", schema, strict: true } };
}

/** The user id, hashed when too long: OpenAI accepts 64 characters, Claude Code sends more. */
function userOf(metadata: unknown): string | undefined {
  const id = textOf(objectOf(metadata).user_id);
  if (id.length <= 64) return id || undefined;
  return createHash("sha256").update(id).digest("hex");
}
