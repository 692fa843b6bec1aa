import { z } from "zod";
import { nanoUsd } from "../money.ts";
import type { Usage } from "../usage.ts";
import { Decimal, unitCost, UnitPrice } from "./unit_price.ts";

const TOKENS = {
  input: { description: "US dollars per million prompt tokens", example: "0.15" },
  output: { description: "US dollars per million answer tokens", example: "0.6" },
  cached_input: {
    description: "Prompt tokens read from the provider's cache; default: `input`",
  },
  cache_write: {
    description: "Prompt tokens written to the provider's cache; default: `input`",
  },
};

/** US dollars per million tokens, as decimals; absent buckets have the price of the bucket that includes them. */
export const Price = z.strictObject({
  input: Decimal.optional().meta(TOKENS.input),
  output: Decimal.optional().meta(TOKENS.output),
  cached_input: Decimal.optional().meta(TOKENS.cached_input),
  cache_write: Decimal.optional().meta(TOKENS.cache_write),
  audio_input: Decimal.optional().meta({ description: "Audio tokens of the prompt" }),
  audio_output: Decimal.optional().meta({ description: "Audio tokens of the answer" }),
  image_input: Decimal.optional().meta({ description: "Image tokens of the prompt" }),
  image_output: Decimal.optional().meta({ description: "Image tokens of the answer" }),
  long_prompt: z.strictObject({
    above: z.int().min(1).meta({ description: "Tokens", example: 200_000 }),
    input: Decimal.meta(TOKENS.input),
    output: Decimal.meta(TOKENS.output),
    cached_input: Decimal.optional().meta(TOKENS.cached_input),
    cache_write: Decimal.optional().meta(TOKENS.cache_write),
  }).optional().meta({
    description: "Prices of a whole request whose prompt has more than `above` tokens",
  }),
  units: UnitPrice.optional().meta({
    description: "US dollars per unit other than tokens; a model with these needs no token price",
  }),
}).superRefine(({ input, output, units }, context) => {
  if (units && input === undefined && output === undefined) return;
  for (const [name, value] of Object.entries({ input, output })) {
    if (value === undefined) context.addIssue({ code: "custom", path: [name], message: "is required" });
  }
}).transform(({ input = "0", output = "0", ...more }) => ({ input, output, ...more }));
export type Price = z.output<typeof Price>;

/** Cost of `usage` in nano US dollars; undefined if `price` does not cover it. */
export function costOf(usage: Usage, price: Price): bigint | undefined {
  const byUnit = usage.units && unitCost(usage.units, price.units);
  if (byUnit !== undefined) return byUnit + costNanoUsd(usage, price);
  if (usage.units === undefined && usage.total_tokens === 0) return 0n;
  const pricesTokens = price.units === undefined || price.input !== "0" || price.output !== "0";
  const free = price.units === undefined && price.input === "0" && price.output === "0";
  return free || pricesTokens && usage.total_tokens > 0 ? costNanoUsd(usage, price) : undefined;
}

/**
 * Cost of `usage` in nano US dollars, rounded up once on the sum. Cached, written and audio tokens are subtracted from
 * the prompt, so that no token is charged twice; reasoning has the price of the completion.
 */
export function costNanoUsd(usage: Usage, price: Price): bigint {
  const { prompt_tokens, cached_tokens, cache_write_tokens, audio_prompt_tokens } = usage;
  const { completion_tokens, audio_completion_tokens } = usage;
  const { long_prompt } = price;
  if (long_prompt && prompt_tokens > long_prompt.above) {
    return costNanoUsd(usage, { ...price, ...long_prompt, long_prompt: undefined });
  }
  const rates = ratesOf(price);
  const { image_prompt_tokens: seen = 0, image_completion_tokens: drawn = 0 } = usage;
  const text = prompt_tokens - cached_tokens - cache_write_tokens - audio_prompt_tokens - seen;
  const perMillion = times(text, rates.input) + times(cached_tokens, rates.cachedInput) +
    times(cache_write_tokens, rates.cacheWrite) + times(audio_prompt_tokens, rates.audioInput) +
    times(seen, rates.imageInput) + times(completion_tokens - audio_completion_tokens - drawn, rates.output) +
    times(audio_completion_tokens, rates.audioOutput) + times(drawn, rates.imageOutput);
  return (perMillion + 999_999n) / 1_000_000n;
}

function times(tokens: number, rate: bigint): bigint {
  return tokens > 0 ? BigInt(tokens) * rate : 0n;
}

/** A price in nano US dollars, with a rate for each bucket. */
interface Rates {
  input: bigint;
  cachedInput: bigint;
  cacheWrite: bigint;
  audioInput: bigint;
  output: bigint;
  audioOutput: bigint;
  imageInput: bigint;
  imageOutput: bigint;
}

// Cached, since parsing a price takes longer than using it.
const known = new WeakMap<Price, Rates>();

function ratesOf(price: Price): Rates {
  let rates = known.get(price);
  if (!rates) {
    const [input, output] = [nanoUsd(price.input), nanoUsd(price.output)];
    const or = (own: string | undefined, whole: bigint) => own === undefined ? whole : nanoUsd(own);
    rates = {
      input,
      cachedInput: or(price.cached_input, input),
      cacheWrite: or(price.cache_write, input),
      audioInput: or(price.audio_input, input),
      output,
      audioOutput: or(price.audio_output, output),
      imageInput: or(price.image_input, input),
      imageOutput: or(price.image_output, output),
    };
    known.set(price, rates);
  }
  return rates;
}
