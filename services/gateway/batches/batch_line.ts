/** One request of a batch, executed like its caller's own: metered, limited, audited and guarded the same. */
import { pause } from "lib/deadlines.ts";
import { NO_ROOM } from "../calls/body_room.ts";
import { retryAfterMs } from "lib/http/retry_after.ts";
import { isObject, parsedObject } from "lib/json_object.ts";
import { uuidv7 } from "lib/ids.ts";
import { inSpan } from "lib/telemetry/tracing.ts";
import type { Caller } from "../access/caller.ts";
import type { CallDeps, Endpoint } from "../calls/call_endpoint.ts";
import { serveCall } from "../calls/model_call.ts";
import type { BatchLine } from "./batch_input.ts";
import type { LineAnswer } from "./batches_store.ts";

// Long enough for limits per minute; a budget that renews later is not waited for.
const LONGEST_WAIT_SECONDS = 120;

/** The answer to a line; undefined when `stop` came before any provider was called. */
export async function askLine(
  deps: CallDeps,
  { line, endpoint, callerOf, ip }: {
    line: BatchLine;
    endpoint: Endpoint;
    /** Throws when the caller has lost access. */
    callerOf(): Caller;
    ip: string;
  },
  stop: AbortSignal,
): Promise<LineAnswer | undefined> {
  const own: CallDeps = {
    ...deps,
    background: undefined,
    keyring: { authenticate: callerOf },
    ipOf: () => ip,
    // Started lines finish while the process drains.
    lifecycle: { ...deps.lifecycle, admit: () => {} },
  };
  const request_id = uuidv7();
  for (;;) {
    if (stop.aborted) return undefined;
    const request = new Request(`http://batch.invalid/v1${endpoint.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-request-id": request_id },
      body: line.body,
    });
    const response = await inSpan(
      "line of a batch",
      { "diwan.service": "gateway" },
      () => serveCall(own, endpoint, { request, connection: undefined }),
    );
    // The database cannot store NUL.
    const answer = (await response.text()).replaceAll("\0", "");
    const wait = limitSeconds(response, answer);
    if (wait === undefined) return { request_id, status_code: response.status, answer };
    await pause(wait * 1000 * (1 + Math.random() / 4), stop).catch(() => {});
  }
}

/**
 * How long to wait for one of the gateway's limits, which refused the request before any provider was called.
 */
export function limitSeconds({ status, headers }: Response, answer: string): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const { error } = parsedObject(answer) ?? {};
  const wait = (retryAfterMs((name) => headers.get(name)) ?? 0) / 1000;
  const isOwn = isObject(error) && (error.type === "rate_limit_exceeded" || error.code === NO_ROOM);
  return isOwn && wait > 0 && wait <= LONGEST_WAIT_SECONDS ? wait : undefined;
}
