import { windowOf } from "./budget_ledger.ts";
import type { BudgetScope } from "./budget_scope.ts";
import { openPurse, type Purse, type PurseOptions } from "./purse.ts";

/** The purses of all budgets in use, which report to their ledgers every `syncMs`. */
export interface Purses {
  /** The purse of a budget's current period. */
  of(scope: BudgetScope): Purse;
  close(): Promise<void>;
}

export function openPurses(options: PurseOptions & { syncMs: number }): Purses {
  const { now, syncMs } = options;
  // The purse of each budget's current period, and older purses that still hold money.
  const current = new Map<string, { purse: Purse; until: number }>();
  const open = new Set<Purse>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function sync() {
    for (const purse of [...open]) {
      // After a failed write the purse reports again with the next sync.
      await purse.sync().catch(() => {});
      if (purse.idle()) open.delete(purse);
    }
    for (const [name, { purse }] of current) if (!open.has(purse)) current.delete(name);
    timer = open.size > 0 && timer !== undefined ? setTimeout(sync, syncMs) : undefined;
  }

  return {
    of(scope) {
      const name = `${scope.key} ${scope.period}`;
      const time = now();
      const known = current.get(name);
      if (known && time < known.until && open.has(known.purse)) return known.purse;
      const window = windowOf(scope.period, time);
      const purse = openPurse(scope, window, options);
      current.set(name, { purse, until: Date.parse(window.end) });
      open.add(purse);
      timer ??= setTimeout(sync, syncMs);
      return purse;
    },
    async close() {
      clearTimeout(timer);
      timer = undefined;
      await Promise.allSettled([...open].map((purse) => purse.close()));
      open.clear();
      current.clear();
    },
  };
}
