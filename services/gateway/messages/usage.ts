/** Converts token counts: Anthropic's input excludes cached tokens, ours includes them. */
import { isObject, type JsonObject } from "lib/json_object.ts";
import { countOf, objectOf } from "../wires/http.ts";
import { type Usage, usageOf } from "../usage.ts";

export function fromAnthropic(raw: unknown): Usage | undefined {
  if (!isObject(raw) || raw.estimated === true) return undefined;
  if (typeof raw.input_tokens !== "number" && typeof raw.output_tokens !== "number") return undefined;
  const cached_tokens = countOf(raw.cache_read_input_tokens);
  const cache_creation_tokens = countOf(raw.cache_creation_input_tokens);
  return usageOf({
    prompt_tokens: countOf(raw.input_tokens) + cached_tokens + cache_creation_tokens,
    completion_tokens: countOf(raw.output_tokens),
    prompt_tokens_details: { cached_tokens, cache_creation_tokens },
    completion_tokens_details: {
      reasoning_tokens: countOf(objectOf(raw.output_tokens_details).thinking_tokens),
    },
  });
}

export function toAnthropic(usage: Usage): JsonObject {
  const { prompt_tokens, cached_tokens, cache_write_tokens, completion_tokens, reasoning_tokens, estimated } =
    usage;
  return {
    input_tokens: Math.max(0, prompt_tokens - cached_tokens - cache_write_tokens),
    cache_creation_input_tokens: cache_write_tokens,
    cache_read_input_tokens: cached_tokens,
    output_tokens: completion_tokens,
    ...reasoning_tokens > 0 ? { output_tokens_details: { thinking_tokens: reasoning_tokens } } : {},
    ...estimated ? { estimated } : {},
  };
}
