/** Ends requests whose body arrives too slowly, so that slow callers cannot occupy connections. */
import type { Context, MiddlewareHandler } from "hono";
import { after } from "lib/deadlines.ts";
import { ServiceError } from "lib/errors.ts";

/**
 * The minimum pace of a body: all of it within `graceMs`, plus one second for each `bytesPerSecond` bytes.
 */
export interface BodyPace {
  /** Milliseconds that any body may take. */
  graceMs: number;
  /** Bytes that earn another second. */
  bytesPerSecond: number;
}

/** 15 seconds, and one more for each 10 kB. */
export const USUAL_PACE: BodyPace = { graceMs: 15_000, bytesPerSecond: 10_000 };

/** 408: the body arrived too slowly. */
export function tooSlow({ graceMs, bytesPerSecond }: BodyPace): ServiceError {
  const rate = `${graceMs / 1000} s and ${bytesPerSecond / 1000} kB/s`;
  return new ServiceError(408, `The request body came too slowly: it has ${rate}`, {
    headers: { connection: "close" },
  });
}

/**
 * `body`, failing with a 408 once its sender has kept the reader waiting too long. Only waiting time counts,
 * so that a slow reader is not blamed on the sender.
 */
export function inTime(
  body: ReadableStream<Uint8Array>,
  pace: BodyPace = USUAL_PACE,
  onLate: (error: Error) => void = () => {},
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let waited = 0;
  let received = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const start = performance.now();
      const allowed = pace.graceMs + received / pace.bytesPerSecond * 1000 - waited;
      let late = false;
      const withdraw = after(allowed, () => {
        late = true;
        const error = tooSlow(pace);
        onLate(error);
        controller.error(error);
        reader.cancel().catch(() => {});
      });
      try {
        const { done, value } = await reader.read();
        if (late) return;
        if (done) return controller.close();
        received += value.length;
        controller.enqueue(value);
      } catch (error) {
        if (!late) controller.error(error);
      } finally {
        withdraw();
        waited += performance.now() - start;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}

// A body up to this size is read in one call, at a quarter of the cost of watching its pieces. Its sender may
// be silent for all of its time, 41 s, which is less than a connection may be idle.
/** Bytes of a small body. */
export const SMALL_BYTES = 256 * 1024;

/** The text of a small body of `declared` bytes. */
export async function textInTime(
  request: { text(): Promise<string> },
  declared: number,
  pace: BodyPace = USUAL_PACE,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const ms = pace.graceMs + declared / pace.bytesPerSecond * 1000;
  const withdraw = after(ms, () => reject(tooSlow(pace)));
  try {
    request.text().then(resolve, reject);
    return await promise;
  } finally {
    withdraw();
  }
}

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

/**
 * Enforces the pace of bodies: small JSON is read here, other bodies are watched while handlers read them.
 */
export function readInTime(pace: BodyPace = USUAL_PACE): MiddlewareHandler {
  return async function readInTime(c: Context, next) {
    const { raw } = c.req;
    if (raw.body === null || raw.bodyUsed) return await next();
    const declared = Number(c.req.header("content-length") ?? NaN);
    // Only declared endpoints are known to read their body through Hono, which caches the text.
    if (c.get("operation") && declared <= SMALL_BYTES && JSON_TYPE.test(c.req.header("content-type") ?? "")) {
      await textInTime(c.req, declared, pace);
    } else {
      let late: Error | undefined;
      c.req.raw = new Request(raw, { body: inTime(raw.body, pace, (error) => late = error) });
      await next();
      // A reader may have reported the timeout as an unreadable body.
      if (late) throw late;
      return;
    }
    await next();
  };
}

/** The same for bodies without a length, which the body limit reads completely before anything else. */
export function readChunksInTime(pace: BodyPace = USUAL_PACE): MiddlewareHandler {
  return async function readChunksInTime(c: Context, next) {
    const { raw } = c.req;
    if (raw.body !== null && raw.headers.has("transfer-encoding")) {
      c.req.raw = new Request(raw, { body: inTime(raw.body, pace) });
    }
    await next();
  };
}
