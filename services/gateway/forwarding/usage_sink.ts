/** The sinks for usage records besides the database: a webhook or a bucket. */
import type { HeaderReader } from "lib/http/retry_after.ts";
import { retryAfterMs } from "lib/http/retry_after.ts";
import type { Bucket } from "lib/files/s3.ts";
import { signedHeaders } from "lib/webhook_signing.ts";

/** A batch of records, each as one line of JSON. */
export interface Parcel {
  /** Stable over retries, so that the receiver can drop duplicates. */
  id: string;
  /** Time of the first record. */
  timestamp: string;
  lines: readonly string[];
}

/** Delivers a parcel; rejects when it was not accepted. */
export type Sink = (parcel: Parcel) => Promise<void>;

/** The sink did not accept a parcel; `waitMs` is its Retry-After. */
export class NotAccepted extends Error {
  override name = "NotAccepted";

  constructor(message: string, readonly waitMs: number, options?: ErrorOptions) {
    super(message, options);
  }
}

const PATIENCE_MS = 20_000;
const LONGEST_WAIT_MS = 3_600_000;

/** A webhook, signed by Standard Webhooks. Errors contain neither its URL, which may hold a key, nor its answer. */
export function webhookSink(
  { url, secret, now = Date.now }: { url: string; secret: string; now?: () => number },
): Sink {
  return async ({ id, timestamp, lines }) => {
    const body = `{"type":"usage.recorded","timestamp":"${timestamp}","data":{"records":[${
      lines.join(",")
    }]}}`;
    const signed = signedHeaders(secret, { id, timestamp: Math.floor(now() / 1000), body });
    let response: Response;
    try {
      response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": "Diwan-Gateway", ...signed },
        body,
        signal: AbortSignal.timeout(PATIENCE_MS),
        redirect: "manual",
      });
    } catch {
      throw new NotAccepted("The webhook of usage records cannot be reached", 0);
    }
    await response.body?.cancel();
    if (response.ok) return;
    const header: HeaderReader = (name) => response.headers.get(name);
    const wait = Math.min(retryAfterMs(header, now()) ?? 0, LONGEST_WAIT_MS);
    throw new NotAccepted(`The webhook of usage records answered ${response.status}`, wait);
  };
}

/** A bucket: one object of JSON lines per parcel, keyed by date and hour: `2026/11/22/17/<id>.jsonl`. */
export function bucketSink(bucket: Pick<Bucket, "put">): Sink {
  const encoder = new TextEncoder();
  return async ({ id, timestamp, lines }) => {
    const hour = timestamp.slice(0, 13).replace(/[-T]/g, "/");
    await bucket.put(`${hour}/${id}.jsonl`, encoder.encode(lines.join("\n") + "\n"));
  };
}
