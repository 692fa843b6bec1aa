/** A process's share of one limit: a lease to spend from, and corrections not written to KV yet. */
import { type Ledger, WINDOW_MS, withCorrections } from "lib/limits/ledger.ts";
import type { Leases } from "lib/limits/leases.ts";

/** A caller that waits for a lease. */
export interface Waiter {
  /** Units wanted. */
  cost: number;
  /** Resolves with the time it was booked at, or undefined when refused. */
  answer(at: number | undefined): void;
  /** Rejects when KV cannot be reached. */
  fail(error: unknown): void;
}

/** One limit as seen by this process. */
export interface Account extends Leases {
  /** Units a minute. */
  limit: number;
  /** Units that may be spent between two times; the ledger has them at `until`. */
  lease: { from: number; until: number; available: number } | undefined;
  /** Waiting callers, in order. */
  waiters: Waiter[];
  /** A refused cost, and the time before which KV would refuse it again. */
  refused: { cost: number; until: number } | undefined;
  /** The time at which spent units are booked now, and when the first of them was spent. */
  spending: { from: number; at: number };
  /** The sum of its ledger, while that stays the same. */
  sum: LedgerSum | undefined;
  /** When the corrections owed are due to be written. */
  dueAt: number;
  /** The latest change of its ledger; changes run one after another. */
  turn: Promise<unknown>;
}

/** The units of a ledger that count. */
export interface LedgerSum {
  /** The ledger. */
  ledger: Ledger;
  /** The expiry of the lease whose units are in the ledger, if there is one. */
  until: number | undefined;
  /** Units that count, the lease's included. */
  units: number;
  /** When the last of them was spent; the lease's are not spent. */
  last: number;
  /** When the first of them stops counting. */
  before: number;
}

// Units spent close together are booked together, at the latest of their times; small limits are exact.
const GRAIN_MS = 100;
const EXACT_UP_TO = 64;

/** A new account. */
export function openAccount(key: string, limit: number): Account {
  return {
    ...{ key, limit, ledger: [], owed: new Map(), lease: undefined, waiters: [], refused: undefined },
    spending: { from: -Infinity, at: -Infinity },
    sum: undefined,
    dueAt: Infinity,
    turn: Promise.resolve(),
  };
}

/** Whether `cost` can be spent from the lease at `now`. */
export function holds({ lease }: Account, cost: number, now: number): boolean {
  return lease !== undefined && lease.available >= cost && now <= lease.until;
}

/** Spends `cost` of the lease, which must hold it; returns the time it is booked at. */
export function spend(account: Account, cost: number, now: number): number {
  const { lease, owed } = account;
  const at = bookedAt(account, now);
  if (!lease) return at;
  lease.available -= cost;
  add(owed, lease.until, -cost);
  add(owed, at, cost);
  return at;
}

/**
 * Puts `units` spent at `at` back into the lease they came from; false when that lease is over. Units of an
 * earlier lease may expire at any moment and would then be available twice.
 */
export function putBack(
  { lease, owed }: Account,
  units: number,
  { at, now }: { at: number; now: number },
): boolean {
  if (!lease || at < lease.from || now > lease.until) return false;
  lease.available += units;
  add(owed, lease.until, units);
  add(owed, at, -units);
  return true;
}

/** Ends the lease: its unspent units are owed to the ledger. */
export function endLease(account: Account): void {
  if (account.lease) add(account.owed, account.lease.until, -account.lease.available);
  account.lease = undefined;
}

/** Whether an account can be dropped: everything is in KV, and nothing was spent for a minute. */
export function atRest({ owed, lease, waiters, refused, spending }: Account, now: number): boolean {
  const refuses = refused !== undefined && refused.until > now;
  return owed.size === 0 && !lease && waiters.length === 0 && !refuses && spending.at <= now - WINDOW_MS;
}

/** The ledger with the corrections owed to it. */
export function view({ ledger, owed }: Account, now: number): Ledger {
  return withCorrections(ledger, owed, now);
}

/** The units of the ledger that count at `now`; asked several times a call, summed once until they change. */
export function ledgerSum(account: Account, now: number): LedgerSum {
  const { ledger, lease, sum } = account;
  const until = lease?.until;
  if (sum && sum.ledger === ledger && sum.until === until && now < sum.before) return sum;
  const fresh = { ledger, until, units: 0, last: -Infinity, before: Infinity };
  for (const [at, units] of ledger) {
    if (at <= now - WINDOW_MS) continue;
    fresh.units += units;
    if (units > 0 && at !== until) fresh.last = Math.max(fresh.last, at);
    fresh.before = Math.min(fresh.before, at + WINDOW_MS);
  }
  return account.sum = fresh;
}

/** Adds to the corrections owed at a time. */
export function add(owed: Map<number, number>, at: number, units: number): void {
  const sum = (owed.get(at) ?? 0) + units;
  if (sum === 0) owed.delete(at);
  else owed.set(at, sum);
}

/** Drops corrections owed to a minute that is over. */
export function forgetPast({ owed }: Account, now: number): void {
  for (const at of owed.keys()) if (at <= now - WINDOW_MS) owed.delete(at);
}

/** The time to book at: now; units booked a moment ago move along. */
export function bookedAt(account: Account, now: number): number {
  const { spending, owed } = account;
  const grain = account.limit > EXACT_UP_TO ? GRAIN_MS : 0;
  const booked = owed.get(spending.at) ?? 0;
  if (now < spending.at || now - spending.from > grain || booked <= 0) {
    account.spending = { from: now, at: now };
  } else if (now > spending.at) {
    owed.delete(spending.at);
    add(owed, now, booked);
    spending.at = now;
  }
  return account.spending.at;
}
