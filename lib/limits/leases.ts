/** The ledger of each limit in KV, changed in atomic commits. */
import { type Ledger, packed, unitsAt, unpacked, WINDOW_MS, withCorrections } from "lib/limits/ledger.ts";
import { pause } from "lib/deadlines.ts";

/** This process's view of the ledger of one limit. */
export interface Leases {
  /** Key of the limit. */
  readonly key: string;
  /** The ledger last read from KV. */
  ledger: Ledger;
  /** Corrections by time that are not in KV yet. */
  readonly owed: Map<number, number>;
}

/** Units to be leased: how many, and for how long. */
export interface LeaseWish {
  /** How many units to lease, given the number that count now. */
  grow(used: number): number;
  /** Milliseconds in which they may be spent. */
  lifeMs: number;
}

/**
 * One atomic change of a ledger in KV: writes the corrections owed and takes the wanted lease, which it
 * returns.
 */
export type ChangeLeases = (account: Leases, wish?: LeaseWish) => Promise<{ units: number; until: number }>;

// Units count for at most the longest lease and the minute after it.
const EXPIRE_MS = 3 * WINDOW_MS;
const LONGEST_PAUSE_MS = 50;

/** The ledgers in `kv` under `namespace`. */
export function leaseBook(
  { kv, namespace, now }: { kv: Deno.Kv; namespace: string; now: () => number },
): ChangeLeases {
  return async function change(account, wish) {
    const key = [namespace, "minute", account.key];
    for (let attempt = 0;; attempt++) {
      const entry = await kv.get<number[]>(key);
      const at = now();
      const owed = [...account.owed];
      let ledger = withCorrections(unpacked(entry.value), owed, at);
      const units = wish?.grow(unitsAt(ledger, at)) ?? 0;
      const until = at + (wish?.lifeMs ?? 0);
      if (units > 0) ledger = withCorrections(ledger, [[until, units]], at);
      if (units > 0 || owed.length > 0) {
        const commit = kv.atomic().check(entry).set(key, packed(ledger), { expireIn: EXPIRE_MS }).commit();
        const { ok } = await commit.catch((error) => {
          keepSafe(account.owed, owed);
          throw error;
        });
        if (!ok) {
          await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt));
          continue;
        }
      }
      for (const [time, paid] of owed) {
        const rest = (account.owed.get(time) ?? 0) - paid;
        if (rest === 0) account.owed.delete(time);
        else account.owed.set(time, rest);
      }
      account.ledger = ledger;
      return { units, until };
    }
  };
}

/**
 * A failed commit may still have happened. Giving units back twice could let a limit be exceeded, so that is
 * not retried: those units count until their minute is over.
 */
function keepSafe(owed: Map<number, number>, tried: readonly [number, number][]): void {
  for (const [time, units] of tried) {
    if (units >= 0) continue;
    const rest = (owed.get(time) ?? 0) - units;
    if (rest === 0) owed.delete(time);
    else owed.set(time, rest);
  }
}
