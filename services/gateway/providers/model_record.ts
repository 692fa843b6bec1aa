import { catalogued, priceList } from "./prices.ts";
import type { Target } from "./target.ts";

/** A model as `/v1/models` lists it. */
export interface ModelRecord {
  id: string;
  object: "model";
  created: number;
  owned_by: string;
  [field: string]: unknown;
}

/** A model for `/v1/models`, with facts of the catalogue. */
export function record({ provider, model, wire, price }: Target): ModelRecord {
  const known = catalogued(model, priceList(provider, wire));
  const echo = model === "echo-embedding" ? ["embeddings"] : ["chat"];
  return {
    id: model,
    object: "model",
    created: 0,
    owned_by: provider,
    provider,
    wire,
    capabilities: known?.capabilities ?? (provider === "echo" ? echo : []),
    context_window: known?.context_window ?? null,
    price: price ?? null,
    // Configured and set prices are not list prices, so they have no source.
    price_source: price && price === known?.price ? known.price_source : null,
    available: true,
  };
}
