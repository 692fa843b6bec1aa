/**
 * Limits per minute that are never exceeded, whatever the number of processes, and that hardly touch KV.
 *
 * KV holds a ledger for each key: the units of the last minute by the time they were spent. A process leases a
 * slice in one atomic commit, booked at the end of the lease's life, and spends it without asking again; each unit
 * spent is then moved to its own time, and the rest is given back. So a unit counts from when it was spent or from
 * later, never from earlier, and any 60 seconds hold at most the limit.
 */
import { type ChangeLeases, leaseBook, type LeaseWish } from "lib/leases.ts";
import { unitsAt, waitFor, WINDOW_MS } from "lib/ledger.ts";
import {
  type Account,
  bookedAt,
  endLease,
  forgetPast,
  holds,
  putBack,
  spend,
  view,
} from "lib/limit_account.ts";
import { isDiskFull } from "lib/outages.ts";
import { limitAccounts } from "lib/limit_accounts.ts";

/** Something to be counted: `cost` units (1 by default) against `limit` units a minute of `key`. */
export interface Want {
  /** The thing limited, unique within the limiter. */
  key: string;
  /** Units a minute. */
  limit: number;
  /** Units wanted now. */
  cost?: number;
}

/** How full a limit is, as far as this process knows. */
export interface Room {
  /** Units a minute. */
  limit: number;
  /** Units that may still be taken now. */
  remaining: number;
  /** Milliseconds until the limit is whole again, if nothing more is taken; a minute at most. */
  resetMs: number;
}

/** The answer to a `take`; `settle` states what want number `index` cost in the end. */
export type Decision =
  | { allowed: true; settle(index: number, actualCost: number): void }
  | { allowed: false; refused: Want; retryAfterMs: number };

/** Counts against limits. */
export interface Limiter {
  /**
   * Takes all of `wants` or none of them; whatever was reserved for a refused set is given back. Answers
   * without a promise when this process holds enough leases.
   */
  take(wants: readonly Want[]): Decision | Promise<Decision>;
  /** How full the limit of `key` is. */
  room(key: string, limit: number): Room;
  /** Writes what is owed to KV. */
  flush(): Promise<void>;
}

// A refusal is remembered this long before KV is asked again.
const REFUSAL_MS = 100;
const LEASE_MS = 5_000;

/** The parts of a limiter. */
export interface LimiterOptions {
  /** Where the ledgers are. */
  kv: Deno.Kv;
  /** First part of their keys. */
  namespace: string;
  /** The clock, Unix milliseconds. */
  now?: () => number;
  /** Accounts kept in memory at most. */
  maxKeys?: number;
  /** While KV cannot be asked: `open` counts in this process alone, `closed` fails. */
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

  function take(wants: readonly Want[]): Decision | Promise<Decision> {
    const held = wants.map(({ key, limit }) => accounts.of(key, limit));
    const time = now();
    const atHand = held.every((account, index) =>
      account.waiters.length === 0 && holds(account, wants[index]?.cost ?? 1, time)
    );
    if (!atHand) return takeInTurn(wants, held);
    return granted(held.map((account, index) => {
      const cost = wants[index]?.cost ?? 1;
      return { account, at: spend(account, cost, time), cost };
    }));
  }

  async function takeInTurn(wants: readonly Want[], held: Account[]): Promise<Decision> {
    const taken: Taken[] = [];
    const giveBack = () => taken.forEach(({ account, at, cost }) => correct(account, at, -cost));
    for (const [index, want] of wants.entries()) {
      const account = held[index];
      if (!account) continue;
      const cost = want.cost ?? 1;
      const at = await reserve(account, cost).catch((error) => {
        giveBack();
        throw error;
      });
      if (at === undefined) {
        giveBack();
        return { allowed: false, refused: want, retryAfterMs: retryAfter(account, cost) };
      }
      taken.push({ account, at, cost });
    }
    return granted(taken);
  }

  function granted(taken: Taken[]): Decision {
    return {
      allowed: true,
      settle(index, actualCost) {
        const reserved = taken[index];
        if (!reserved || actualCost === reserved.cost) return;
        correct(reserved.account, reserved.at, actualCost - reserved.cost);
        reserved.cost = actualCost;
      },
    };
  }

  /** Adds `units` to what was spent, or, negative, gives back what was spent at `at`. */
  function correct(account: Account, at: number, units: number): void {
    const time = now();
    if (units > 0 && holds(account, units, time)) return void spend(account, units, time);
    if (units < 0) {
      account.refused = undefined;
      if (putBack(account, -units, { at, now: time })) return;
    }
    accounts.owe(account, units > 0 ? time : at, units);
  }

