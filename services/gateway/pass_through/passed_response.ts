/** Forwards the answer of a provider's own endpoint, metered and checked. */
import { type AnswerBody, type Bytes, piecesOf, wholeBody } from "lib/http/http_client.ts";
import { isObject, parsedObject } from "lib/json_object.ts";
import { settle, usageOfStream } from "../calls/accounting.ts";
import { type Call, noteFirstEvent, noteStream, noteUsage, settleOn } from "../calls/call.ts";
import type { CallDeps } from "../calls/call_endpoint.ts";
import { headersOf, tellCost } from "../calls/call_response.ts";
import { estimatedUsage, textTokens } from "../streams/estimate.ts";
import { streamEvents } from "../streams/event_stream.ts";
import { meteredEvents } from "../streams/metered_events.ts";
import { checkedEvents } from "../calls/checked_stream.ts";
import type { CheckWindows } from "../calls/guarded_stream.ts";
import { decoded } from "../streams/message_texts.ts";
import { passOn } from "../streams/pass_on.ts";
import type { StreamOptions } from "../streams/sse.ts";
import type { StreamForm } from "../streams/stream_form.ts";
import { errorBody, guardrailsBlocked } from "../errors.ts";
import { failureBody } from "../messages/failure.ts";
import type { Answered } from "../providers/resilience.ts";
import type { WireName } from "../providers/target.ts";
import type { Usage } from "../usage.ts";
import { checkedText } from "./checked_text.ts";
import { passedEvents } from "./passed_events.ts";
import { usageReader } from "./passed_usage.ts";
import { isLines, readingOf, tapped } from "./tapped_body.ts";
import type { PassedAnswer } from "./provider_exchange.ts";

/** How a call is billed: not at all, by its model, or by an unknown model. */
export type Work = "free" | "models" | "unknown";

export interface Leaving {
  work: Work;
  answered: Answered<PassedAnswer>;
  check: CheckWindows | undefined;
  hangUp(): void;
}

export async function passedResponse(deps: CallDeps, call: Call, leaving: Leaving): Promise<Response> {
  const { answered } = leaving;
  settleOn(call, answered);
  const { status, headers: given, body } = answered.value;
  const headers = headersOf(deps, call, given);
  if ("whole" in body) return await wholeResponse(deps, call, { ...leaving, headers, body });
  const options = streamOptions(deps, call, leaving);
  if ("events" in body) {
    const stream = await eventBody(call, { ...leaving, options, events: body.events });
    return new Response(stream, { status, headers });
  }
  return new Response(await restBody(call, { ...leaving, options, rest: body.rest }), { status, headers });
}

/** Streams an answer of any other type unchanged. */
async function restBody(
  call: Call,
  { answered, check, options, rest }: Leaving & { options: StreamOptions; rest: AnswerBody },
): Promise<ReadableStream<Uint8Array>> {
  const { target, key, value: { headers } } = answered;
  const type = headers["content-type"] ?? "";
  const reading = readingOf(type);
  if (check && !isLines(type) && !/^(?:audio|image|video)\//i.test(type)) {
    rest.cancel();
    throw guardrailsBlocked("The provider's answer is not text, so the safety policies cannot check it");
  }
  if (!reading) return passOn(rest, { ...options, used: undefined });
  const { body, count } = tapped(rest, reading, { target, key, signal: new AbortController().signal });
  noteStream(call, count);
  const left = check ? await checkedLines(body, check) : body;
  return passOn(left, { ...options, used: undefined, onEnd: (end) => options.onEnd({ ...end, ...count() }) });
}

const MAX_LINES_BYTES = 64 * 2 ** 20;

/** Checks JSON lines, which must be read as a whole. */
async function checkedLines(body: AnswerBody, check: CheckWindows): Promise<AnswerBody> {
  let left: Bytes | null = await checkedText(await wholeBody(body, MAX_LINES_BYTES), check);
  return {
    read() {
      const bytes = left;
      left = null;
      return Promise.resolve(bytes);
    },
    cancel() {},
  };
}

async function wholeResponse(
  deps: CallDeps,
  call: Call,
  { answered, work, check, headers, body }: Leaving & {
    headers: Record<string, string>;
    body: { whole: Uint8Array<ArrayBuffer>; isJson: boolean };
  },
): Promise<Response> {
  const { status } = answered.value;
  const used = work === "free" ? NO_USAGE : usageOf(call, answered.target.wire, body);
  noteUsage(call, used);
  const bytes = check ? await checkedText(body.whole, check) : body.whole;
  const bill = settle(deps, call, { outcome: "ok", status, usage: used, ...billing(work) });
  deps.inHand.delete(call);
  tellCost(headers, bill);
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : bytes, { status, headers });
}

const NO_USAGE: Usage = { ...estimatedUsage(0, 0), estimated: false };

/** Marks a request without a known model as unpriced, since it may cost something. */
function billing(work: Work): { unpriced?: boolean } {
  return work === "unknown" ? { unpriced: true } : {};
}

/** The reported usage; else estimated if a model was called, and zero for all other calls. */
function usageOf(
  { promptTokens }: Call,
  wire: WireName,
  { whole, isJson }: { whole: Uint8Array; isJson: boolean },
): Usage {
  const text = decoded(whole, "utf8");
  const reader = usageReader(wire);
  const data = isJson ? parsedObject(text) : undefined;
  if (data) reader.take(data);
  return reader.usage ?? estimatedUsage(promptTokens, promptTokens > 0 ? textTokens(text) : 0);
}

function streamOptions(
  deps: CallDeps,
  call: Call,
  { answered: { target, key }, work, hangUp }: Leaving,
): StreamOptions {
  return {
    provider: target.provider,
    showUsage: true,
    idleTimeoutMs: target.idleTimeoutMs,
    unreadMs: deps.unreadMs,
    onUnread: hangUp,
    secrets: [key.secret],
    onBegin: (count) => noteStream(call, count),
    onFirst: () => noteFirstEvent(call),
    onEnd(end) {
      const status = end.outcome === "aborted" ? 499 : 200;
      const usage = work === "free" ? NO_USAGE : usageOfStream(call, end);
      settle(deps, call, { outcome: end.outcome, status, usage, ...billing(work) });
      deps.inHand.delete(call);
    },
  };
}

async function eventBody(
  call: Call,
  { answered: { target, key }, check, options, events }: Leaving & {
    options: StreamOptions;
    events: AnswerBody;
  },
): Promise<ReadableStream<Uint8Array>> {
  const form = passedForm(target.wire, call.requestId);
  const abort = () => events.cancel();
  const source = meteredEvents(passedEvents(piecesOf(events), { secret: key.secret }), {
    ...{ ...options, form, abort },
  });
  const released = check ? await checkedEvents(call, source, { check, abort }) : source.events;
  return streamEvents(released, { ...options, form, source, abort });
}

/** Forwards the provider's events unchanged, adding only an error event. */
function passedForm(wire: WireName, requestId: string): StreamForm {
  const reader = usageReader(wire);
  return {
    write: ({ raw }) => raw,
    usage({ data }) {
      if (isObject(data)) reader.take(data);
      return reader.usage;
    },
    end: () => "",
    failed: (error) => {
      const body = wire === "anthropic" ? failureBody(error, requestId) : errorBody(error);
      return `event: error\ndata: ${JSON.stringify(body)}\n\n`;
    },
    heartbeat: () => "",
  };
}
