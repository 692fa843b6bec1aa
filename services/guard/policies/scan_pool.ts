/** A worker thread for long texts, which would block other requests. */
import { after } from "lib/deadlines.ts";
import { unavailable } from "lib/errors.ts";
import type { Injection } from "../injection/detect_injection.ts";
import type { TextOrigin } from "../injection/sign.ts";
import type { DetectOptions } from "../pii/detect.ts";
import type { Entity } from "../pii/entity.ts";
import type { PiiSettings } from "./pii_handling.ts";
import type { MatchedPolicy } from "./policy.ts";
import type { Scan, ScannedText, WantedChecks } from "./scan.ts";
import type { ScanAnswer, ScanRequest } from "./scan_worker.ts";

/** The policies in force and the shadow policies. */
export interface PooledSet {
  policies: readonly MatchedPolicy[];
  shadow?: { policies: readonly MatchedPolicy[] } | undefined;
}

export interface ScanPool {
  /** The findings in `texts`. @throws 503 when too many texts wait or the check takes too long. */
  scan(
    rules: { set: PooledSet; pii: PiiSettings },
    asked: { texts: readonly ScannedText[]; wanted: WantedChecks },
  ): Promise<Scan[]>;
  /** The personal data in a text. @throws 503 like `scan`. */
  detect(text: string, options: DetectOptions): Promise<Entity[]>;
  /** The prompt injection in a text. @throws 503 like `scan`. */
  attacks(text: string, place: TextOrigin): Promise<Injection>;
  close(): void;
}

/** Longer texts are checked in the thread. */
export const INLINE = 4_000;
/** Most waiting characters; more are refused. */
const MOST_WAITING = 100_000_000;
/** A check that takes longer is given up, with its thread. */
const MOST_MS = 30_000;
// The thread stops its own check before, unless it does not even do that.
const GIVEN_UP_AFTER = 1.2;
/** Whoever has waited this long for their turn is asked to retry. */
const MOST_WAITING_MS = 60_000;

const THREAD = new URL("./scan_worker.ts", import.meta.url);

/** A request with the rules that it is to be checked by; those that the thread has are not sent again. */
type Asked = Omit<ScanRequest, "id" | "rules" | "limitMs"> & { by?: { set: PooledSet; pii: PiiSettings } };

interface Waiting extends Asked {
  id: number;
  resolve(answer: ScanAnswer): void;
  reject(error: unknown): void;
  /** How many shorter ones went before it. */
  passed: number;
  /** Withdraws the deadline of its wait, then that of its check. */
  withdraw(): void;
}

/** Bounds of a pool, and its thread. */
export interface ScanPoolOptions {
  /** A check that takes longer than this is given up. */
  mostMs?: number;
  /** The longest wait for a turn. */
  mostWaitingMs?: number;
  /** The module of the thread. */
  thread?: URL;
}

/** A pool that starts its thread at the first long text and checks one request after the other. */
export function scanPool(
  { mostMs = MOST_MS, mostWaitingMs = MOST_WAITING_MS, thread = THREAD }: ScanPoolOptions = {},
): ScanPool {
  // In order of their turns; the thread has the first one.
  const waiting: Waiting[] = [];
  const checking = scanThread(thread, { limitMs: mostMs, settle, failed: replace });
  let next = 0;

  /** Takes a request out; the next one gets its turn. */
  function settle(id: number): Waiting | undefined {
    const at = waiting.findIndex((entry) => entry.id === id);
    const [settled] = at < 0 ? [] : waiting.splice(at, 1);
    settled?.withdraw();
    if (at === 0) begin();
    return settled;
  }

  /** Sends the first request to the thread. */
  function begin(): void {
    const [first] = waiting;
    if (!first) return;
    first.withdraw();
    first.withdraw = after(mostMs * GIVEN_UP_AFTER, replace);
    checking.send(first);
  }

  /** Ends the thread; only the request that it had fails, and a new thread goes on with the others. */
  function replace(): void {
    checking.end();
    const [first] = waiting;
    if (first) settle(first.id)?.reject(busy());
  }

  function enqueue(request: Asked): Promise<ScanAnswer> {
    if (isFull(waiting, request.texts)) return Promise.reject(busy());
    const id = ++next;
    const { promise, resolve, reject } = Promise.withResolvers<ScanAnswer>();
    const withdraw = after(mostWaitingMs, () => settle(id)?.reject(busy()));
    const entry = { ...request, id, resolve, reject, withdraw, passed: 0 };
    waiting.splice(placeOf(entry, waiting), 0, entry);
    if (waiting.length === 1) begin();
    return promise;
  }
  return {
    ...questionsTo(enqueue),
    close() {
      checking.end();
      for (const entry of waiting.splice(0)) {
        entry.withdraw();
        entry.reject(busy());
      }
    },
  };
}

