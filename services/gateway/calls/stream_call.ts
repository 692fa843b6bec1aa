/** Answers a call with a stream. */
import { Buffer } from "node:buffer";
import { settle, usageOfStream } from "./accounting.ts";
import { type Call, noteFirstEvent, noteStream, settleOn, turnTo } from "./call.ts";
import { inTry } from "./call_span.ts";
import { PLAIN_ANSWERS, type StreamedAnswer } from "./answer.ts";
import { checkedEvents } from "./checked_stream.ts";
import { noted } from "./guarded_stream.ts";
import { circuitOf, firstAnswer, isCallersFault } from "../providers/resilience.ts";
import { passOn } from "../streams/pass_on.ts";
import { relay, type StreamOptions } from "../streams/sse.ts";
import { streamEvents } from "../streams/event_stream.ts";
import { meteredEvents } from "../streams/metered_events.ts";
import type { StreamEvent } from "../streams/sse_events.ts";
import { chatForm } from "../streams/stream_form.ts";
import type { Outcome } from "lib/http/incoming.ts";
import type { ProviderKey, Target } from "../providers/target.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { CallDeps, Passage } from "./call_endpoint.ts";
import { headersOf, keepAnswer } from "./call_response.ts";
import { wholeResponse } from "./whole_call.ts";

const EVENT_STREAM = "text/event-stream; charset=utf-8";

/** Requests a stream and forwards it. */
export async function streamCall(deps: CallDeps, call: Call, passage: Passage): Promise<Outcome> {
  const { chain, asked, endpoint, check, cache } = passage;
  const answers = endpoint.answers ?? PLAIN_ANSWERS;
  const answered = await firstAnswer(chain, (target, key, signal) => {
    turnTo(call, target);
    return inTry(
      call,
      target,
      () => answers.streamed(deps, asked, { target, key, signal, asEvents: check !== undefined }),
    );
  }, { ...passage.resilience, discard: letGo });
  settleOn(call, answered);
  const { value } = answered;
  if ("whole" in value) return await wholeResponse(deps, call, passage, value.whole);
  const texts = new Map<string, string>();
  const options = streamOptions(deps, call, passage, { ...answered, texts });
  const headers = headersOf(deps, call, { "content-type": EVENT_STREAM, "cache-control": "no-cache" });
  if ("passed" in value) {
    headers["content-type"] = value.contentType;
    const used = endpoint.passedUsage?.(asked, value.usage);
    return new Response(passOn(value.passed, { ...options, used }), { headers });
  }
  if (cache) headers["x-cache"] = "miss";
  if ("bytes" in value) return { status: 200, headers, source: relay(value.bytes, options) };
  try {
    return new Response(await eventBody(deps, call, passage, { ...value, options, texts }), { headers });
  } catch (error) {
    if (error instanceof UpstreamError && !isRefused(error)) {
      circuitOf(deps.resilience.circuits, answered.target, answered.key).failed();
    }
    throw error;
  }
}

function streamOptions(
  deps: CallDeps,
  call: Call,
  { reading, cache, hangUp }: Passage,
  { target, key, texts }: { target: Target; key: ProviderKey; texts: ReadonlyMap<string, string> },
): StreamOptions {
  const chunks: Uint8Array[] = [];
  return {
    provider: target.provider,
    showUsage: reading.showUsage,
    idleTimeoutMs: target.idleTimeoutMs,
    unreadMs: deps.unreadMs,
    onUnread: hangUp,
    heartbeatMs: deps.heartbeatMs,
    secrets: [key.secret],
    onBegin: (count) => noteStream(call, count),
    onFirst: () => noteFirstEvent(call),
    onEnd(end) {
      if (end.outcome === "cut" && !isRefused(end.failure?.cause)) {
        circuitOf(deps.resilience.circuits, target, key).failed();
      }
      const usage = usageOfStream(call, end);
      settle(deps, call, { outcome: end.outcome, status: end.outcome === "aborted" ? 499 : 200, usage });
      deps.inHand.delete(call);
      if (cache && end.outcome === "ok") {
        const bytes = new Uint8Array(Buffer.concat(chunks));
        const said = [...texts].map(([channel, text]) => ({ channel, text }));
        keepAnswer(deps, call, { cache, bytes, usage, texts: said, contentType: EVENT_STREAM });
      }
    },
    tap: cache || call.span
      ? (bytes) => {
        if (cache) chunks.push(bytes);
        call.span?.answer.events(bytes);
      }
      : undefined,
  };
}

/** The body of a stream parsed by event. Throws when a check refuses its first text. */
async function eventBody(
  deps: CallDeps,
  call: Call,
  { endpoint, reading, check, cache, asked, caller }: Passage,
  { events, abort, options, texts }: {
    events: AsyncIterable<StreamEvent>;
    abort(reason: unknown): void;
    options: StreamOptions;
    texts: Map<string, string>;
  },
): Promise<ReadableStream<Uint8Array>> {
  const form = endpoint.streamForm?.(call.requestId, asked) ?? chatForm(reading);
  const source = meteredEvents(events, { ...options, form, abort });
  let released = source.events;
  if (check) {
    released = await checkedEvents(call, source, { check, abort });
    if (cache) released = noted(released, texts);
  }
  if (endpoint.afterCheck) released = endpoint.afterCheck(released, { deps, asked, caller });
  return streamEvents(released, { ...options, form, source, abort });
}

/** Whether the provider refused the request, which shows that it works. */
function isRefused(error: unknown): boolean {
  return error instanceof UpstreamError && isCallersFault(error);
}

/** Aborts a stream that will not be read. */
function letGo(answer: StreamedAnswer): void {
  if ("bytes" in answer) answer.bytes.cancel();
  else if ("passed" in answer) answer.passed.cancel();
  else if ("whole" in answer) return;
  else answer.abort(new Error("another provider was faster"));
}
