import { CATALOGUE, type CatalogueModel } from "./catalogue.ts";
import type { Price } from "./price.ts";

const BY_NAME = new Map(CATALOGUE.map((model) => [`${model.provider}/${model.id}`, model]));
// Azure OpenAI sells OpenAI's models under their names; Gemini's compatible endpoint is the same service.
const SAME_LIST: Record<string, string> = { azure_openai: "openai", gemini_openai: "gemini" };

const LISTS = new Set([...CATALOGUE.map(({ provider }) => provider), ...Object.keys(SAME_LIST)]);

/**
 * The price list of a provider: its own, or for a second account under another name that of its wire, except OpenAI's
 * wire, which many providers use.
 */
export function priceList(provider: string, wire: string): string {
  return LISTS.has(provider) || wire === "openai" ? provider : wire;
}

/** The catalogue's entry of a model at a provider, also for its dated and regional variants. */
export function catalogued(model: string, provider: string): CatalogueModel | undefined {
  const list = SAME_LIST[provider] ?? provider;
  for (const name of spellings(model)) {
    const listed = BY_NAME.get(`${list}/${name}`);
    if (listed) return listed;
  }
  return undefined;
}

/** The published price of a model at a provider; undefined when none is known. */
export function priceOf(model: string, provider: string): Price | undefined {
  return catalogued(model, provider)?.price;
}

/** A name and its variants without date, `-latest`, and Bedrock's region and version. */
function spellings(model: string): string[] {
  const regional = model.replace(/^(us|eu|apac|jp|au|ca|global)\./, "");
  const undated = regional.replace(/-v\d+(:\d+)?$/, "").replace(/(-\d{4}-\d{2}-\d{2}|-\d{8}|-latest)$/, "");
  return [...new Set([model, regional, undated])];
}
