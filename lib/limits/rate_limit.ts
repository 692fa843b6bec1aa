/**
 * Limits per minute that are never exceeded, however many processes share them, with few calls to KV.
 *
 * KV holds a ledger for each key: the units of the last minute by the time they were spent. A process leases
 * a slice in one atomic commit, booked at the end of the lease's life, and spends it without asking again;
 * each unit spent is then moved to its own time, and the rest is given back. So a unit counts from when it
 * was spent or later, never earlier, and any 60 seconds hold at most the limit.
 */
import { type ChangeLeases, leaseBook } from "lib/limits/leases.ts";
import { waitFor, WINDOW_MS } from "lib/limits/ledger.ts";
import { type Account, holds, ledgerSum, putBack, spend, view } from "lib/limits/limit_account.ts";
import { limitAccounts } from "lib/limits/limit_accounts.ts";
import { type LimitBooks, reserve } from "lib/limits/limit_reserve.ts";

/** A request to count `cost` units (1 by default) against `limit` units a minute of `key`. */
export interface Want {
  /** The name of the limited thing; unique within the limiter. */
  key: string;
  /** Units a minute. */
  limit: number;
  /** Units wanted now. */
  cost?: number;
}

/** The state of a limit as seen by this process. */
export interface Room {
  /** Units a minute. */
  limit: number;
  /** Units that may still be taken now. */
  remaining: number;
  /** Milliseconds until the whole limit is available again if nothing more is taken; a minute at most. */
  resetMs: number;
}

/** The result of a `take`; `settle` sets the final cost of want number `index`. */
export type Decision =
  | { allowed: true; settle(index: number, actualCost: number): void }
  | { allowed: false; refused: Want; retryAfterMs: number };

/** Counts against limits. */
export interface Limiter {
  /**
   * Takes all of `wants` or none; units reserved for a refused set are given back. Returns without a promise
   * when this process holds enough leases.
   */
  take(wants: readonly Want[]): Decision | Promise<Decision>;
  /** The state of the limit of `key`. */
  room(key: string, limit: number): Room;
  /** Writes all corrections owed to KV. */
  flush(): Promise<void>;
}

/** The parts of a limiter. */
export interface LimiterOptions {
  /** The KV that holds the ledgers. */
  kv: Deno.Kv;
  /** Key prefix of the ledgers. */
  namespace: string;
  /** The clock, Unix milliseconds. */
  now?: () => number;
  /** Most accounts kept in memory. */
  maxKeys?: number;
  /** While KV is unreachable: `open` counts in this process alone, `closed` fails. */
  onFailure?: "open" | "closed";
}

interface Taken {
  account: Account;
  at: number;
  cost: number;
}

/** A limiter whose ledgers live in `kv`. */
export function createLimiter(
  { kv, namespace, now = Date.now, maxKeys = 50_000, onFailure = "closed" }: LimiterOptions,
): Limiter {
  const change = inTurn(leaseBook({ kv, namespace, now }));
  const accounts = limitAccounts({ change, now, maxKeys });
  const books: LimitBooks = { change, accounts, now, onFailure };
  return {
    take(wants) {
      const accountsInUse = wants.map(({ key, limit }) => accounts.of(key, limit));
      const time = now();
      const atHand = accountsInUse.every((account, index) =>
        account.waiters.length === 0 && holds(account, wants[index]?.cost ?? 1, time)
      );
      if (!atHand) return takeInTurn(books, wants, accountsInUse);
      return granted(
        books,
        accountsInUse.map((account, index) => {
          const cost = wants[index]?.cost ?? 1;
          return { account, at: spend(account, cost, time), cost };
        }),
      );
    },
    room(key, limit) {
      const account = accounts.known(key);
      return account ? roomOf(account, limit, now()) : { limit, remaining: limit, resetMs: 0 };
    },
    flush: accounts.flush,
  };
}

async function takeInTurn(books: LimitBooks, wants: readonly Want[], accounts: Account[]): Promise<Decision> {
  const taken: Taken[] = [];
  const giveBack = () =>
    taken.forEach(({ account, at, cost }) => correct(books, account, { at, units: -cost }));
  for (const [index, want] of wants.entries()) {
    const account = accounts[index];
    if (!account) continue;
    const cost = want.cost ?? 1;
    const at = await reserve(books, account, cost).catch((error) => {
      giveBack();
      throw error;
    });
    if (at === undefined) {
      giveBack();
      return { allowed: false, refused: want, retryAfterMs: retryAfter(account, cost, books.now()) };
    }
    taken.push({ account, at, cost });
  }
  return granted(books, taken);
}

function granted(books: LimitBooks, taken: Taken[]): Decision {
  return {
    allowed: true,
    settle(index, actualCost) {
      const reserved = taken[index];
      if (!reserved || actualCost === reserved.cost) return;
      correct(books, reserved.account, { at: reserved.at, units: actualCost - reserved.cost });
      reserved.cost = actualCost;
    },
  };
}

/** Adds `units` to those spent or, if negative, gives back units that were spent at `at`. */
function correct(
  { accounts, now }: LimitBooks,
  account: Account,
  { at, units }: { at: number; units: number },
): void {
  const time = now();
  if (units > 0 && holds(account, units, time)) return void spend(account, units, time);
  if (units < 0) {
    account.refused = undefined;
    if (putBack(account, -units, { at, now: time })) return;
  }
  accounts.owe(account, units > 0 ? time : at, units);
}

function retryAfter(account: Account, cost: number, now: number): number {
  if (cost > account.limit) return WINDOW_MS;
  return Math.max(1, waitFor(view(account, now), account.limit - cost, now));
}

/**
 * Runs the changes of one account one after another, since each starts from the corrections that the last one
 * left.
 */
function inTurn(change: ChangeLeases): LimitBooks["change"] {
  return function changeInTurn(account, wish) {
    const result = account.turn.then(() => change(account, wish));
    account.turn = result.catch(() => {});
    return result;
  };
}

function roomOf(account: Account, limit: number, now: number): Room {
  const { owed, lease } = account;
  const sum = ledgerSum(account, now);
  let used = sum.units - (lease?.available ?? 0);
  let last = sum.last;
  const since = now - WINDOW_MS;
  owed.forEach((units, at) => {
    if (at <= since) return;
    used += units;
    if (units > 0 && at > last && at !== sum.until) last = at;
  });
  return {
    limit,
    remaining: Math.max(0, limit - Math.max(0, used)),
    resetMs: used > 0 ? Math.min(WINDOW_MS, Math.max(0, last + WINDOW_MS - now)) : 0,
  };
}
