/** Deferred requests, which are acknowledged at once and answered later. */
import type { JsonObject } from "lib/json_object.ts";
import type { TraceHeaders } from "lib/telemetry/trace_headers.ts";
import type { Caller } from "../access/caller.ts";

/** A request that may be deferred. */
export interface Putting {
  data: JsonObject;
  /** The body as text. */
  sent(): string;
  caller: Caller;
  ip: string;
  requestId: string;
  /** Trace headers of the request; empty without tracing. */
  trace: TraceHeaders;
}

/** The answer to a deferred request: an object, or a stream of events. */
export type PutOff = { answer: JsonObject } | { events: ReadableStream<Uint8Array> };

export interface PuttingOff {
  /** Undefined when the request is not deferred. */
  background?: { putOff(asked: Putting): Promise<PutOff> } | undefined;
}
