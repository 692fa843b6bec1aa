/** Retries before the first byte, keys that rest when they fail, and the next provider when one is lost. */
import type { Circuit, Circuits } from "./circuit.ts";
import type { ProviderKey, Target } from "./target.ts";
import { UpstreamError } from "./upstream_error.ts";

export interface Resilience {
  circuits: Circuits;
  onRetry?: (provider: string) => void;
  onFallback?: (from: string, to: string) => void;
  /** Told apart for tests. */
  random?: () => number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Answered<T> {
  target: Target;
  key: ProviderKey;
  value: T;
}

const TRIES = 3;
const FIRST_PAUSE_MS = 200;
// A provider that wants a longer pause is given up for this request: the client may wait, a connection need not.
const LONGEST_PAUSE_MS = 5_000;

/**
 * The first answer that `attempt` gets along `chain`. Throws the last UpstreamError when nobody answers, and
 * at once one that says that the request itself is at fault, or whatever else `attempt` throws.
 */
export async function firstAnswer<T>(
  chain: readonly Target[],
  attempt: (target: Target, key: ProviderKey) => Promise<T>,
  resilience: Resilience & { signal: AbortSignal },
): Promise<Answered<T>> {
  let last: UpstreamError | undefined;
  for (const [step, target] of chain.entries()) {
    try {
      return await tryTarget(target, attempt, resilience);
    } catch (error) {
      if (!(error instanceof UpstreamError) || isCallersFault(error) || !error.beforeFirstByte) throw error;
      last = last && error.code === "circuit_open" ? last : error;
      const next = chain[step + 1];
      if (next) resilience.onFallback?.(target.provider, next.provider);
    }
  }
  throw last ?? new UpstreamError("no provider is configured for this model");
}

async function tryTarget<T>(
  target: Target,
  attempt: (target: Target, key: ProviderKey) => Promise<T>,
  { circuits, onRetry, random = Math.random, sleep = pause, signal }: Resilience & { signal: AbortSignal },
): Promise<Answered<T>> {
  let failed: UpstreamError | undefined;
  const used = new Set<string>();
  for (let count = 1;; count++) {
    const picked = pickKey(target, { circuits, used, random });
    if (!picked) throw failed ?? resting(target, circuits);
    const { key, circuit } = picked;
    try {
      const value = await attempt(target, key);
      circuit.succeeded();
      return { target, key, value };
    } catch (error) {
      report(circuit, error);
      if (!(error instanceof UpstreamError) || !isPassing(error) || count >= TRIES) throw error;
      failed = error;
    }
    used.add(key.id);
    const fresh = target.keys.some(({ id }) => !used.has(id));
    const wait = fresh ? 0 : pauseFor(failed, count, random);
    if (wait > LONGEST_PAUSE_MS) throw failed;
    if (wait > 0) await sleep(wait, signal);
    onRetry?.(target.provider);
  }
}

/** A key by weight whose circuit admits a request; keys not used yet come first. */
function pickKey(
  target: Target,
  { circuits, used, random }: { circuits: Circuits; used: Set<string>; random: () => number },
): { key: ProviderKey; circuit: Circuit } | undefined {
  for (let rest = target.keys;;) {
    const fresh = used.size > 0 ? rest.filter(({ id }) => !used.has(id)) : rest;
    const key = weighted(fresh.length > 0 ? fresh : rest, random);
    if (!key) return undefined;
    const circuit = circuits.of(circuitName(target, key));
    if (circuit.admits()) return { key, circuit };
    rest = rest.filter((other) => other !== key);
  }
}

function weighted(keys: readonly ProviderKey[], random: () => number): ProviderKey | undefined {
  if (keys.length === 1) return keys[0];
  let point = random() * keys.reduce((sum, { weight }) => sum + weight, 0);
  return keys.find(({ weight }) => (point -= weight) < 0) ?? keys.at(-1);
}

export function circuitName(target: Target, key: ProviderKey): string {
  return `${target.provider}/${key.id}`;
}

function report(circuit: Circuit, error: unknown): void {
  if (!(error instanceof UpstreamError)) return circuit.forgot();
  // A refused request is an answer: the provider works. A refused credential does not.
  if (isCallersFault(error) || error.status === 404) return circuit.succeeded();
  circuit.failed(error.retryAfterMs);
}

/** A provider refused what was asked; another try or provider would refuse it as well. */
export function isCallersFault({ status }: UpstreamError): boolean {
  return status === 400 || status === 413 || status === 415 || status === 422;
}

/** Worth another try at the same provider. A timeout is not: it has cost enough. */
function isPassing({ status, code, beforeFirstByte }: UpstreamError): boolean {
  if (!beforeFirstByte || code === "timeout") return false;
  return status === 0 || status === 408 || status === 409 || status === 429 || status >= 500;
}

function pauseFor({ retryAfterMs, status }: UpstreamError, count: number, random: () => number): number {
  // A kept connection that the provider had closed: nothing is wrong, so try at once.
  if (status === 0 && count === 1) return 0;
  const backoff = FIRST_PAUSE_MS * 2 ** (count - 1) * (0.5 + random());
  return Math.max(retryAfterMs ?? 0, backoff);
}

function resting(target: Target, circuits: Circuits): UpstreamError {
  const waits = target.keys.map((key) => circuits.of(circuitName(target, key)).restsMs());
  const message = target.keys.length === 0
    ? `${target.provider} has no key`
    : `${target.provider} has failed too often and is left alone for a while`;
  return new UpstreamError(message, {
    code: "circuit_open",
    retryAfterMs: waits.length > 0 ? Math.max(1_000, Math.min(...waits)) : null,
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort);
  });
}
