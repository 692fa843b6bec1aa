/** The accounts of a limiter: a bounded number in memory, their corrections written to KV in time. */
import { inParallel } from "lib/in_parallel.ts";
import type { ChangeLeases } from "lib/limits/leases.ts";
import { type Account, add, atRest, endLease, forgetPast, openAccount } from "lib/limits/limit_account.ts";
import { WINDOW_MS } from "lib/limits/ledger.ts";

/** The accounts of a limiter. */
export interface LimitAccounts {
  /** The account of a key, created if absent. */
  of(key: string, limit: number): Account;
  /** The account of a key, if there is one. */
  known(key: string): Account | undefined;
  /** Adds a correction of `units` at a time, written to the ledger soon. */
  owe(account: Account, at: number, units: number): void;
  /** Writes the corrections owed within that time, and ends the lease when it expires. */
  settleIn(account: Account, ms: number): void;
  /** Ends all leases and writes all corrections. */
  flush(): Promise<void>;
}

const SETTLE_MS = 200;
const AGAIN_MS = 1_000;
const WRITES_AT_ONCE = 16;
// How many accounts are searched for an idle one before the oldest is evicted.
const LOOK_AT = 100;

/** An empty set of accounts; `change` writes to KV. */
export function limitAccounts(
  { change, now, maxKeys }: {
    change: (account: Account) => ReturnType<ChangeLeases>;
    now: () => number;
    maxKeys: number;
  },
): LimitAccounts {
  const accounts = new Map<string, Account>();
  const settler = createSettler(change, now, (account) => {
    if (accounts.get(account.key) === account) accounts.delete(account.key);
  });
  return {
    of(key, limit) {
      let account = accounts.get(key);
      if (!account) {
        const dropped = accounts.size >= maxKeys ? dropOne(accounts, maxKeys) : undefined;
        // The evicted account's leases count in KV until their minute is over.
        if (dropped) settler.forget(dropped);
        accounts.set(key, account = openAccount(key, limit));
        // A caller that comes once leaves no account behind, even if another limit refused it.
        settler.settleIn(account, WINDOW_MS);
      }
      if (account.limit !== limit) {
        endLease(account);
        account.limit = limit;
        account.refused = undefined;
      }
      return account;
    },
    known: (key) => accounts.get(key),
    owe(settled, at, units) {
      // A dropped account may still be settled, but only accounts in the table are written.
      const account = accounts.get(settled.key) ?? settled;
      accounts.set(account.key, account);
      add(account.owed, at, units);
      settler.settleIn(account, SETTLE_MS);
    },
    settleIn: settler.settleIn,
    flush: settler.flush,
  };
}

/**
 * Drops an account at rest among the oldest; otherwise evicts and returns the oldest without waiting callers.
 */
function dropOne(accounts: Map<string, Account>, maxKeys: number): Account | undefined {
  let looked = 0;
  let oldest: Account | undefined;
  for (const account of accounts.values()) {
    if (account.waiters.length === 0) {
      if (account.owed.size === 0 && !account.lease?.available) return void accounts.delete(account.key);
      oldest ??= account;
    }
    if (++looked >= LOOK_AT) break;
  }
  // The table exceeds its bound for a moment: an account is evicted once its debt is written.
  if (accounts.size < 2 * maxKeys || !oldest) return undefined;
  accounts.delete(oldest.key);
  return oldest;
}

/** Writes accounts' corrections, a little later. */
interface Settler extends Pick<LimitAccounts, "settleIn" | "flush"> {
  /** Cancels the pending write of an account. */
  forget(account: Account): void;
}

/** `rests` is called with accounts that are at rest. */
function createSettler(
  change: (account: Account) => ReturnType<ChangeLeases>,
  now: () => number,
  rests: (account: Account) => void,
): Settler {
  const unsettled = new Set<Account>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function settleIn(account: Account, ms: number): void {
    account.dueAt = Math.min(account.dueAt, now() + ms);
    unsettled.add(account);
    if (timer !== undefined) return;
    timer = setTimeout(settleDue, SETTLE_MS);
    Deno.unrefTimer(timer);
  }

  function stopTimer(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  async function settleDue(): Promise<void> {
    timer = undefined;
    const time = now();
    await writeAll([...unsettled].filter(({ dueAt }) => dueAt <= time), (account) => {
      if (account.lease && account.lease.until <= time) endLease(account);
      return write(account);
    });
    for (const account of unsettled) return settleIn(account, AGAIN_MS);
  }

  /** A failed write stays owed and is tried again. */
  async function write(account: Account): Promise<void> {
    forgetPast(account, now());
    account.dueAt = Infinity;
    try {
      if (account.owed.size > 0) await change(account);
      if (atRest(account, now())) {
        unsettled.delete(account);
        rests(account);
      }
    } finally {
      if (unsettled.has(account)) account.dueAt = Math.min(account.dueAt, now() + AGAIN_MS);
    }
  }

  return {
    settleIn,
    forget: (account) => void unsettled.delete(account),
    async flush() {
      stopTimer();
      const failures = await writeAll([...unsettled], (account) => {
        endLease(account);
        return write(account);
      });
      stopTimer();
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Writes accounts, a few at once; returns the failures. */
async function writeAll(accounts: Account[], write: (account: Account) => Promise<void>): Promise<unknown[]> {
  const failures: unknown[] = [];
  await inParallel(accounts, { width: WRITES_AT_ONCE }, async (account) => {
    await write(account).catch((error) => failures.push(error));
  });
  return failures;
}
