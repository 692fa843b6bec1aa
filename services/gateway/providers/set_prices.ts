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
  /** How often prices have changed: another number means that what was made of them is out of date. */
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
        // An answer of the database may come late, or twice.
        if (row.version <= (newest.get(name)?.version ?? 0)) continue;
        newest.set(name, row);
        changes++;
      }
    },
  };
}
