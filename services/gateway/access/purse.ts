import { exchange } from "./budget_ledger.ts";
import type { BudgetScope } from "./budget_scope.ts";
import { emptyHolding } from "./holding.ts";
import { type BudgetWindow, sharedLedger, type SharedLedgerOptions } from "./shared_ledger.ts";

export interface PurseOptions extends SharedLedgerOptions {
  /** Names this process among those that share the KV. */
  process: string;
}

/** This process's money of one budget in one period. */
export interface Purse {
  readonly end: string;
  /** Reserves `amount` from the lease; false when that is not enough or the limit has changed. */
  take(amount: bigint, limit: bigint): boolean;
  /** Reserves `amount`, leasing more; returns whether the budget allows it, and the spending if not. */
  lease(amount: bigint, limit: bigint): Promise<{ admitted: boolean; exhausted: boolean }>;
  settle(reserved: bigint, actual: bigint): void;
  /** Reports spending to the ledger and returns unneeded money. */
  sync(): Promise<void>;
  /** True when the process holds no money of the budget and has nothing to report. */
  idle(): boolean;
  close(): Promise<void>;
}

export function openPurse(scope: BudgetScope, window: BudgetWindow, options: PurseOptions): Purse {
  const { process, now } = options;
  const ledger = sharedLedger(scope, window, options);
  const money = emptyHolding();
  const turns = oneAtATime();
  let limit = scope.limit_nano_usd;
  let recent = 0n;

  function take(amount: bigint, currentLimit: bigint): boolean {
    return currentLimit === limit && money.reserve(amount);
  }

  /** One exchange with the ledger; reservations and settlements meanwhile wait for the next. */
  async function trade(want: bigint | undefined, cushion: bigint) {
    for (;;) {
      const before = await ledger.read();
      const { spent, reserved, available } = money;
      const state = { process, limit, spent, reserved, available, want, cushion, now: now() };
      const traded = exchange(before.ledger, state);
      const gain = traded.available - available;
      // Money being returned must not be reserved while the ledger is written.
      if (gain < 0n) money.lease(gain);
      if (!await ledger.write(before, traded.ledger)) {
        if (gain < 0n) money.lease(-gain);
        continue;
      }
      money.reported(spent);
      if (gain > 0n) money.lease(gain);
      return { admitted: traded.admitted, exhausted: traded.ledger.spent + traded.ledger.doubtful >= limit };
    }
  }

  async function report(cushion: bigint): Promise<void> {
    recent = 0n;
    if (!money.isEmpty()) await trade(undefined, cushion);
  }

  return {
    end: window.end,
    take,
    lease: (amount, currentLimit) =>
      turns.run(async () => {
        // A lease under another limit may hold more than this one allows.
        const same = limit === currentLimit;
        limit = currentLimit;
        if (same && take(amount, limit)) return { admitted: true, exhausted: false };
        const answer = await trade(amount, recent * 2n > amount * 8n ? recent * 2n : amount * 8n);
        if (answer.admitted) money.promise(amount);
        return answer;
      }),
    settle: (reserved, actual) => {
      money.settle(reserved, actual);
      recent += actual;
    },
    sync: () => turns.run(() => report(recent * 2n)),
    idle: () => turns.isIdle() && money.isEmpty(),
    close: () => turns.run(() => report(0n)),
  };
}

/** Runs work sequentially. */
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      waiting += 1;
      const result = last.then(work).finally(() => waiting -= 1);
      last = result.catch(() => {});
      return result;
    },
    isIdle: () => waiting === 0,
  };
}
