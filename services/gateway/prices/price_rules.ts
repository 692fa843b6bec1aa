import { wrongState } from "lib/errors.ts";

// Limited, because every process holds all prices in memory.
export const MOST_MODELS = 10_000;

/** Facts for a new price: the number of other models with set prices. */
export interface PriceFacts {
  otherModels: number;
}

/** @throws 409 when too many models have set prices. */
export function allowPrice({ otherModels }: PriceFacts): void {
  if (otherModels < MOST_MODELS) return;
  throw wrongState(
    `${MOST_MODELS} models have set prices, which is the limit: put further prices into GATEWAY_CONFIG`,
  );
}
