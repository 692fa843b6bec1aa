import { wrongState } from "lib/errors.ts";

// Every process holds all of them in memory.
export const MOST_MODELS = 10_000;

/** The facts for a price: the number of other models whose prices have been set. */
export interface PriceFacts {
  otherModels: number;
}

/** @throws 409 where too many models have prices that were set. */
export function allowPrice({ otherModels }: PriceFacts): void {
  if (otherModels < MOST_MODELS) return;
  throw wrongState(`Prices of ${MOST_MODELS} models have been set: put more of them into GATEWAY_CONFIG`);
}
