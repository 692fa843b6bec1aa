import { windowOf } from "./budget_ledger.ts";
import type { BudgetScope } from "./budget_scope.ts";
import { GatewayError, notNow, rateLimitExceeded } from "../errors.ts";
import { usd } from "../money.ts";
import { openPurse, type Purse, type PurseOptions } from "./purse.ts";

/** Money set aside for a request. Either method ends it; calls after the first do nothing. */
export interface Reservation {
  settle(actualNanoUsd: bigint): void;
  release(): void;
}

/** Stops spending at its limit, however many requests and processes spend at once. */
export interface Budgets {
  /** Throws rate_limit_exceeded naming the budget. Answers at once while leased money lasts. */
  reserve(scopes: readonly BudgetScope[], estimateNanoUsd: bigint): Reservation | Promise<Reservation>;
  close(): Promise<void>;
}

export interface BudgetsOptions extends Omit<PurseOptions, "process" | "now"> {
  process?: string;
  now?: () => number;
  syncMs?: number;
}

/**
 * Budgets kept in Deno KV. A process leases money a little ahead of what it spends, so that most requests are
 * answered for from memory, and gives back every second what it does not need.
 */
export function createBudgets(options: BudgetsOptions): Budgets {
  const { kv, recorded, process = crypto.randomUUID(), now = Date.now, syncMs = 1000 } = options;
  // The purse of each budget's current period; and all that still hold something, those of past periods too.
  const current = new Map<string, { purse: Purse; until: number }>();
  const open = new Set<Purse>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function purseOf(scope: BudgetScope): Purse {
    const name = `${scope.key} ${scope.period}`;
    const time = now();
    const known = current.get(name);
    if (known && time < known.until && open.has(known.purse)) return known.purse;
    const window = windowOf(scope.period, time);
    const purse = openPurse(scope, window, { kv, process, recorded, now });
    current.set(name, { purse, until: Date.parse(window.end) });
    open.add(purse);
    timer ??= setTimeout(sync, syncMs);
    return purse;
  }

  async function sync() {
    for (const purse of [...open]) {
      // A ledger that cannot be written keeps what it was not told for the next time.
      await purse.sync().catch(() => {});
      if (purse.idle()) open.delete(purse);
    }
    for (const [name, { purse }] of current) if (!open.has(purse)) current.delete(name);
    timer = open.size > 0 && timer !== undefined ? setTimeout(sync, syncMs) : undefined;
  }

  async function leaseAll(scopes: readonly BudgetScope[], amount: bigint): Promise<Reservation> {
    const taken: Purse[] = [];
    try {
      for (const scope of scopes) {
        const purse = purseOf(scope);
        const { admitted, exhausted } = await purse.lease(amount, scope.limit_nano_usd);
        if (!admitted) throw exceeded(scope, purse.end, exhausted ? Date.parse(purse.end) - now() : 1000);
        taken.push(purse);
      }
    } catch (error) {
      for (const purse of taken) purse.settle(amount, 0n);
      if (error instanceof GatewayError) throw error;
      throw notNow("Budgets cannot be checked now", { cause: error });
    }
    return reservation(taken, amount);
  }

  return {
    reserve: (scopes, estimateNanoUsd) => {
      const amount = estimateNanoUsd > 0n ? estimateNanoUsd : 1n;
      const taken: Purse[] = [];
      for (const scope of scopes) {
        const purse = purseOf(scope);
        if (!purse.take(amount, scope.limit_nano_usd)) break;
        taken.push(purse);
      }
      if (taken.length === scopes.length) return reservation(taken, amount);
      for (const purse of taken) purse.settle(amount, 0n);
      return leaseAll(scopes, amount);
    },
    close: async () => {
      clearTimeout(timer);
      timer = undefined;
      await Promise.allSettled([...open].map((purse) => purse.close()));
      open.clear();
      current.clear();
    },
  };
}

function reservation(purses: readonly Purse[], amount: bigint): Reservation {
  let open = true;
  const end = (actual: bigint) => {
    if (!open) return;
    open = false;
    for (const purse of purses) purse.settle(amount, actual);
  };
  return { settle: end, release: () => end(0n) };
}

function exceeded(scope: BudgetScope, renewsAt: string, waitMs: number) {
  const budget = usd(scope.limit_nano_usd).replace(/\.?0+$/, "");
  return rateLimitExceeded(
    `The ${scope.period} budget of ${scope.scope} ${scope.id}, ${budget} USD, is used up; it renews at ${renewsAt}`,
    Math.max(1, Math.ceil(waitMs / 1000)),
  );
}
