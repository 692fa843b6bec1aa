import { CATALOGUE, type CatalogueModel } from "./catalogue.ts";
import { nanoUsd } from "./money.ts";
import type { Usage } from "./usage.ts";

/** US dollars per million tokens, as decimals; absent buckets cost what their whole costs. */
export interface Price {
  input: string;
  output: string;
  cached_input?: string;
  cache_write?: string;
  audio_input?: string;
  audio_output?: string;
  /** What the whole request costs where its prompt has more tokens than `above`. */
  long_prompt?: { above: number; input: string; output: string; cached_input?: string; cache_write?: string };
}

/**
 * Nano US dollars of `usage`, rounded up to a whole one once, on the sum. Cached, written and audio tokens are
 * parts of the prompt and priced apart from the rest of it, so that no token is charged twice; reasoning is
 * part of the completion and costs what the completion costs.
 */
export function costNanoUsd(usage: Usage, price: Price): bigint {
  const { prompt_tokens, cached_tokens, cache_write_tokens, audio_prompt_tokens } = usage;
  const { completion_tokens, audio_completion_tokens } = usage;
  const { long_prompt } = price;
  if (long_prompt && prompt_tokens > long_prompt.above) {
    return costNanoUsd(usage, { ...price, ...long_prompt, long_prompt: undefined });
  }
  const text = prompt_tokens - cached_tokens - cache_write_tokens - audio_prompt_tokens;
  const buckets: [number, string][] = [
    [text, price.input],
    [cached_tokens, price.cached_input ?? price.input],
    [cache_write_tokens, price.cache_write ?? price.input],
    [audio_prompt_tokens, price.audio_input ?? price.input],
    [completion_tokens - audio_completion_tokens, price.output],
    [audio_completion_tokens, price.audio_output ?? price.output],
  ];
  const perMillion = buckets.reduce(
    (sum, [tokens, usd]) => sum + BigInt(Math.max(0, tokens)) * nanoUsd(usd),
    0n,
  );
  return (perMillion + 999_999n) / 1_000_000n;
}

const BY_NAME = new Map(CATALOGUE.map((model) => [`${model.provider}/${model.id}`, model]));
// Azure OpenAI sells OpenAI's models under their names; Gemini's compatible endpoint is the same service.
const SAME_LIST: Record<string, string> = { azure_openai: "openai", gemini_openai: "gemini" };

const LISTS = new Set([...CATALOGUE.map(({ provider }) => provider), ...Object.keys(SAME_LIST)]);

/**
 * The list that prices a provider's models: its own, or for a second account under another name that of its wire.
 * OpenAI's wire says nothing of who answers.
 */
export function priceList(provider: string, wire: string): string {
  return LISTS.has(provider) || wire === "openai" ? provider : wire;
}

/** What is known of a model at a provider: under its own name, or under that of its dated or regional variant. */
export function catalogued(model: string, provider: string): CatalogueModel | undefined {
  const list = SAME_LIST[provider] ?? provider;
  for (const name of spellings(model)) {
    const found = BY_NAME.get(`${list}/${name}`);
    if (found) return found;
  }
  return undefined;
}

/** The published price of a model at a provider; undefined when none is known. */
export function priceOf(model: string, provider: string): Price | undefined {
  return catalogued(model, provider)?.price;
}

/** A name without what providers add to it: a date, `-latest`, and Bedrock's region and version. */
function spellings(model: string): string[] {
  const regional = model.replace(/^(us|eu|apac|jp|au|ca|global)\./, "");
  const undated = regional.replace(/-v\d+(:\d+)?$/, "").replace(/(-\d{4}-\d{2}-\d{2}|-\d{8}|-latest)$/, "");
  return [...new Set([model, regional, undated])];
}
