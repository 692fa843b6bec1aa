/** Prices of models, as the operator states them. */
import { z } from "zod";
import { jsonSetting } from "lib/json_setting.ts";
import type { Usage } from "./model.ts";

const Price = z.strictObject({ input: z.number().min(0), output: z.number().min(0) });

/** The setting: JSON of model names, each with its price in USD for a million tokens. */
export const ModelPrices = jsonSetting(
  z.record(z.string().min(1), Price),
  '{"gpt-4o-mini": {"input": 0.15, "output": 0.6}}',
);
export type ModelPrices = NonNullable<z.output<typeof ModelPrices>>;

/** The price of a call in USD; null where the model has none or the provider told no usage. */
export function priceOf(model: string, usage: Usage | null, prices: ModelPrices): number | null {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (!price || !usage) return null;
  return (usage.prompt_tokens * price.input + usage.completion_tokens * price.output) / 1_000_000;
}
