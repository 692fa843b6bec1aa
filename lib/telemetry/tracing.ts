/**
 * OpenTelemetry through Deno's own exporter: spans of requests and of their work, joined across services by
 * W3C's traceparent (https://www.w3.org/TR/trace-context/). Does nothing unless OTEL_DENO is set.
 */
import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from "@opentelemetry/api";
import type { Incoming } from "lib/http/incoming.ts";
import { perSecond } from "lib/telemetry/per_second.ts";
import { type CallersPlace, headersOf, placeIn, type TraceHeaders } from "lib/telemetry/trace_headers.ts";
import { quietSpans, registerApi } from "lib/telemetry/tracing_setup.ts";

interface Telemetry {
  tracer: Tracer;
  /** Whether Deno creates spans of requests and of `fetch` by itself. */
  automatic: boolean;
}

const telemetry = openTelemetry();
// Where a context holds the `tracestate` of its caller.
const STATE = createContextKey("tracestate");
let share = 1;
// Any caller may ask for a trace, which costs as much processor time as the traced call.
const MOST_ASKED_A_SECOND = 100;
const mayAsk = perSecond(MOST_ASKED_A_SECOND);

function openTelemetry(): Telemetry | undefined {
  try {
    const tracer: Tracer = Deno.telemetry.tracerProvider.getTracer("diwan");
    // Throws when nothing is exported; a span that never ends is not exported.
    const span = tracer.startSpan("probe");
    const automatic = !registerApi();
    if (automatic) quietSpans(span);
    return { tracer, automatic };
  } catch {
    return undefined;
  }
}

/** Whether spans and log lines are exported. */
export function isExporting(): boolean {
  return telemetry !== undefined;
}

/** Whether Deno's server and `fetch` create spans by themselves. */
export function hasAutomaticSpans(): boolean {
  return telemetry?.automatic ?? false;
}

/** Sets the sampling ratio of traces that begin here; with 1, OTEL_TRACES_SAMPLER decides. */
export function sampleTraces(kept: number): void {
  share = kept;
}

/** The ids of an unsampled trace, made when a callee needs them. */
class Unsampled implements SpanContext {
  readonly traceFlags = TraceFlags.NONE;
  #traceId: string | undefined;
  #spanId: string | undefined;

  get traceId(): string {
    return this.#traceId ??= randomHex(16);
  }

  get spanId(): string {
    return this.#spanId ??= randomHex(8);
  }
}

function randomHex(bytes: number): string {
  return crypto.getRandomValues(new Uint8Array(bytes)).toHex();
}

/**
 * Answers `request` in a span, in the trace of its traceparent or a new one. `nameRequest` sets its route.
 */
