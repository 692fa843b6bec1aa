/** A steady load of writes on copies of the platform, which come and go. */
import { DeadlineError, pause, within } from "lib/deadlines.ts";
import type { Platform } from "./platform.ts";
import { type Acknowledged, type Writer, WRITERS } from "./writers.ts";

/** The outcomes of the calls of a phase. */
export interface PhaseCounts {
  /** Writes that were acknowledged. */
  acknowledged: number;
  /** Calls that were answered, but not so. */
  refused: number;
  /** Calls whose connection ended without an answer, as those in hand of a copy that is killed. */
  cut: number;
  /** Calls without an answer in time. */
  hung: number;
  /** The longest call in milliseconds. */
  longestMs: number;
}

/** A load that runs. */
export interface CopiesLoad {
  /** The writes acknowledged so far. */
  written: Acknowledged[];
  /** From now on calls are counted in the returned counts, whenever they end. */
  begin(): PhaseCounts;
  /** Puts a copy, or none, in the place of another, which is returned. */
  replace(at: number, copy: Platform | undefined): Platform | undefined;
  /** The copies that there are. */
  copies(): Platform[];
  /** Resolves when each copy has acknowledged a write of each kind. */
  recovered(): Promise<void>;
  /** Ends it, once all calls have ended. */
  stop(): Promise<void>;
}

// Longer than the deadline of any of these calls.
const HANGS_MS = 20_000;
const AGAIN_MS = 50;

/** Begins a load of so many writes a second on `all` in turn; chats are made with `key`. */
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
