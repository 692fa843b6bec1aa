/** Many timeouts on one timer: a timer per call costs more than looking through all of them a few times a second. */

interface Deadline {
  at: number;
  expire(): void;
}

const TICK_MS = 50;
const pending = new Set<Deadline>();
let ticking: ReturnType<typeof setInterval> | undefined;

/** Calls `expire` in `ms`, up to 50 ms late, unless the returned function is called before. */
export function after(ms: number, expire: () => void): () => void {
  const deadline = { at: performance.now() + ms, expire };
  pending.add(deadline);
  ticking ??= setInterval(tick, TICK_MS);
  return () => void pending.delete(deadline);
}

function tick(): void {
  const now = performance.now();
  for (const deadline of pending) {
    if (deadline.at > now) continue;
    pending.delete(deadline);
    deadline.expire();
  }
  if (pending.size > 0) return;
  clearInterval(ticking);
  ticking = undefined;
}
