/**
 * Reads and writes the W3C trace context headers (https://www.w3.org/TR/trace-context/), which join spans of
 * several processes into one trace.
 */
import type { Incoming } from "lib/http/incoming.ts";
import { isSpanContextValid, type SpanContext, TraceFlags } from "@opentelemetry/api";

/** The headers for calls made in a span: `traceparent`, and `tracestate` if the caller sent one. */
export type TraceHeaders = Record<string, string>;

/** A caller's place in a trace. */
export interface CallersPlace {
  /** The caller's span. */
  span: SpanContext;
  /** The `tracestate` to forward unchanged; empty if there is none. */
  state: string;
}

const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-|$)/;
// A key of a system, or of one of its tenants (`tenant@system`), and printable ASCII without comma and equals sign.
const MEMBER =
  /^(?:[a-z][a-z\d_\-*/]{0,255}|[a-z\d][a-z\d_\-*/]{0,240}@[a-z][a-z\d_\-*/]{0,13})=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;
const MOST_MEMBERS = 32;
// The standard requires forwarding at least this many characters; more may be cut, whole members from the
// end.
const LONGEST_STATE = 512;

/** The caller's place from its headers; undefined if they are absent or malformed. */
export function placeIn(headers: Incoming["headers"]): CallersPlace | undefined {
  const given = headers.get("traceparent");
  const [, traceId = "", spanId = "", flags = "0"] = (given && TRACEPARENT.exec(given)) || [];
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const span = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(span) ? { span, state: stateIn(headers) } : undefined;
}

/** The members of `tracestate`; empty if one is malformed or repeated. */
function stateIn(headers: Incoming["headers"]): string {
  const given = headers.get("tracestate");
  if (given === null || given.length > 16 * LONGEST_STATE) return "";
  const members = given.split(",").map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ""))
    .filter((member) => member !== "");
  const keys = new Set(members.map((member) => member.slice(0, member.indexOf("="))));
  const isGood = members.every((member) => MEMBER.test(member)) && keys.size === members.length &&
    members.length <= MOST_MEMBERS;
  if (!isGood) return "";
  while (members.join(",").length > LONGEST_STATE) members.pop();
  return members.join(",");
}

/** The headers for a call in `span`. */
export function headersOf({ traceId, spanId, traceFlags }: SpanContext, state: string): TraceHeaders {
  const traceparent = `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
  return state === "" ? { traceparent } : { traceparent, tracestate: state };
}
