/** A worker thread for long texts, which would block other requests. */
import { unavailable } from "lib/errors.ts";
import type { DetectOptions } from "../pii/detect.ts";
import type { Entity } from "../pii/entity.ts";
import type { PiiSettings } from "./pii_handling.ts";
import type { MatchedPolicy } from "./policy.ts";
import type { Scan, ScannedText, Wanted } from "./scan.ts";
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
    asked: { texts: readonly ScannedText[]; wanted: Wanted },
  ): Promise<Scan[]>;
  /** The personal data in a text. @throws 503 like `scan`. */
  detect(text: string, options: DetectOptions): Promise<Entity[]>;
  close(): void;
}

/** Longer texts are checked in the thread. */
export const INLINE = 10_000;
/** Most waiting characters; more are refused. */
const MOST_WAITING = 100_000_000;
const MOST_MS = 30_000;

interface Waiting {
  characters: number;
  resolve(scans: Scan[]): void;
  reject(error: unknown): void;
  timer: ReturnType<typeof setTimeout>;
}

/** A pool that starts its thread at the first long text. */
export function scanPool(): ScanPool {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  const known = knownRules();
  let next = 0;

  function settle(id: number): Waiting | undefined {
    const one = waiting.get(id);
    waiting.delete(id);
    clearTimeout(one?.timer);
    return one;
  }

  /** Terminates the thread; waiting callers are asked to retry. */
  function stop(): void {
    worker?.terminate();
    worker = undefined;
    known.forget();
    for (const id of [...waiting.keys()]) settle(id)?.reject(busy());
  }

  /** The error of a thread that was ended already must not end the next one. */
  function failed(one: Worker): void {
    if (one === worker) stop();
  }

  /** Whether so much waits that texts are refused. */
  function isFull(texts: readonly ScannedText[]): boolean {
    const before = [...waiting.values()].reduce((sum, one) => sum + one.characters, 0);
    return before > 0 && before + charactersIn(texts) > MOST_WAITING;
  }

  function asked(request: Omit<ScanRequest, "id">): Promise<Scan[]> {
    const characters = charactersIn(request.texts);
    const id = ++next;
    const { promise, resolve, reject } = Promise.withResolvers<Scan[]>();
    waiting.set(id, { characters, resolve, reject, timer: setTimeout(stop, MOST_MS) });
    worker ??= scanWorker({ settle, failed });
    worker.postMessage({ id, ...request });
    return promise;
  }
  return {
    scan(rules, { texts, wanted }) {
      if (isFull(texts)) return Promise.reject(busy());
      return asked({ texts, wanted, rules: known.unknownOf(rules) });
    },
    async detect(text, detecting) {
      const texts = [{ text }];
      if (isFull(texts)) throw busy();
      const [scan] = await asked({ texts, wanted: { policies: false, pii: true }, detecting });
      return scan?.entities ?? [];
    },
    close: stop,
  };
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
      return isKnown
        ? undefined
        : { policies: policies.map(plain), shadow: shadow?.policies.map(plain) ?? [], pii };
    },
    forget: () => known = undefined,
  };
}

/** A thread that checks texts and settles those who wait for them. */
function scanWorker(
  { settle, failed }: { settle(id: number): Waiting | undefined; failed(worker: Worker): void },
): Worker {
  const worker = new Worker(new URL("./scan_worker.ts", import.meta.url), {
    type: "module",
    deno: { permissions: "none" },
  });
  worker.addEventListener("message", ({ data }: MessageEvent<ScanAnswer>) => {
    const one = settle(data.id);
    if (data.scans) one?.resolve(data.scans);
    else one?.reject(new Error(`A long text could not be checked: ${data.error}`));
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    failed(worker);
  });
  return worker;
}

const charactersIn = (texts: readonly ScannedText[]) => texts.reduce((sum, { text }) => sum + text.length, 0);

const plain = ({ id, name, rule_type, rule_config, action, priority }: MatchedPolicy): MatchedPolicy => ({
  ...{ id, name, rule_type, rule_config, action, priority },
});

const busy = () =>
  unavailable("Long texts are checked already; try again in a moment", { retryAfterSeconds: 5 });
