/** Prices of models, as the operator states them. */
import { z } from "zod";
import type { Usage } from "./model.ts";

const Price = z.strictObject({ input: z.number().min(0), output: z.number().min(0) });

/** The setting: JSON of model names, each with its price in USD for a million tokens. */
export const ModelPrices = z.string().transform((text, context) => {
  try {
    return z.record(z.string().min(1), Price).parse(JSON.parse(text));
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : "not JSON";
    context.issues.push({ code: "custom", message, input: text });
    return z.NEVER;
  }
}).optional();
export type ModelPrices = NonNullable<z.output<typeof ModelPrices>>;

/** The price of a call in USD; null where the model has none or the provider told no usage. */
export function priceOf(model: string, usage: Usage | null, prices: ModelPrices): number | null {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (!price || !usage) return null;
  return (usage.prompt_tokens * price.input + usage.completion_tokens * price.output) / 1_000_000;
}
