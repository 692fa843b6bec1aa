import { after } from "lib/deadlines.ts";

/** Heartbeats for waiting clients, so that proxies do not close an idle stream. */
export interface Heartbeat {
  start(): void;
  stop(): void;
}

/** Calls `beat` after every `everyMs` of waiting, with one timer per beat; never when `everyMs` is 0. */
export function createHeartbeat(
  everyMs: number | undefined,
  { waitedMs, beat }: { waitedMs(): number; beat(): void },
): Heartbeat {
  let cancelTimer = () => {};
  let beaten = 0;
  function look(ms: number): void {
    const waited = waitedMs();
    // The wait has restarted for a later event.
    if (waited < beaten) beaten = 0;
    const due = waited > 0 && waited - beaten >= ms;
    if (due) {
      beat();
      beaten = waited;
    }
    const left = due || waited === 0 ? ms : ms - (waited - beaten);
    cancelTimer = after(left, () => look(ms));
  }
  return {
    start: () => void (everyMs && look(everyMs)),
    stop: () => cancelTimer(),
  };
}
