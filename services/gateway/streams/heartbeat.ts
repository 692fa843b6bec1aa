import { after } from "lib/deadlines.ts";

/** Heartbeats for waiting clients, so that proxies do not close an idle stream. */
export interface Heartbeat {
  start(): void;
  stop(): void;
}

/** Calls `beat` each time that `waitedMs` has grown by `everyMs`, with one look per beat; never where that is 0. */
export function createHeartbeat(
  everyMs: number | undefined,
  { waitedMs, beat }: { waitedMs(): number; beat(): void },
): Heartbeat {
  let withdraw = () => {};
  let beaten = 0;
  function look(ms: number): void {
    const waited = waitedMs();
    // The client waits for a later event now.
    if (waited < beaten) beaten = 0;
    const due = waited > 0 && waited - beaten >= ms;
    if (due) {
      beat();
      beaten = waited;
    }
    const left = due || waited === 0 ? ms : ms - (waited - beaten);
    withdraw = after(left, () => look(ms));
  }
  return {
    start: () => void (everyMs && look(everyMs)),
    stop: () => withdraw(),
  };
}
