import type { BudgetScope } from "./budget_scope.ts";
import { emptyLedger, exchange, type Ledger, reconciled } from "./budget_ledger.ts";

export interface PurseOptions {
  kv: Deno.Kv;
  /** Names this process among those that share the KV. */
  process: string;
  /** Nano dollars spent since `start`, by the usage records. */
  recorded: (scope: BudgetScope, start: string) => Promise<bigint>;
  now: () => number;
}

/** The money of one budget in one period that this process holds. */
export interface Purse {
  readonly end: string;
  /** Sets `amount` aside from what is leased; false when that is not enough or the limit has changed. */
  take(amount: bigint, limit: bigint): boolean;
  /** Sets `amount` aside, leasing more; answers whether the budget allows it, and what is spent if not. */
  lease(amount: bigint, limit: bigint): Promise<{ admitted: boolean; exhausted: boolean }>;
  settle(reserved: bigint, actual: bigint): void;
  /** Tells the ledger what was spent and gives back what is not needed. */
  sync(): Promise<void>;
  /** True when the process holds nothing of the budget and has nothing to tell. */
  idle(): boolean;
  close(): Promise<void>;
}

// How long doubt lasts: by then the records of a process that was killed are in the database.
const DOUBT_MS = 30_000;
const DAY_MS = 86_400_000;

export function openPurse(
  scope: BudgetScope,
  window: { start: string; end: string },
  options: PurseOptions,
): Purse {
  const { kv, process, recorded, now } = options;
  const key = ["gateway_budget", scope.key, scope.period, window.start];
  let limit = scope.limit_nano_usd;
  let available = 0n;
  let reserved = 0n;
  let spent = 0n;
  let recent = 0n;
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    waiting += 1;
    const result = turn.then(work).finally(() => waiting -= 1);
    turn = result.catch(() => {});
    return result;
  }

  function holdsNothing(): boolean {
    return spent === 0n && available === 0n && reserved === 0n;
  }

  function take(amount: bigint, currentLimit: bigint): boolean {
    if (currentLimit !== limit || available < amount) return false;
    available -= amount;
    reserved += amount;
    return true;
  }

  /** One exchange with the ledger; what is settled or set aside meanwhile is left for the next. */
  async function trade(want: bigint | undefined, cushion: bigint) {
    for (;;) {
      const entry = await kv.get<Ledger>(key);
      const ledger = await certain(entry.value ?? emptyLedger());
      const told = spent;
      const held = available;
      const traded = exchange(ledger, {
        process,
        limit,
        spent: told,
        reserved,
        available: held,
        cushion,
        now: now(),
        ...(want === undefined ? {} : { want }),
      });
      // Money that is given back must not be set aside while the ledger is being written.
      const given = traded.available < held ? held - traded.available : 0n;
      available -= given;
      const expireIn = Date.parse(window.end) - now() + DAY_MS;
      const written = await kv.atomic().check(entry).set(key, traded.ledger, { expireIn }).commit();
      if (!written.ok) {
        available += given;
        continue;
      }
      spent -= told;
      if (traded.available > held) available += traded.available - held;
      return { admitted: traded.admitted, exhausted: traded.ledger.spent + traded.ledger.doubtful >= limit };
    }
  }

  async function certain(ledger: Ledger): Promise<Ledger> {
    const doubted = ledger.doubtful > 0n && now() - ledger.doubtful_since > DOUBT_MS;
    if (ledger.checked && !doubted) return ledger;
    // Without the database the ledger stays as it is, and is asked about again.
    const known = await recorded(scope, window.start).catch(() => undefined);
    return known === undefined ? ledger : reconciled(ledger, known);
  }

  return {
    end: window.end,
    take,
    lease: (amount, currentLimit) =>
      inTurn(async () => {
        // A lease under another limit may hold more than this one allows.
        const same = limit === currentLimit;
        limit = currentLimit;
        if (same && take(amount, limit)) return { admitted: true, exhausted: false };
        const answer = await trade(amount, recent * 2n > amount * 8n ? recent * 2n : amount * 8n);
        if (answer.admitted) {
          available -= amount;
          reserved += amount;
        }
        return answer;
      }),
    settle: (promised, actual) => {
      reserved -= promised;
      available += promised - actual;
      spent += actual;
      recent += actual;
    },
    sync: () =>
      inTurn(async () => {
        const cushion = recent * 2n;
        recent = 0n;
        if (!holdsNothing()) await trade(undefined, cushion);
      }),
    idle: () => waiting === 0 && holdsNothing(),
    close: () =>
      inTurn(async () => {
        recent = 0n;
        if (!holdsNothing()) await trade(undefined, 0n);
      }),
  };
}