const NOTHING: WantedChecks = { policies: false, pii: false };

/** The questions to a thread, each as a request and what is wanted of its answer. */
function questionsTo(asked: (request: Asked) => Promise<ScanAnswer>): Omit<ScanPool, "close"> {
  return {
    async scan(by, { texts, wanted }) {
      return (await asked({ texts, wanted, by })).scans ?? [];
    },
    async detect(text, detecting) {
      const { scans } = await asked({ texts: [{ text }], wanted: { policies: false, pii: true }, detecting });
      return scans?.[0]?.entities ?? [];
    },
    async attacks(text, place) {
      const { injection } = await asked({ texts: [{ text }], wanted: NOTHING, place });
      if (!injection) throw busy();
      return injection;
    },
  };
}

/** Requests of so many characters go before longer ones, each of which lets so many pass. */
const SHORT = 100_000;
const MOST_PASSED = 50;

/** Where a request waits: in its order, but a short one before long ones that the thread does not have yet. */
function placeOf({ texts }: Waiting, waiting: readonly Waiting[]): number {
  let place = waiting.length;
  if (charactersIn(texts) > SHORT) return place;
  for (let last = waiting[place - 1]; place > 1 && last; last = waiting[place - 1]) {
    if (charactersIn(last.texts) <= SHORT || last.passed === MOST_PASSED) break;
    last.passed++;
    place--;
  }
  return place;
}

/** Whether so much waits that texts are refused. */
function isFull(waiting: readonly Waiting[], texts: readonly ScannedText[]): boolean {
  const before = waiting.reduce((sum, entry) => sum + charactersIn(entry.texts), 0);
  return before > 0 && before + charactersIn(texts) > MOST_WAITING;
}

/** The rules that the thread has. */
function knownRules() {
  let known: { set: PooledSet; pii: PiiSettings } | undefined;
  return {
    /** The rules, to be sent, when the thread has others. */
    unknownOf({ set, pii }: { set: PooledSet; pii: PiiSettings }): ScanRequest["rules"] {
      const { policies, shadow } = set;
      const isKnown = known?.set.policies === policies && known.set.shadow?.policies === shadow?.policies &&
        known.pii.custom === pii.custom;
      known = { set, pii };
      return isKnown ? undefined : {
        policies: policies.map(cloneablePolicy),
        shadow: shadow?.policies.map(cloneablePolicy) ?? [],
        pii,
      };
    },
    forget: () => known = undefined,
  };
}

/** A thread that checks texts and settles those who wait for them, begun anew after its end. */
function scanThread(
  thread: URL,
  { limitMs, settle, failed }: {
    limitMs: number;
    settle(id: number): Waiting | undefined;
    failed(): void;
  },
) {
  const known = knownRules();
  let worker: Worker | undefined;
  function begun(): Worker {
    const started = new Worker(thread, { type: "module", deno: { permissions: "none" } });
    started.addEventListener("message", ({ data }: MessageEvent<ScanAnswer>) => {
      if (data.isLate && started === worker) return failed();
      const waiting = settle(data.id);
      if (data.error === undefined) waiting?.resolve(data);
      else waiting?.reject(new Error(`A long text could not be checked: ${data.error}`));
    });
    started.addEventListener("error", (event) => {
      event.preventDefault();
      // The error of a thread that was ended already must not end the next one.
      if (started === worker) failed();
    });
    return started;
  }
  return {
    send({ id, texts, wanted, detecting, place, by }: Waiting): void {
      worker ??= begun();
      const rules = by && known.unknownOf(by);
      worker.postMessage({ id, texts, wanted, detecting, place, limitMs, rules });
    },
    end(): void {
      worker?.terminate();
      worker = undefined;
      known.forget();
    },
  };
}

const charactersIn = (texts: readonly ScannedText[]) => texts.reduce((sum, { text }) => sum + text.length, 0);

const cloneablePolicy = (
  { id, name, rule_type, rule_config, action, priority }: MatchedPolicy,
): MatchedPolicy => ({
  ...{ id, name, rule_type, rule_config, action, priority },
});

const busy = () =>
  unavailable("Too many long texts are being checked; try again later", { retryAfterSeconds: 5 });
