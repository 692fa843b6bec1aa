/** Compares the machine's clock with other clocks. */
import { fault, type Finding, note, ok } from "./finding.ts";

// The tolerance for the times in tokens.
const MOST_MS = 30_000;
const NOTED_MS = 5_000;

/** `ahead`: how far this clock is ahead of each other clock, in milliseconds. */
export function checkClock(ahead: readonly number[]): Finding {
  const sorted = ahead.toSorted((a, b) => Math.abs(a) - Math.abs(b));
  // One of the other clocks may be wrong, so the nearest one counts.
  const [nearest] = sorted;
  if (nearest === undefined) {
    return note("clock", `is ${new Date().toISOString()}; nothing outside was there to compare it with`);
  }
  const seconds = (Math.abs(nearest) / 1000).toFixed(0);
  if (Math.abs(nearest) <= NOTED_MS) return ok("clock", `differs from others by ${seconds} s at most`);
  const says = `is ${seconds} s ${nearest > 0 ? "ahead" : "behind"}`;
  const todo = "set it by NTP: tokens, signatures and deadlines go by it";
  return Math.abs(nearest) > MOST_MS ? fault("clock", says, todo) : note("clock", says, todo);
}
