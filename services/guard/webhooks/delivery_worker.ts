import type { Logger } from "lib/telemetry/log.ts";
import { fetchOutside, OutboundFailed, OutboundRefused } from "lib/http/outbound.ts";
import { retryAfterMs } from "lib/http/retry_after.ts";
import type { Attempt, DeliveryStore, DueDelivery } from "./deliveries_store.ts";
import { signedHeaders } from "lib/webhook_signing.ts";

/** The outcome of sending a message once. */
export interface Sent {
  /** HTTP status; 0 without an answer. */
  status_code: number;
  error: string | null;
  retryAfterMs: number;
}

/** Sends a signed message once. */
export type Send = (
  to: { url: string; secret: string },
  message: { id: string; body: string },
) => Promise<Sent>;

const TIMEOUT_MS = 20_000;
const MOST_ANSWER = 64 * 1024;
/** The longest delay that a receiver may ask for. */
const MOST_WAIT_MS = 86_400_000;

export function sender(
  { allowPrivate, now = Date.now }: { allowPrivate: boolean; now?: () => number },
): Send {
  return async ({ url, secret }, { id, body }) => {
    const signed = signedHeaders(secret, { id, timestamp: Math.floor(now() / 1000), body });
    try {
      const answer = await fetchOutside(url, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": "Diwan-Guard", ...signed },
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MOST_ANSWER,
        maxRedirects: 0,
        allowPrivate,
      });
      const good = answer.status >= 200 && answer.status < 300;
      const error = good ? null : `The address answered ${answer.status}`;
      const wait = retryAfterMs((name) => answer.headers.get(name), now()) ?? 0;
      return { status_code: answer.status, error, retryAfterMs: Math.min(wait, MOST_WAIT_MS) };
    } catch (error) {
      if (!(error instanceof OutboundFailed) && !(error instanceof OutboundRefused)) throw error;
      return { status_code: 0, error: error.message, retryAfterMs: 0 };
    }
  };
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Backoff after the first, second, … failed attempt. */
const WAITS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** A webhook that has failed for this long is disabled. */
const PATIENCE_MS = 5 * 24 * HOUR;
const GONE = 410;

/** The outcome of an attempt: delivered, to be retried at a time, or abandoned. */
export function afterAttempt(
  { attempts }: { attempts: number },
  sent: Sent,
  { now, random = Math.random }: { now: number; random?: () => number },
): Attempt {
  const time = new Date(now).toISOString();
  const seen = { status_code: sent.status_code || null, error: sent.error };
  if (sent.error === null) return { ...seen, status: "delivered", due_at: time, finished_at: time };
  const wait = WAITS[attempts - 1];
  if (wait === undefined || sent.status_code === GONE) {
    return { ...seen, status: "failed", due_at: time, finished_at: time };
  }
  const spread = wait * (0.9 + random() * 0.2);
  const due = new Date(now + Math.max(spread, sent.retryAfterMs)).toISOString();
  return { ...seen, status: "pending", due_at: due, finished_at: null };
}

/** Delivers the messages of the outbox. */
export interface DeliveryWorker {
  /** Delivers everything that is due now. */
  run(): Promise<void>;
  /** Checks the outbox soon. */
  wake(): void;
  watch(signal: AbortSignal): void;
  idle(): Promise<void>;
}

const EVERY_MS = 2_000;
const AT_ONCE = 16;
/** Lease of a delivery: longer than any attempt; afterwards another process may claim it. */
const CLAIM_MS = 60_000;

export function deliveryWorker(
  { store, send, log, now = Date.now }: { store: DeliveryStore; send: Send; log: Logger; now?: () => number },
): DeliveryWorker {
  let running: Promise<void> | undefined;

  async function deliver(delivery: DueDelivery): Promise<void> {
    const sent = await send(delivery, { id: delivery.id, body: delivery.payload });
    const at = now();
    const time = new Date(at).toISOString();
    await store.finish(delivery, afterAttempt(delivery, sent, { now: at }), time);
    const failingFor = delivery.failing_since ? at - Date.parse(delivery.failing_since) : 0;
    if (sent.status_code === GONE) {
      await store.disable(delivery.webhook_id, "The address answered 410 Gone", time);
    } else if (sent.error !== null && failingFor > PATIENCE_MS) {
      await store.disable(delivery.webhook_id, "Nothing could be delivered for five days", time);
    }
  }
  async function runOnce(): Promise<void> {
    for (;;) {
      const [from, until] = [now(), now() + CLAIM_MS].map((at) => new Date(at).toISOString());
      const due = await store.claim(from ?? "", until ?? "", AT_ONCE);
      const results = await Promise.allSettled(due.map(deliver));
      for (const result of results) {
        if (result.status === "rejected") log.error("a delivery failed", { error: result.reason });
      }
      if (due.length < AT_ONCE) return;
    }
  }
  const run = () => running ??= runOnce().finally(() => running = undefined);
  const quietly = () => void run().catch((error) => log.error("webhooks could not be delivered", { error }));
  return {
    run,
    // Messages queued while a run was under way are left to the next run.
    wake: () => void (running ?? Promise.resolve()).then(quietly, quietly),
    watch(signal) {
      const timer = setInterval(quietly, EVERY_MS);
      signal.addEventListener("abort", () => clearInterval(timer), { once: true });
    },
    async idle() {
      await running?.catch(() => {});
    },
  };
}
