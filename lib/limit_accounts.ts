/** The accounts of a limiter: a bounded number in memory, and what they owe written to KV in time. */
import type { ChangeLeases } from "lib/leases.ts";
import { type Account, add, endLease, forgetPast, openAccount } from "lib/limit_account.ts";

/** The accounts of a limiter. */
export interface LimitAccounts {
  /** The account of a key, made when there is none. */
  of(key: string, limit: number): Account;
  /** The account of a key, if there is one. */
  known(key: string): Account | undefined;
  /** Owes `units` at a time to the ledger, written soon. */
  owe(account: Account, at: number, units: number): void;
  /** Writes what is owed within that time, and ends the lease when it is over. */
  settleIn(account: Account, ms: number): void;
  /** Ends all leases and writes all that is owed. */
  flush(): Promise<void>;
}

const SETTLE_MS = 200;
const AGAIN_MS = 1_000;
const WRITES_AT_ONCE = 16;
// How far is looked for an account that nobody needs before the oldest has to go.
const LOOK_AT = 100;

/** No accounts yet; `change` writes to KV. */
export function limitAccounts(
  { change, now, maxKeys }: {
    change: (account: Account) => ReturnType<ChangeLeases>;
    now: () => number;
    maxKeys: number;
  },
): LimitAccounts {
  const accounts = new Map<string, Account>();
  const unsettled = new Set<Account>();
  let settling: ReturnType<typeof setTimeout> | undefined;

  function of(key: string, limit: number): Account {
    let account = accounts.get(key);
    if (!account) {
      if (accounts.size >= maxKeys) dropOne();
      accounts.set(key, account = openAccount(key, limit));
    }
    if (account.limit !== limit) {
      endLease(account);
      account.limit = limit;
      account.refused = undefined;
    }
    return account;
  }

  /** Forgets an account that holds nothing, of those made longest ago; else the oldest that nobody waits for. */
  function dropOne(): void {
    let looked = 0;
    let oldest: string | undefined;
    for (const [key, { waiters, owed, lease }] of accounts) {
      if (waiters.length === 0) {
        if (owed.size === 0 && !lease?.available) return void accounts.delete(key);
        oldest ??= key;
      }
      if (++looked >= LOOK_AT) break;
    }
    // It holds a little more than the bound for a moment: what is owed is written, and then it can go.
    if (accounts.size < 2 * maxKeys || oldest === undefined) return;
    const dropped = accounts.get(oldest);
    accounts.delete(oldest);
    // Its leases count in KV until their minute is over.
    if (dropped) unsettled.delete(dropped);
  }

  function settleIn(account: Account, ms: number): void {
    account.dueAt = Math.min(account.dueAt, now() + ms);
    unsettled.add(account);
    if (settling !== undefined) return;
    settling = setTimeout(() => {
      settling = undefined;
      settleDue();
    }, SETTLE_MS);
    Deno.unrefTimer(settling);
  }

  async function settleDue(): Promise<void> {
    const time = now();
    const due = [...unsettled].filter(({ dueAt }) => dueAt <= time);
    await write(due, (account) => {
      if (account.lease && account.lease.until <= time) endLease(account);
    });
    for (const account of unsettled) return settleIn(account, AGAIN_MS);
  }

  /** A failed write stays owed and is tried again. */
  async function write(due: readonly Account[], before: (account: Account) => void): Promise<unknown[]> {
    const left = [...due];
    const failures: unknown[] = [];
    const worker = async () => {
      for (let account = left.pop(); account; account = left.pop()) {
        before(account);
        forgetPast(account, now());
        account.dueAt = Infinity;
        try {
          if (account.owed.size > 0) await change(account);
          if (account.owed.size === 0 && !account.lease) unsettled.delete(account);
        } catch (error) {
          failures.push(error);
        }
        if (unsettled.has(account)) account.dueAt = Math.min(account.dueAt, now() + AGAIN_MS);
      }
    };
    await Promise.all(Array.from({ length: WRITES_AT_ONCE }, worker));
    return failures;
  }

  return {
    of,
    known: (key) => accounts.get(key),
    owe(settled, at, units) {
      // An account that was forgotten meanwhile may still be settled; only accounts known here are written.
      const account = accounts.get(settled.key) ?? settled;
      accounts.set(account.key, account);
      add(account.owed, at, units);
      settleIn(account, SETTLE_MS);
    },
    settleIn,
    async flush() {
      clearTimeout(settling);
      settling = undefined;
      const failures = await write([...unsettled], endLease);
      clearTimeout(settling);
      settling = undefined;
      if (failures.length > 0) throw failures[0];
    },
  };
}