  /** The time that `cost` was booked at, or undefined when there is no room. */
  function reserve(account: Account, cost: number): Promise<number | undefined> {
    if (cost > account.limit) return Promise.resolve(undefined);
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    account.waiters.push({ cost, answer: resolve, fail: reject });
    if (account.waiters.length === 1) {
      serve(account).catch((error) => {
        for (const waiter of account.waiters.splice(0)) waiter.fail(error);
      });
    }
    return promise;
  }

  /** Serves the waiters of an account in their order, leasing for all of them at once. */
  async function serve(account: Account): Promise<void> {
    for (let waiter = account.waiters[0]; waiter; waiter = account.waiters[0]) {
      const at = await admit(account, waiter.cost);
      account.waiters.shift();
      waiter.answer(at);
    }
  }

  /** A lease can be over when KV has answered: then the next one lives longer. */
  async function admit(account: Account, cost: number): Promise<number | undefined> {
    for (let lifeMs = LEASE_MS;; lifeMs *= 2) {
      if (holds(account, cost, now())) return spend(account, cost, now());
      if (account.refused && now() < account.refused.until && cost >= account.refused.cost) return undefined;
      try {
        if (lifeMs > WINDOW_MS) throw new Error("KV answers too slowly to count requests");
        if (!await lease(account, { cost, lifeMs })) return undefined;
      } catch (error) {
        // With a full disk there is still much to be read.
        if (onFailure === "closed" && !isDiskFull(error)) throw error;
        return admitAlone(account, cost);
      }
    }
  }

  /** Leases for `cost` and, where there is room, for those who wait and more; false when there is no room. */
  async function lease(
    account: Account,
    { cost, lifeMs }: { cost: number; lifeMs: number },
  ): Promise<boolean> {
    const wanted = account.waiters.reduce((sum, waiter) => sum + waiter.cost, 0);
    const desired = Math.max(wanted, Math.floor(account.limit / 20));
    endLease(account);
    const { units, until } = await change(account, {
      lifeMs,
      grow(used) {
        const room = account.limit - used;
        return room < cost ? 0 : Math.max(cost, Math.min(desired, Math.ceil(room / 4)));
      },
    });
    if (units === 0) {
      const freeIn = waitFor(account.ledger, account.limit - cost, now());
      account.refused = { cost, until: now() + Math.min(REFUSAL_MS, freeIn) };
      return false;
    }
    account.lease = { from: until - lifeMs, until, available: units };
    if (now() > until) endLease(account);
    accounts.settleIn(account, LEASE_MS);
    return true;
  }

  /** Counts in this process alone; KV is told when it is back. */
  function admitAlone(account: Account, cost: number): number | undefined {
    const time = now();
    forgetPast(account, time);
    if (account.limit - unitsAt(view(account, time), time) < cost) return undefined;
    const at = bookedAt(account, time);
    accounts.owe(account, at, cost);
    return at;
  }

  function retryAfter(account: Account, cost: number): number {
    if (cost > account.limit) return WINDOW_MS;
    const time = now();
    return Math.max(1, waitFor(view(account, time), account.limit - cost, time));
  }

  return {
    take,
    room(key, limit) {
      const account = accounts.known(key);
      return account ? roomOf(account, limit, now()) : { limit, remaining: limit, resetMs: 0 };
    },
    flush: accounts.flush,
  };
}

/** The changes of one account one after another, since each begins with what the last one left owed. */
function inTurn(change: ChangeLeases): (account: Account, wish?: LeaseWish) => ReturnType<ChangeLeases> {
  return function changeInTurn(account, wish) {
    const result = account.turn.then(() => change(account, wish));
    account.turn = result.catch(() => {});
    return result;
  };
}

function roomOf({ ledger, owed, lease }: Account, limit: number, now: number): Room {
  let used = -(lease?.available ?? 0);
  let last = -Infinity;
  for (const entries of [ledger, owed]) {
    for (const [at, units] of entries) {
      if (at <= now - WINDOW_MS) continue;
      used += units;
      if (units > 0 && at > last && at !== lease?.until) last = at;
    }
  }
  return {
    limit,
    remaining: Math.max(0, limit - Math.max(0, used)),
    resetMs: used > 0 ? Math.min(WINDOW_MS, Math.max(0, last + WINDOW_MS - now)) : 0,
  };
}
