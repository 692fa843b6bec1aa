import type { Price } from "./price.ts";

/** A price set by an admin; null if removed. */
export interface SetPriceRow {
  provider: string;
  model: string;
  price: Price | null;
  /** Higher for later changes. */
  version: number;
}

/** The prices that admins set, in memory. */
export interface SetPrices {
  /** The set price; undefined if the configuration and list prices apply. */
  find(provider: string, model: string): Price | undefined;
  /** The number of price changes; another number invalidates what was derived from them. */
  changes(): number;
  take(rows: readonly SetPriceRow[]): void;
}

export function noSetPrices(): SetPrices {
  const newest = new Map<string, SetPriceRow>();
  let changes = 0;
  // A provider's name has no slash.
  const nameOf = (provider: string, model: string) => `${provider}/${model}`;
  return {
    find: (provider, model) => newest.get(nameOf(provider, model))?.price ?? undefined,
    changes: () => changes,
    take(rows) {
      for (const row of rows) {
        const name = nameOf(row.provider, row.model);
        // Rows may arrive out of order or twice.
        if (row.version <= (newest.get(name)?.version ?? 0)) continue;
        newest.set(name, row);
        changes++;
      }
    },
  };
}