export async function tracedRequest<T extends { status: number }>(
  request: Pick<Incoming, "method" | "headers">,
  service: string,
  answer: () => Promise<T>,
): Promise<T> {
  if (!telemetry) return await answer();
  const caller = placeIn(request.headers);
  if (telemetry.automatic) {
    trace.getActiveSpan()?.setAttribute("diwan.service", service);
    return await context.with(noted(context.active(), caller), answer);
  }
  const around = noted(ROOT_CONTEXT, caller);
  if (caller ? !isKept(caller.span) || !mayAsk() : !isDrawn()) {
    const unkept = caller ? { ...caller.span, traceFlags: TraceFlags.NONE } : new Unsampled();
    return await context.with(trace.setSpan(around, trace.wrapSpanContext(unkept)), answer);
  }
  const { method } = request;
  const attributes = { "http.request.method": method, "diwan.service": service };
  const span = telemetry.tracer.startSpan(
    method,
    { kind: SpanKind.SERVER, attributes },
    caller ? contextOf(caller) : ROOT_CONTEXT,
  );
  try {
    const response = await context.with(trace.setSpan(around, span), answer);
    span.setAttribute("http.response.status_code", response.status);
    if (response.status >= 500) failSpan(span, String(response.status));
    return response;
  } catch (error) {
    failSpan(span, nameOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Names the current request's span by its route, such as `/api/v1/tenders/{tender_id}`. */
export function nameRequest(method: string, route: string): void {
  if (!isSampled()) return;
  const span = trace.getActiveSpan();
  span?.updateName(`${method} ${route}`);
  span?.setAttribute("http.route", route);
}

/** Whether the current trace is sampled. */
export function isSampled(): boolean {
  if (!telemetry) return false;
  const span = trace.getActiveSpan();
  return span !== undefined && isKept(span.spanContext());
}

/** A span that is never exported. */
const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);

/**
 * Runs `work` inside a span named `name` if the trace is sampled; begins a trace if there is none. A throw
 * marks the span as failed, without the error's text.
 */
export async function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => T | Promise<T>,
  kind: SpanKind = SpanKind.INTERNAL,
): Promise<T> {
  const span = startSpan(name, attributes, kind);
  try {
    return await withSpan(span, () => work(span));
  } catch (error) {
    failSpan(span, nameOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** A child of the current span that lasts until its `end`; not exported when the trace is not sampled. */
export function startSpan(name: string, attributes: Attributes, kind: SpanKind = SpanKind.INTERNAL): Span {
  if (!telemetry) return NO_SPAN;
  const active = trace.getActiveSpan();
  if (active && !isKept(active.spanContext())) return NO_SPAN;
  if (!active && !isDrawn()) return trace.wrapSpanContext(new Unsampled());
  return telemetry.tracer.startSpan(name, { attributes, kind });
}

/** Runs `work`, with `span` as the parent of the spans it starts. */
export function withSpan<T>(span: Span, work: () => T): T {
  return span === NO_SPAN ? work() : context.with(trace.setSpan(context.active(), span), work);
}

/** Binds `work` to the current trace, whoever calls it: a stream is read after its request was answered. */
export function inThisTrace<A extends unknown[], T>(work: (...args: A) => T): (...args: A) => T {
  return telemetry ? context.bind(context.active(), work) : work;
}

/** Marks a span as failed with an error of kind `type`. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute("error.type", type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "Error";
}

/**
 * The headers that continue the current trace in another service of the platform, for clients other than
 * `fetch`.
 */
export function traceHeaders(): TraceHeaders {
  const at = telemetry && trace.getActiveSpan()?.spanContext();
  return at && isSpanContextValid(at) ? headersOf(at, stateOf(context.active())) : {};
}

/** The same for `fetch`, to which Deno may add them already. */
export function fetchTraceHeaders(): TraceHeaders {
  return telemetry?.automatic ? {} : traceHeaders();
}

/** The same for outside servers, which are told nothing of an unsampled trace. */
export function strangersTraceHeaders(): TraceHeaders {
  const at = telemetry && trace.getActiveSpan()?.spanContext();
  return at instanceof Unsampled ? {} : traceHeaders();
}

/** The same for outside servers, by `fetch`. */
export function strangersFetchTraceHeaders(): TraceHeaders {
  return telemetry?.automatic ? {} : strangersTraceHeaders();
}

/** Does `work` as a part of the trace that the headers of an earlier request name; empty headers name none. */
export function inTraceOf<T>(asked: TraceHeaders, work: () => T): T {
  const place = telemetry && placeIn(new Headers(asked));
  return place ? context.with(contextOf(place), work) : work();
}

function contextOf(place: CallersPlace): Context {
  return trace.setSpan(noted(ROOT_CONTEXT, place), trace.wrapSpanContext(place.span));
}

/** `around` with what a caller's headers note about the trace. */
function noted(around: Context, place: CallersPlace | undefined): Context {
  return place && place.state !== "" ? around.setValue(STATE, place.state) : around;
}

function stateOf(around: Context): string {
  const state = around.getValue(STATE);
  return typeof state === "string" ? state : "";
}

function isKept({ traceFlags }: SpanContext): boolean {
  return (traceFlags & TraceFlags.SAMPLED) !== 0;
}

function isDrawn(): boolean {
  return share === 1 || Math.random() < share;
}
