/** Prices as the fields of a form. */
import type { Price, UnitPrices } from "./calls.ts";

export const TOKENS = ["input", "output"] as const;
export const PARTS = [
  "cached_input",
  "cache_write",
  "audio_input",
  "audio_output",
  "image_input",
  "image_output",
] as const;
export const UNITS = ["minute", "million_characters", "image", "thousand_searches"] as const;

type Part = typeof TOKENS[number] | typeof PARTS[number];
export type PriceField = Part | typeof UNITS[number];
export type PriceTexts = Partial<Record<PriceField, string>>;

/** Whether a price has what the form does not show. */
export function isDetailed({ long_prompt, units }: Price): boolean {
  return long_prompt !== undefined || typeof units?.image === "object";
}

/** Whether a price is by something else than tokens alone. */
export function isByUnit({ input, output, units }: Price): boolean {
  return units !== undefined && Number(input ?? 0) === 0 && Number(output ?? 0) === 0;
}

export function textsOf(price: Price | null): PriceTexts {
  if (!price) return {};
  const { units = {}, long_prompt: _, ...parts } = price;
  const { image, ...others } = units;
  // The gateway fills in zeros where a price is by units alone.
  const tokens = isByUnit(price) ? { ...parts, input: "", output: "" } : parts;
  return { ...tokens, ...others, ...typeof image === "string" ? { image } : {} };
}

/** The fields as the gateway takes them; what they do not show stays as it is in `before`. */
export function priceOf(texts: PriceTexts, before: Price | null): Price {
  const enteredPrice = (name: PriceField) => texts[name]?.trim() || undefined;
  const price: Price = {};
  for (const name of [...TOKENS, ...PARTS]) if (enteredPrice(name)) price[name] = enteredPrice(name);
  const units: UnitPrices = {};
  for (const name of UNITS) if (enteredPrice(name)) units[name] = enteredPrice(name);
  const sizes = before?.units?.image;
  if (typeof sizes === "object") units.image = sizes;
  if (Object.keys(units).length > 0) price.units = units;
  if (before?.long_prompt) price.long_prompt = before.long_prompt;
  return price;
}
