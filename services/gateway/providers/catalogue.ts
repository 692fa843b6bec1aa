import { LISTED, type LongPrompt, PRICE_SOURCES, type PriceSource } from "./list_prices.ts";
import { LISTED_MEDIA, MEDIA_PRICE_SOURCES } from "./list_prices_media.ts";
import { nanoUsd, usd } from "../money.ts";
import type { Price } from "./price.ts";

const CAPABILITIES = [
  "chat",
  "embeddings",
  "tools",
  "vision",
  "audio",
  "reasoning",
  "transcription",
  "speech",
  "images",
  "moderation",
  "completions",
  "rerank",
] as const;
export type Capability = typeof CAPABILITIES[number];

/** Static facts about a model. */
export interface CatalogueModel {
  provider: string;
  id: string;
  price: Price;
  price_source: PriceSource;
  capabilities: Capability[];
  /** In tokens; null if not applicable or not published. */
  context_window: number | null;
}

const TALKING: CatalogueModel[] = Object.entries(LISTED).flatMap(([provider, rows]) =>
  rows.map(([id, input, output, { long, ...more }, words, context_window]) => {
    const price: Price = { input, output, ...more };
    return {
      provider,
      id,
      price: long ? { ...price, long_prompt: longPrompt(price, long) } : price,
      price_source: sourceOf(provider, id),
      capabilities: CAPABILITIES.filter((capability) => words.split(" ").includes(capability)),
      context_window,
    };
  })
);

const OTHERS: CatalogueModel[] = Object.entries(LISTED_MEDIA).flatMap(([provider, rows]) =>
  rows.map(([id, { input = "0", output = "0", ...more }, word]) => ({
    provider,
    id,
    price: { input, output, ...more },
    price_source: sourceOf(provider, id),
    capabilities: CAPABILITIES.filter((capability) => capability === word),
    context_window: null,
  }))
);

/** All models with known prices. */
export const CATALOGUE: CatalogueModel[] = [...TALKING, ...OTHERS];

function sourceOf(provider: string, id: string): PriceSource {
  const source = MEDIA_PRICE_SOURCES[id] ?? PRICE_SOURCES[provider];
  if (!source) throw new TypeError(`the prices of ${provider} have no source`);
  return source;
}

function longPrompt(
  price: Price,
  { above, input, outputHalves }: LongPrompt,
): NonNullable<Price["long_prompt"]> {
  const times = (decimal: string, numerator: bigint, denominator: bigint) =>
    usd(nanoUsd(decimal) * numerator / denominator).replace(/\.?0+$/, "");
  return {
    above,
    input: times(price.input, input, 1n),
    output: times(price.output, outputHalves, 2n),
    ...price.cached_input ? { cached_input: times(price.cached_input, input, 1n) } : {},
    ...price.cache_write ? { cache_write: times(price.cache_write, input, 1n) } : {},
  };
}
