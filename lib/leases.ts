/** What was leased of a limit, kept in KV per slot of five seconds. */

/** Milliseconds of a slot. */
export const SLOT_MS = 5_000;
/** Slots that any 60 seconds touch at the most. */
export const SLOTS = 13;

/** What this process knows of the leases of one key. */
export interface Leases {
  /** What is limited. */
  readonly key: string;
  /** Leases per slot as KV last had them. */
  leased: Map<number, number>;
  /** Corrections per slot that KV does not have yet. */
  readonly owed: Map<number, number>;
}

/**
 * One atomic change of a key's leases in KV: what is owed, and the units that `grow` asks for once it is told
 * how many are used. Gives the slot that they were leased in.
 */
export type ChangeLeases = (
  account: Leases,
  grow: (used: number) => number,
) => Promise<{ slot: number; amount: number }>;

/** The leases in `kv` under `namespace`. */
export function leaseBook(
  { kv, namespace, slotNow }: { kv: Deno.Kv; namespace: string; slotNow: () => number },
): ChangeLeases {
  return async function update(account, grow) {
    const key = [namespace, account.key];
    for (let attempt = 0;; attempt++) {
      const entry = await kv.get<[number, number][]>(key);
      const slot = slotNow();
      const owed = new Map(account.owed);
      const leased = new Map((entry.value ?? []).filter(([past]) => past > slot - SLOTS));
      for (const [past, amount] of owed) {
        if (past > slot - SLOTS) leased.set(past, Math.max(0, (leased.get(past) ?? 0) + amount));
      }
      const amount = grow(total(leased));
      if (amount > 0) leased.set(slot, (leased.get(slot) ?? 0) + amount);
      const unchanged = amount === 0 && owed.size === 0;
      const committed = unchanged ||
        (await kv.atomic().check(entry).set(key, [...leased], { expireIn: 2 * SLOTS * SLOT_MS }).commit()).ok;
      if (!committed) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(50, 2 ** attempt)));
        continue;
      }
      for (const [past, paid] of owed) {
        const rest = (account.owed.get(past) ?? 0) - paid;
        if (rest === 0) account.owed.delete(past);
        else account.owed.set(past, rest);
      }
      account.leased = leased;
      return { slot, amount };
    }
  };
}

/** The units of all slots together. */
export function total(leased: Map<number, number>): number {
  let units = 0;
  for (const amount of leased.values()) units += amount;
  return units;
}
