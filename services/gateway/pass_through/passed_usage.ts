/** Reads usage from answers of providers' own endpoints in all known formats. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { fromAnthropic } from "../messages/usage.ts";
import type { WireName } from "../providers/target.ts";
import { type Usage, usageOf } from "../usage.ts";
import { countOf, objectOf } from "../wires/http.ts";

/** Reads the usage of one answer, whole or event by event. */
export interface UsageReader {
  take(data: JsonObject): void;
  readonly usage: Usage | undefined;
}

export function usageReader(wire: WireName): UsageReader {
  let usage: Usage | undefined;
  let told: JsonObject = {};
  return {
    take(data) {
      const raw = reported(data);
      if (!raw) return;
      // Merged, because Anthropic reports prompt tokens in the first event and output tokens in the last.
      const known = Object.entries(raw).filter(([, value]) => value !== null);
      told = { ...told, ...Object.fromEntries(known) };
      usage = parseUsage(wire, told) ?? usage;
    },
    get usage() {
      return usage;
    },
  };
}

/** The object with usage: in `delta` for Cohere's streams, `metadata` for Bedrock's, `response` for Responses'. */
function reported(data: JsonObject) {
  const { usage, usageMetadata, response, message, delta, meta, metadata } = data;
  if (typeof data.eval_count === "number") {
    return { eval_count: data.eval_count, prompt_eval_count: data.prompt_eval_count };
  }
  const holders = [response, message, delta, metadata].map((holder) => objectOf(holder).usage);
  const cohere = objectOf(meta).billed_units;
  return [usageMetadata, usage, ...holders, cohere && { billed_units: cohere }].find(isObject);
}

function parseUsage(wire: WireName, raw: JsonObject): Usage | undefined {
  if ("promptTokenCount" in raw || "totalTokenCount" in raw) return fromGemini(raw);
  if ("inputTokens" in raw) return fromBedrock(raw);
  // Ollama's own format.
  if ("eval_count" in raw) {
    return usageOf({
      prompt_tokens: countOf(raw.prompt_eval_count),
      completion_tokens: countOf(raw.eval_count),
    });
  }
  if (isObject(raw.billed_units)) return fromCohere(raw.billed_units, objectOf(raw.tokens));
  const isAnthropics = wire === "anthropic" || wire === "bedrock";
  return isAnthropics ? fromAnthropic(raw) : usageOf(raw);
}

function fromGemini(raw: JsonObject): Usage | undefined {
  const reasoning_tokens = countOf(raw.thoughtsTokenCount);
  return usageOf({
    prompt_tokens: countOf(raw.promptTokenCount) + countOf(raw.toolUsePromptTokenCount),
    completion_tokens: countOf(raw.candidatesTokenCount) + reasoning_tokens,
    prompt_tokens_details: { cached_tokens: countOf(raw.cachedContentTokenCount) },
    completion_tokens_details: { reasoning_tokens },
  });
}

function fromBedrock(raw: JsonObject): Usage | undefined {
  const cached_tokens = countOf(raw.cacheReadInputTokens);
  const cache_creation_tokens = countOf(raw.cacheWriteInputTokens);
  return usageOf({
    prompt_tokens: countOf(raw.inputTokens) + cached_tokens + cache_creation_tokens,
    completion_tokens: countOf(raw.outputTokens),
    prompt_tokens_details: { cached_tokens, cache_creation_tokens },
  });
}

function fromCohere(billed: JsonObject, tokens: JsonObject): Usage | undefined {
  const usage = usageOf({
    prompt_tokens: countOf(billed.input_tokens ?? tokens.input_tokens),
    completion_tokens: countOf(billed.output_tokens ?? tokens.output_tokens),
  });
  const searches = countOf(billed.search_units);
  return usage && searches > 0 ? { ...usage, units: { searches } } : usage;
}
