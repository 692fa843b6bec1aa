/** A steady load of writes on copies of the platform that come and go. */
import { DeadlineError, pause, within } from "lib/deadlines.ts";
import type { Platform } from "./platform.ts";
import { type Acknowledged, type Writer, WRITERS } from "./writers.ts";

/** Outcomes of the calls of a phase. */
export interface PhaseCounts {
  /** Writes that were acknowledged. */
  acknowledged: number;
  /** Calls with any other answer. */
  refused: number;
  /** Calls that ended without an answer, such as those in flight on a killed copy. */
  cut: number;
  /** Calls that timed out. */
  hung: number;
  /** The longest call in milliseconds. */
  longestMs: number;
}

/** A running load. */
export interface CopiesLoad {
  /** The writes acknowledged so far. */
  written: Acknowledged[];
  /** Starts a phase: later calls count in the returned counts, whenever they end. */
  begin(): PhaseCounts;
  /** Replaces a copy by another or by none; returns the former one. */
  replace(at: number, copy: Platform | undefined): Platform | undefined;
  /** The running copies. */
  copies(): Platform[];
  /** Resolves when each copy has acknowledged a write of each kind. */
  recovered(): Promise<void>;
  /** Stops the load once all calls have ended. */
  stop(): Promise<void>;
}

// Longer than the deadline of any of these calls.
const HANGS_MS = 20_000;
const AGAIN_MS = 50;

/** Starts a load of `perSecond` writes a second on `all` in rotation; chats use `key`. */
export async function loadOn(
  all: readonly (Platform | undefined)[],
  { perSecond, key }: { perSecond: number; key: string },
): Promise<CopiesLoad> {
  const places = [...all];
  const credentials = { key, jwt: await places[0]?.token("admin") ?? "" };
  const written: Acknowledged[] = [];
  const inHand = new Set<Promise<boolean>>();
  const stopping = new AbortController();
  let counts = none();

  async function call(copy: Platform, write: Writer, into: PhaseCounts): Promise<boolean> {
    const begun = performance.now();
    try {
      const done = await within(HANGS_MS, write(copy, credentials));
      if (done) written.push(done);
      into[done ? "acknowledged" : "refused"]++;
      return done !== undefined;
    } catch (error) {
      into[error instanceof DeadlineError ? "hung" : "cut"]++;
      return false;
    } finally {
      into.longestMs = Math.max(into.longestMs, Math.round(performance.now() - begun));
    }
  }

  async function run(): Promise<void> {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const copy = places[turn % places.length];
      const write = WRITERS[Math.floor(turn / places.length) % WRITERS.length];
      if (copy && write) {
        const calling = call(copy, write, counts).finally(() => inHand.delete(calling));
        inHand.add(calling);
      }
      await pause(1000 / perSecond, stopping.signal).catch(() => {});
    }
    await Promise.all(inHand);
  }

  const running = run();
  return {
    written,
    begin: () => counts = none(),
    replace: (at, copy) => places.splice(at, 1, copy)[0],
    copies: () => places.filter((copy) => copy !== undefined),
    async recovered() {
      const each = places.flatMap((copy) => copy ? WRITERS.map((write) => ({ copy, write })) : []);
      await Promise.all(each.map(async ({ copy, write }) => {
        while (!await call(copy, write, none())) await pause(AGAIN_MS);
      }));
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function none(): PhaseCounts {
  return { acknowledged: 0, refused: 0, cut: 0, hung: 0, longestMs: 0 };
}
