import type { BudgetScope } from "./budget_scope.ts";
import { GatewayError, notNow, rateLimitExceeded } from "../errors.ts";
import { usd } from "../money.ts";
import type { Purse, PurseOptions } from "./purse.ts";
import { openPurses } from "./purses.ts";

/** Money reserved for a request. Either method ends it; later calls do nothing. */
export interface Reservation {
  settle(actualNanoUsd: bigint): void;
  release(): void;
}

/** Stops spending at the limit, for any number of concurrent requests and processes. */
export interface Budgets {
  /** Throws rate_limit_exceeded naming the budget. Returns synchronously while leased money lasts. */
  reserve(scopes: readonly BudgetScope[], estimateNanoUsd: bigint): Reservation | Promise<Reservation>;
  close(): Promise<void>;
}

export interface BudgetsOptions extends Omit<PurseOptions, "process" | "now"> {
  process?: string;
  now?: () => number;
  syncMs?: number;
}

/**
 * Budgets kept in Deno KV. A process leases money slightly ahead of its spending, so that most reservations
 * need only memory, and returns unneeded money every second.
 */
export function createBudgets(options: BudgetsOptions): Budgets {
  const { kv, recorded, process = crypto.randomUUID(), now = Date.now, syncMs = 1000 } = options;
  const purses = openPurses({ kv, process, recorded, now, syncMs });

  async function leaseAll(scopes: readonly BudgetScope[], amount: bigint): Promise<Reservation> {
    const taken: Purse[] = [];
    try {
      for (const scope of scopes) {
        const purse = purses.of(scope);
        const { admitted, exhausted } = await purse.lease(amount, scope.limit_nano_usd);
        if (!admitted) throw exceeded(scope, purse.end, exhausted ? Date.parse(purse.end) - now() : 1000);
        taken.push(purse);
      }
    } catch (error) {
      for (const purse of taken) purse.settle(amount, 0n);
      if (error instanceof GatewayError) throw error;
      throw notNow("Budgets cannot be checked at the moment; try again later", { cause: error });
    }
    return reservation(taken, amount);
  }

  return {
    reserve: (scopes, estimateNanoUsd) => {
      const amount = estimateNanoUsd > 0n ? estimateNanoUsd : 1n;
      const taken: Purse[] = [];
      for (const scope of scopes) {
        const purse = purses.of(scope);
        if (!purse.take(amount, scope.limit_nano_usd)) break;
        taken.push(purse);
      }
      if (taken.length === scopes.length) return reservation(taken, amount);
      for (const purse of taken) purse.settle(amount, 0n);
      return leaseAll(scopes, amount);
    },
    close: () => purses.close(),
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
