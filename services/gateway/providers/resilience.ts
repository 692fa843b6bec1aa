/** Retries before the first byte, rotation of failing keys, and fallback to the next provider. */
import { pause } from "lib/deadlines.ts";
import type { Circuit, Circuits } from "./circuit.ts";
import { hedged } from "./hedge.ts";
import type { ProviderKey, Target } from "./target.ts";
import { isTooLong } from "./too_long.ts";
import { UpstreamError, withoutSecrets } from "./upstream_error.ts";

export interface Resilience {
  circuits: Circuits;
  onRetry?: (provider: string) => void;
  onFallback?: (from: string, to: string) => void;
  /** Called when a second attempt begins because a provider is slow. */
  onHedge?: (slow: string) => void;
  /** Injectable for tests. */
  random?: () => number;
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Answered<T> {
  target: Target;
  key: ProviderKey;
  value: T;
  /** When the call was sent, in time of `performance.now`. */
  askedAt: number;
}

const TRIES = 3;
const FIRST_PAUSE_MS = 200;
// A provider that asks for a longer pause is skipped for this request: the client can wait without holding a
// connection.
const LONGEST_PAUSE_MS = 5_000;

/** One request to one key; `signal` aborts it when another attempt has answered. */
export type Attempt<T> = (target: Target, key: ProviderKey, signal: AbortSignal) => Promise<T>;

export interface Asking<T> extends Resilience {
  signal: AbortSignal;
  /** Maximum attempts per provider; 3 by default. */
  tries?: number;
  /** Discards an answer that was slower than another attempt's. */
  discard?: (value: T) => void;
}

/**
 * The first answer along `chain`. Throws the last UpstreamError when no target answers. Throws at once for an invalid
 * request and for any other error.
 */
export async function firstAnswer<T>(
  chain: readonly Target[],
  attempt: Attempt<T>,
  options: Asking<T>,
): Promise<Answered<T>> {
  const [first] = chain;
  const afterMs = first?.hedgeAfterMs;
  if (afterMs === undefined) return await alongChain(chain.values(), attempt, options);
  const { signal, discard = () => {}, onHedge } = options;
  // Both attempts share one iterator, so that no model is called twice, except a lone one.
  const shared = chain.values();
  return await hedged((signal, isSecond) => {
    if (isSecond) onHedge?.(first?.provider ?? "none");
    const rest = isSecond && chain.length === 1 ? chain.values() : shared;
    return alongChain(rest, attempt, { ...options, signal });
  }, { afterMs, signal, discard: ({ value }) => discard(value), isFinal });
}

/** Another model's answer cannot help. */
function isFinal(error: unknown): boolean {
  return !(error instanceof UpstreamError) || isCallersFault(error);
}

async function alongChain<T>(
  chain: ArrayIterator<Target>,
  attempt: Attempt<T>,
  options: Asking<T>,
): Promise<Answered<T>> {
  let last: UpstreamError | undefined;
  let rest = chain;
  let longer = false;
  for (let step = rest.next(); !step.done;) {
    const target = step.value;
    try {
      return await tryTarget(target, attempt, options);
    } catch (error) {
      if (!(error instanceof UpstreamError) || !error.beforeFirstByte) throw error;
      if (!isCallersFault(error)) target.load?.failed();
      else if (!isTooLong(error) || !longer && !target.longer) throw error;
      if (isCallersFault(error) && !longer && target.longer) {
        // From here on only models with a longer context can help.
        rest = target.longer.values();
        longer = true;
      }
      last = last && error.code === "circuit_open" ? last : error;
      step = rest.next();
      if (!step.done) options.onFallback?.(target.provider, step.value.provider);
    }
  }
  throw last ?? new UpstreamError("no provider is configured for this model");
}

async function tryTarget<T>(
  target: Target,
  attempt: Attempt<T>,
  { circuits, onRetry, random = Math.random, sleep = pause, signal, tries = TRIES }: Asking<T>,
): Promise<Answered<T>> {
  let failed: UpstreamError | undefined;
  const asked: Asked = new Map();
  try {
    for (let count = 1;; count++) {
      const picked = pickKey(target, { circuits, asked, random });
      if (!picked) throw failed ?? resting(target, circuits);
      const { key, circuit } = picked;
      const askedAt = performance.now();
      try {
        const value = await attempt(timed(target, key), key, signal);
        asked.set(key.id, { circuit });
        return { target, key, value, askedAt };
      } catch (cause) {
        const error = withoutSecrets(cause, [key.secret]);
        asked.set(key.id, { circuit, error });
        if (!(error instanceof UpstreamError) || !isPassing(error) || count >= tries) throw error;
        failed = error;
      }
      const fresh = target.keys.some(({ id }) => !asked.has(id));
      const wait = fresh ? 0 : pauseFor(failed, count, random);
      if (wait > LONGEST_PAUSE_MS) throw failed;
      if (wait > 0) await sleep(wait, signal);
      onRetry?.(target.provider);
    }
  } finally {
    for (const { circuit, error } of asked.values()) report(circuit, error);
  }
}

/** The target with its key's timeout, if that is shorter. */
function timed(target: Target, { timeoutMs }: ProviderKey): Target {
  return timeoutMs === undefined || timeoutMs >= target.timeoutMs ? target : { ...target, timeoutMs };
}

/**
 * The keys that a request has tried, by id, and the outcome of each one's last attempt. A circuit gets one
 * report per request, at its end; otherwise a request with three attempts would count three times.
 */
type Asked = Map<string, { circuit: Circuit; error?: unknown }>;

/** A key chosen by weight whose circuit admits a request; unused keys come first. */
function pickKey(
  target: Target,
  { circuits, asked, random }: { circuits: Circuits; asked: Asked; random: () => number },
): { key: ProviderKey; circuit: Circuit } | undefined {
  for (let rest = target.keys;;) {
    const fresh = asked.size > 0 ? rest.filter(({ id }) => !asked.has(id)) : rest;
    const key = weighted(fresh.length > 0 ? fresh : rest, random);
    if (!key) return undefined;
    const own = asked.get(key.id)?.circuit;
    const circuit = own ?? circuitOf(circuits, target, key);
    // A request that probes a circuit remains its probe.
    if (own ? own.state !== "open" : circuit.admits()) return { key, circuit };
    rest = rest.filter((other) => other !== key);
  }
}

function weighted(keys: readonly ProviderKey[], random: () => number): ProviderKey | undefined {
  if (keys.length === 1) return keys[0];
  let point = random() * keys.reduce((sum, { weight }) => sum + weight, 0);
  return keys.find(({ weight }) => (point -= weight) < 0) ?? keys.at(-1);
}

/** The circuit of a target's model at one of its keys. */
export function circuitOf(circuits: Circuits, { provider, model }: Target, { id }: ProviderKey): Circuit {
  return circuits.of(`${provider}/${id}`, model);
}

/** Whether a target of `chain` is available: one of its keys has a circuit that is not open. */
export function isReachable(chain: readonly Target[], circuits: Circuits): boolean {
  return chain.some(({ provider, model, keys }) =>
    keys.some(({ id }) => circuits.restsMs(`${provider}/${id}`, model) === 0)
  );
}

function report(circuit: Circuit, error: unknown): void {
  if (error === undefined) return circuit.succeeded();
  if (!(error instanceof UpstreamError)) return circuit.forgot();
  // A refused request shows that the provider works; a refused credential does not.
  if (isCallersFault(error) || error.status === 404) return circuit.succeeded();
  circuit.failed(error.retryAfterMs);
}

/** Whether the request itself is invalid, so that a retry or another provider would refuse it too. */
export function isCallersFault({ status }: UpstreamError): boolean {
  return status === 400 || status === 413 || status === 415 || status === 422;
}

/** Whether to retry at the same provider. Timeouts are not retried, as they cost too much time. */
function isPassing({ status, code, beforeFirstByte }: UpstreamError): boolean {
  if (!beforeFirstByte || code === "timeout") return false;
  return status === 0 || status === 408 || status === 409 || status === 429 || status >= 500;
}

function pauseFor({ retryAfterMs, status }: UpstreamError, count: number, random: () => number): number {
  // The provider had closed a kept-alive connection: retry at once.
  if (status === 0 && count === 1) return 0;
  const backoff = FIRST_PAUSE_MS * 2 ** (count - 1) * (0.5 + random());
  return Math.max(retryAfterMs ?? 0, backoff);
}

function resting(target: Target, circuits: Circuits): UpstreamError {
  const waits = target.keys.map((key) => circuits.restsMs(`${target.provider}/${key.id}`, target.model));
  const message = target.keys.length === 0
    ? `${target.provider} has no key`
    : `${target.model} at ${target.provider} has failed too often and is not called for a while`;
  return new UpstreamError(message, {
    code: "circuit_open",
    retryAfterMs: waits.length > 0 ? Math.max(1_000, Math.min(...waits)) : null,
  });
}
