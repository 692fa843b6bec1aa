/** Reserves units of one limit in the order of the calls, with leases from KV. */
import type { ChangeLeases, LeaseWish } from "lib/limits/leases.ts";
import { unitsAt, waitFor, WINDOW_MS } from "lib/limits/ledger.ts";
import {
  type Account,
  bookedAt,
  endLease,
  forgetPast,
  holds,
  spend,
  view,
} from "lib/limits/limit_account.ts";
import type { LimitAccounts } from "lib/limits/limit_accounts.ts";
import { isDiskFull } from "lib/outages.ts";

/** The parts of a limiter that reserving needs. */
export interface LimitBooks {
  /** Leases units for an account, one change after another. */
  change(account: Account, wish?: LeaseWish): ReturnType<ChangeLeases>;
  /** The accounts of this process. */
  accounts: LimitAccounts;
  /** The clock, Unix milliseconds. */
  now: () => number;
  /** While KV is unreachable: `open` counts in this process alone, `closed` fails. */
  onFailure: "open" | "closed";
}

// How long a refusal is remembered before KV is asked again.
const REFUSAL_MS = 100;
const LEASE_MS = 5_000;

/** Reserves `cost`: returns the time it was booked at, or undefined when the limit is reached. */
export function reserve(books: LimitBooks, account: Account, cost: number): Promise<number | undefined> {
  if (cost > account.limit) return Promise.resolve(undefined);
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  account.waiters.push({ cost, answer: resolve, fail: reject });
  if (account.waiters.length === 1) {
    serve(books, account).catch((error) => {
      for (const waiter of account.waiters.splice(0)) waiter.fail(error);
    });
  }
  return promise;
}

/** Serves the waiting callers of an account in order, leasing for all of them at once. */
async function serve(books: LimitBooks, account: Account): Promise<void> {
  for (let waiter = account.waiters[0]; waiter; waiter = account.waiters[0]) {
    const at = await admit(books, account, waiter.cost);
    account.waiters.shift();
    waiter.answer(at);
  }
}

/** A lease may have expired by the time KV answers: then the next one lasts longer. */
async function admit(books: LimitBooks, account: Account, cost: number): Promise<number | undefined> {
  const { now, onFailure } = books;
  for (let lifeMs = LEASE_MS;; lifeMs *= 2) {
    if (holds(account, cost, now())) return spend(account, cost, now());
    if (account.refused && now() < account.refused.until && cost >= account.refused.cost) return undefined;
    try {
      if (lifeMs > WINDOW_MS) throw new Error("KV answers too slowly to count requests");
      if (!await lease(books, account, { cost, lifeMs })) return undefined;
    } catch (error) {
      // On a full disk calls are counted in this process, so that reads go on.
      if (onFailure === "closed" && !isDiskFull(error)) throw error;
      return admitAlone(books, account, cost);
    }
  }
}

/**
 * Leases units for `cost` and, if the limit allows, for waiting callers and more; false when the limit is
 * reached.
 */
async function lease(
  { change, accounts, now }: LimitBooks,
  account: Account,
  { cost, lifeMs }: { cost: number; lifeMs: number },
): Promise<boolean> {
  const requested = account.waiters.reduce((sum, waiter) => sum + waiter.cost, 0);
  const desired = Math.max(requested, Math.floor(account.limit / 20));
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

/** Counts in this process alone; KV gets the count when it is back. */
function admitAlone({ accounts, now }: LimitBooks, account: Account, cost: number): number | undefined {
  const time = now();
  forgetPast(account, time);
  if (account.limit - unitsAt(view(account, time), time) < cost) return undefined;
  const at = bookedAt(account, time);
  accounts.owe(account, at, cost);
  return at;
}
