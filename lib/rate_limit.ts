/**
 * Limits per minute that are never exceeded, whatever the number of processes, and that hardly touch KV.
 *
 * Time is cut into slots of five seconds. KV holds, per key, how much was leased in each slot of the last
 * minute. A process leases a slice of the current slot in one atomic commit and spends it without asking
 * again; what it has not spent when the slot ends is given back. Any 60 seconds touch at most 13 slots, and the
 * leases of 13 slots together never pass the limit, so no 60 seconds do.
 */

import { leaseBook, type Leases, SLOT_MS, SLOTS, total } from "lib/leases.ts";

/** Something to be counted: `cost` units (1 by default) against `limit` units a minute of `key`. */
export interface Want {
  /** What is limited, unique within the limiter. */
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
  /** Milliseconds until the limit is whole again, if nothing more is taken. */
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

const FLUSH_MS = 200;
// A refusal is remembered this long before KV is asked again.
const REFUSAL_MS = 100;

interface Waiter {
  cost: number;
  /** Told the slot it was served in, or undefined when refused. */
  answer(slot: number | undefined): void;
  fail(error: unknown): void;
}

interface Account extends Leases {
  limit: number;
  /** The slot that `available` was leased in. */
  slot: number;
  available: number;
  waiters: Waiter[];
  refused: { cost: number; until: number } | undefined;
}

/** A limiter whose counts live in `kv` under `namespace`; at most `maxKeys` accounts are kept in memory. */
export function createLimiter(
  { kv, namespace, now = Date.now, maxKeys = 50_000 }: {
    kv: Deno.Kv;
    namespace: string;
    now?: () => number;
    maxKeys?: number;
  },
): Limiter {
  const accounts = new Map<string, Account>();
  let flushing: ReturnType<typeof setTimeout> | undefined;

  const slotNow = () => Math.floor(now() / SLOT_MS);
  const update = leaseBook({ kv, namespace, slotNow });

  function accountOf({ key, limit }: Want): Account {
    let account = accounts.get(key);
    if (!account) {
      while (accounts.size >= maxKeys && dropIdle());
      account = {
        key,
        limit,
        slot: slotNow(),
        available: 0,
        leased: new Map(),
        owed: new Map(),
        waiters: [],
        refused: undefined,
      };
      accounts.set(key, account);
    }
    if (account.limit !== limit) {
      account.limit = limit;
      account.refused = undefined;
    }
    turn(account);
    return account;
  }

  /** Forgets the account that was made longest ago of those nobody waits for; false when there is none. */
  function dropIdle(): boolean {
    for (const [key, account] of accounts) {
      if (account.waiters.length === 0 && account.owed.size === 0) return accounts.delete(key);
    }
    return false;
  }

  /** A lease ends with its slot. */
  function turn(account: Account): void {
    const slot = slotNow();
    if (account.slot === slot) return;
    if (account.available > 0) owe(account, account.slot, -account.available);
    account.slot = slot;
    account.available = 0;
  }

  function owe(settled: Account, slot: number, amount: number): void {
    // What was forgotten meanwhile may still be settled, and only what is known here is written.
    const account = accounts.get(settled.key) ?? settled;
    accounts.set(account.key, account);
    account.owed.set(slot, (account.owed.get(slot) ?? 0) + amount);
    flushing ??= setTimeout(() => {
      flushing = undefined;
      // What fails stays owed and is tried with the next correction or lease.
      flush().catch(() => {});
    }, FLUSH_MS);
    Deno.unrefTimer(flushing);
  }

  function take(wants: readonly Want[]): Decision | Promise<Decision> {
    const held = wants.map(accountOf);
    if (held.every((account, index) => holds(account, wants[index]?.cost ?? 1))) {
      return granted(held.map((account, index) => {
        const cost = wants[index]?.cost ?? 1;
        account.available -= cost;
        return { account, slot: account.slot, cost };
      }));
    }
    return takeInTurn(wants, held);
  }

  async function takeInTurn(wants: readonly Want[], held: Account[]): Promise<Decision> {
    const taken: { account: Account; slot: number; cost: number }[] = [];
    for (const [index, want] of wants.entries()) {
      const account = held[index];
      if (!account) continue;
      const cost = want.cost ?? 1;
      const slot = await reserve(account, cost);
      if (slot !== undefined) {
        taken.push({ account, slot, cost });
        continue;
      }
      for (const reserved of taken) correct(reserved.account, reserved.slot, -reserved.cost);
      return { allowed: false, refused: want, retryAfterMs: retryAfter(account, cost) };
    }
    return granted(taken);
  }

  function granted(taken: { account: Account; slot: number; cost: number }[]): Decision {
    return {
      allowed: true,
      settle(index, actualCost) {
        const reserved = taken[index];
        if (!reserved || actualCost === reserved.cost) return;
        correct(reserved.account, reserved.slot, actualCost - reserved.cost);
        reserved.cost = actualCost;
      },
    };
  }

  /** Adds `amount` (negative: gives back) to what was spent in `slot`. */
  function correct(account: Account, slot: number, amount: number): void {
    turn(account);
    if (amount < 0) account.refused = undefined;
    if (slot === account.slot && account.available >= amount) account.available -= amount;
    else owe(account, amount > 0 ? account.slot : slot, amount);
  }

  /** The slot that `cost` was reserved in, or undefined when there is no room. */
  function reserve(account: Account, cost: number): Promise<number | undefined> {
    if (cost > account.limit) return Promise.resolve(undefined);
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    account.waiters.push({ cost, answer: resolve, fail: reject });
    if (account.waiters.length === 1) {
      pump(account).catch((error) => {
        for (const waiter of account.waiters.splice(0)) waiter.fail(error);
      });
    }
    return promise;
  }

  /** Serves the waiters of an account in their order, leasing for all of them at once. */
  async function pump(account: Account): Promise<void> {
    for (let waiter = account.waiters[0]; waiter; waiter = account.waiters[0]) {
      turn(account);
      if (!holds(account, waiter.cost) && !refusedLately(account, waiter.cost)) {
        const wanted = account.waiters.reduce((sum, { cost }) => sum + cost, 0);
        await lease(account, waiter.cost, Math.max(wanted, Math.floor(account.limit / 20)));
      }
      const served = holds(account, waiter.cost);
      if (served) account.available -= waiter.cost;
      account.waiters.shift();
      waiter.answer(served ? account.slot : undefined);
    }
  }

  function refusedLately(account: Account, cost: number): boolean {
    return account.refused !== undefined && now() < account.refused.until && cost >= account.refused.cost;
  }

  /** Leases until `least` units are at hand, and up to `desired`; nothing when there is no room for `least`. */
  async function lease(account: Account, least: number, desired: number): Promise<void> {
    const grown = await update(account, (used) => {
      const room = account.limit - used;
      const missing = least - account.available;
      if (room < missing) return 0;
      const slice = Math.min(desired - account.available, Math.ceil(room / 4));
      return Math.max(missing, slice);
    });
    turn(account);
    if (grown.amount > 0 && grown.slot === account.slot) account.available += grown.amount;
    else if (grown.amount > 0) owe(account, grown.slot, -grown.amount);
    if (grown.amount === 0) account.refused = { cost: least, until: now() + REFUSAL_MS };
  }

  function retryAfter(account: Account, cost: number): number {
    const slot = slotNow();
    let room = account.limit - total(account.leased);
    for (const [past, amount] of [...account.leased].sort(([a], [b]) => a - b)) {
      if (room >= cost) break;
      room += amount;
      if (room >= cost) return Math.max(1, (past + SLOTS) * SLOT_MS - now());
    }
    return room >= cost ? (slot + 1) * SLOT_MS - now() : SLOTS * SLOT_MS;
  }

  async function flush(): Promise<void> {
    const owing = [...accounts.values()].filter((account) => account.owed.size > 0);
    for (const account of owing) await update(account, () => 0);
  }

  return {
    take,
    room(key, limit) {
      const account = accounts.get(key);
      if (!account) return { limit, remaining: limit, resetMs: 0 };
      turn(account);
      let used = -account.available;
      let last = 0;
      for (const [slot, amount] of account.leased) {
        if (slot <= account.slot - SLOTS || amount <= 0) continue;
        used += amount;
        last = Math.max(last, slot);
      }
      return {
        limit,
        remaining: Math.max(0, limit - Math.max(0, used)),
        resetMs: used > 0 ? Math.max(0, (last + SLOTS) * SLOT_MS - now()) : 0,
      };
    },
    async flush() {
      for (const account of accounts.values()) {
        if (account.available > 0) {
          owe(account, account.slot, -account.available);
          account.available = 0;
        }
      }
      clearTimeout(flushing);
      flushing = undefined;
      await flush();
    },
  };
}

function holds(account: Account, cost: number): boolean {
  return account.available >= cost;
}
