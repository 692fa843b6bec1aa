/** How often an address may try to sign in. */
const PER_MINUTE = 20;
const KEPT = 10_000;

/** Whether one more attempt of an address is within the limit. */
export type Attempts = (address: string) => boolean;

/** Counts in this process, by whole minutes; addresses beyond `KEPT` share one count, so that memory is bounded. */
export function attempts(
  { perMinute = PER_MINUTE, now = Date.now }: { perMinute?: number; now?: () => number } = {},
): Attempts {
  const counts = new Map<string, number>();
  let minute = 0;
  return (address) => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) counts.clear();
    minute = current;
    const key = counts.has(address) || counts.size < KEPT ? address : "";
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= perMinute;
  };
}
