import type { Price } from "./price.ts";

/** A model's price as an admin set it; null where it was removed. */
export interface SetPriceRow {
  provider: string;
  model: string;
  price: Price | null;
  /** A later change has a higher one. */
  version: number;
}

/** The prices that admins set, in memory. */
export interface SetPrices {
  /** undefined: the configuration and the list prices say it. */
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
        // The database's answers may arrive late or twice.
        if (row.version <= (newest.get(name)?.version ?? 0)) continue;
        newest.set(name, row);
        changes++;
      }
    },
  };
}
