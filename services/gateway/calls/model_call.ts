/** The way of a model call through the gateway, from its credential to its answer. */
import type { JsonObject } from "lib/json_object.ts";
import { Buffer } from "node:buffer";
import type { Peer } from "lib/client_ip.ts";
import { hangUp } from "lib/http_server.ts";
import type { Lifecycle } from "lib/lifecycle.ts";
import { type Books, settle, usageOfStream } from "./accounting.ts";
import {
  answerFromCache,
  begin,
  type Call,
  noteFirstEvent,
  noteStream,
  noteUsage,
  openCall,
  settleOn,
  turnTo,
} from "./call.ts";
import { admit, type Admitted, type Gate, type Reading } from "./admission.ts";
import { type Affinity, stickyChance } from "./affinity.ts";
import { type Answers, type Asked, PLAIN_ANSWERS, type Providers, type StreamedAnswer } from "./answer.ts";
import type { ChainDeps } from "./chain.ts";
import type { Caller } from "../access/caller.ts";
import type { Recalled, Recalling } from "./conversations.ts";
import { estimatedUsage, textTokens } from "./estimate.ts";
import { errorResponse, type GatewayError } from "../errors.ts";
import { type ClientErrors, endFailed } from "./failed_call.ts";
import { changedInput } from "./checked_input.ts";
import { type AnswerText, checkedAnswer, mayLeaveAgain } from "./checked_answer.ts";
import { type CheckWindows, guarded, noted } from "./guarded_stream.ts";
import type { MapTexts } from "lib/message_texts.ts";
import type { Direction, Guardrails } from "./guardrails.ts";
import { limitHeaders } from "../access/limits.ts";
import { usd } from "../money.ts";
import { circuitOf, firstAnswer, type Resilience } from "../providers/resilience.ts";
import { type CachedAnswer, cacheKey, cacheSeconds, type ResponseCache } from "./response_cache.ts";
import { passOn } from "./pass_on.ts";
import { relay, type StreamOptions } from "./sse.ts";
import { begun, meteredEvents, streamEvents } from "./event_stream.ts";
import type { StreamEvent } from "./sse_events.ts";
import { chatForm, type StreamForm } from "./stream_form.ts";
import type { ProviderKey, Target } from "../providers/target.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { Bytes } from "lib/http_client.ts";
import type { Usage } from "../usage.ts";
import type { Form } from "../uploads/form.ts";
import type { Wire } from "../wires/wire.ts";

export interface CallDeps extends Gate, Books, Providers {
  resilience: Resilience;
  cache: ResponseCache;
  guardrails: Guardrails | undefined;
  /** The status of a request that a provider refused for the request's own fault. */
  clientErrors: ClientErrors;
  /** Calls in hand, for the end of the process to account for. */
  inHand: Set<Call>;
  /** For so long a client may take nothing of a stream; a minute when left out. */
  unreadMs?: number;
  /** A client that has waited so long for the next event of a stream is sent a heartbeat; left out: none. */
  heartbeatMs?: number | undefined;
  lifecycle: Lifecycle;
  ipOf(peer: Peer): string;
}

/** A call whose answer leaves. */
export interface Answered {
  deps: Recalling;
  asked: Asked;
  caller: Caller;
}

/** The differences between the endpoints that ask models. */
export interface Endpoint {
  /** Below `/v1`. */
  path: string;
  /** Throws invalid_request_error for what no provider could answer. */
  read(data: JsonObject, form?: Form, history?: JsonObject[]): Reading;
  /** Takes forms; `or_json`: beside JSON. */
  takesForms?: true | "or_json";
  /** What was said before, where a request only names it; left out: requests say all. */
  recall?(deps: Recalling, data: JsonObject, caller: Caller): Promise<Recalled>;
  /** The words that go to the model. Throws when they cannot be read. */
  inputText(data: JsonObject, history?: JsonObject[]): string;
  /** The words that come back. */
  outputText(answer: Bytes): string;
  /** The texts of the parsed answer, each to be checked by itself; left out: all words are one text. */
  mapAnswer?: MapTexts;
  /** As the provider reported it. */
  usage(answer: Bytes, asked: Asked): Usage | undefined;
  /** Of an answer whose bytes are passed on as they come; left out: its input is estimated. */
  passedUsage?(asked: Asked): Usage;
  /** Of a whole answer; left out: JSON. */
  contentType?(data: JsonObject): string;
  /** The answer in the form that the client asked for. */
  shaped(answer: Bytes, data: JsonObject): Bytes;
  /** Whether a provider that is translated has it; left out: each has. */
  offeredBy?(wire: Wire): boolean;
  /** Those who are asked for `model`, where that does not follow from its name alone. */
  chain?(found: Target[], model: string, deps: ChainDeps): Target[];
  /** Gets its answers; left out: in the form of chat completions and embeddings. */
  answers?: Answers;
  /** The form of one stream of it; left out: that of chat completions. */
  streamForm?(requestId: string, asked: Asked): StreamForm;
  /** Which keys a request should go to; left out: any. Throws where none would do. */
  affinity?(data: JsonObject, chain: Target[], history: JsonObject[]): Affinity;
  /** The events of a stream after they were checked, on their way to the client. */
  afterCheck?(events: AsyncIterable<StreamEvent>, answered: Answered): AsyncGenerator<StreamEvent>;
  /** A whole answer after it was checked, as it leaves. */
  finished?(answer: Bytes, answered: Answered): Promise<Bytes>;
  /** A failure as its clients expect it; left out: in OpenAI's form. */
  failed?(error: GatewayError, headers: Record<string, string>): Response;
  /** The status of what a provider refuses; left out: as the setting says. */
  clientErrors?: ClientErrors;
  /** A header of its answers that names the request, beside `x-request-id`. */
  requestIdHeader?: string;
}

/** An admitted call and what happens around its answer. */
interface Passage extends Admitted {
  endpoint: Endpoint;
  signal: AbortSignal;
  scan: ((text: string, direction: Direction) => Promise<boolean | void>) | undefined;
  /** Checks the texts of the request, each by itself. */
  checkInput: CheckWindows | undefined;
  /** Checks the texts of the answer. */
  check: CheckWindows | undefined;
  cache: { key: string; seconds: number } | undefined;
  resilience: Resilience & { signal: AbortSignal };
  /** Ends the caller's connection. */
  hangUp(): void;
}

/** Answers a model call; whatever happens, it is accounted for once. */
export async function serveCall(
  deps: CallDeps,
  endpoint: Endpoint,
  { request, connection }: { request: Request; connection: unknown },
): Promise<Response> {
  const call = opened(deps, endpoint, { request, connection });
  let form: Form | undefined;
  try {
    deps.lifecycle.admit(request);
    const admitted = await admit(deps, call, { request, endpoint });
    form = admitted.asked.form;
    deps.metrics.started();
    begin(call);
    const passage = await guardedInput(
      passageOf(deps, call, { admitted, endpoint, request, connection }),
    );
    const kept = await keptAnswer(deps, passage);
    if (passage.cache) deps.metrics.cache(kept ? "hit" : "miss");
    const response = kept
      ? again(deps, call, kept)
      : await (admitted.reading.streamed ? stream(deps, call, passage) : whole(deps, call, passage));
    if (endpoint.requestIdHeader) response.headers.set(endpoint.requestIdHeader, call.requestId);
    return response;
  } catch (error) {
    const { clientErrors = deps.clientErrors, failed = errorResponse } = endpoint;
    const failure = endFailed(deps, call, error, { signal: request.signal, clientErrors });
    deps.inHand.delete(call);
    return failed(failure, headersOf(deps, call));
  } finally {
    // A file that is still being sent stays readable.
    if (form) await form.close();
  }
}

/** The passage once its request was checked, with what of it is replaced. */
async function guardedInput(passage: Passage): Promise<Passage> {
  const { asked, endpoint, scan, checkInput } = passage;
  const mustChange = await scan?.(endpoint.inputText(asked.data, asked.history), "input");
  if (!mustChange || !checkInput) return passage;
  return { ...passage, asked: await changedInput(asked, checkInput) };
}

function opened(
  deps: CallDeps,
  { path }: Endpoint,
  { request, connection }: { request: Request; connection: unknown },
): Call {
  const { headers } = request;
  const ip = deps.ipOf({ env: connection, req: { header: (name) => headers.get(name) ?? undefined } });
  const call = openCall(path, { given: headers.get("x-request-id"), ip });
  deps.inHand.add(call);
  return call;
}

function passageOf(
  { guardrails, resilience }: CallDeps,
  call: Call,
  { admitted, endpoint, request, connection }: {
    admitted: Admitted;
    endpoint: Endpoint;
    request: Request;
    connection: unknown;
  },
): Passage {
  const { caller, reading, asked } = admitted;
  const { headers, signal } = request;
  const skips = caller.may_skip_guardrails && headers.get("x-diwan-guardrails") === "skip";
  const context = { model: reading.model, userId: caller.actor, requestId: call.requestId, signal };
  const scan = guardrails && !skips
    ? (text: string, direction: Direction) => guardrails.scan(text, { ...context, direction })
    : undefined;
  const check: CheckWindows | undefined = guardrails && !skips
    ? (windows, last) => {
      // An answer that its client left is recorded all the same.
      const still = signal.aborted ? new AbortController().signal : signal;
      return guardrails.check(windows, last, { ...context, direction: "output", signal: still });
    }
    : undefined;
  const checkInput: CheckWindows | undefined = guardrails && !skips
    ? (windows) => guardrails.check(windows, false, { ...context, direction: "input" })
    : undefined;
  const seconds = cacheSeconds(headers.get("x-diwan-cache"), caller.cache);
  // An answer that skipped the guard must not reach callers who are guarded.
  const place = `${asked.path}${skips ? " unguarded" : ""}`;
  const cache = seconds === undefined || asked.form
    ? undefined
    : { seconds, key: cacheKey(caller.tenant_id, place, asked.data) };
  const { chain, random } = routeOf(endpoint, admitted);
  const patience = { ...resilience, signal, ...random ? { random } : {} };
  return {
    ...{ ...admitted, chain, endpoint, signal, scan, check, checkInput, cache, resilience: patience },
    hangUp: () => hangUp({ env: connection }),
  };
}

/** The chain, and the chance by which keys are picked, for calls that belong to a conversation. */
function routeOf(
  { affinity }: Endpoint,
  { chain, asked, caller }: Admitted,
): { chain: Target[]; random?: () => number } {
  if (!affinity) return { chain };
  const found = affinity(asked.data, chain, asked.history ?? []);
  return found.sticky === undefined
    ? found
    : { chain: found.chain, random: stickyChance(`${caller.tenant_id}\n${found.sticky}`) };
}

/** The kept answer, as far as the policies of now let it pass as it is. */
async function keptAnswer(deps: CallDeps, { cache, check }: Passage): Promise<CachedAnswer | undefined> {
  const kept = cache && deps.cache.find(cache.key);
  if (!kept || !check) return kept;
  return await mayLeaveAgain(kept.texts, check) ? kept : undefined;
}

function again(deps: CallDeps, call: Call, kept: CachedAnswer): Response {
  answerFromCache(call, kept.provider);
  settle(deps, call, { outcome: "cached", status: 200, usage: kept.usage });
  deps.inHand.delete(call);
  const headers = headersOf(deps, call, { "content-type": kept.contentType, "x-cache": "hit" });
  if (!call.streamed) headers["x-diwan-cost-usd"] = usd(0n);
  return answer(kept.bytes, headers);
}

async function whole(deps: CallDeps, call: Call, passage: Passage): Promise<Response> {
  const { chain, asked, endpoint } = passage;
  const answers = endpoint.answers ?? PLAIN_ANSWERS;
  const answered = await firstAnswer(chain, (target, key, signal) => {
    turnTo(call, target);
    return answers.whole(deps, asked, { target, key, signal });
  }, passage.resilience);
  settleOn(call, answered);
  return await wholeResponse(deps, call, passage, answered.value);
}

async function wholeResponse(
  deps: CallDeps,
  call: Call,
  { asked, caller, endpoint, check, cache }: Passage,
  value: Bytes,
): Promise<Response> {
  const usage = endpoint.usage(value, asked);
  const used = usage ?? estimatedUsage(call.promptTokens, textTokens(endpoint.outputText(value)));
  noteUsage(call, used);
  const checked = check ? await checkedAnswer(value, check, endpoint) : { bytes: value, texts: [] };
  const shaped = endpoint.shaped(checked.bytes, asked.data);
  const bytes = endpoint.finished ? await endpoint.finished(shaped, { deps, asked, caller }) : shaped;
  const { costNanoUsd } = settle(deps, call, { outcome: "ok", status: 200, usage: used });
  deps.inHand.delete(call);
  const contentType = endpoint.contentType?.(asked.data) ?? "application/json";
  const headers = headersOf(deps, call, { "content-type": contentType });
  headers["x-diwan-cost-usd"] = usd(costNanoUsd);
  if (cache) {
    headers["x-cache"] = "miss";
    const { texts } = checked;
    keep(deps, call, { cache, bytes, usage: used, texts, contentType });
  }
  return answer(bytes, headers);
}

const EVENT_STREAM = "text/event-stream; charset=utf-8";

async function stream(deps: CallDeps, call: Call, passage: Passage): Promise<Response> {
  const { chain, asked, endpoint, check, cache } = passage;
  const answers = endpoint.answers ?? PLAIN_ANSWERS;
  const answered = await firstAnswer(chain, (target, key, signal) => {
    turnTo(call, target);
    return answers.streamed(deps, asked, { target, key, signal, asEvents: check !== undefined });
  }, { ...passage.resilience, discard: letGo });
  settleOn(call, answered);
  const { value } = answered;
  if ("whole" in value) return await wholeResponse(deps, call, passage, value.whole);
  const texts = new Map<string, string>();
  const options = streamOptions(deps, call, passage, { ...answered, texts });
  const headers = headersOf(deps, call, { "content-type": EVENT_STREAM, "cache-control": "no-cache" });
  if ("passed" in value) {
    headers["content-type"] = value.contentType;
    const used = endpoint.passedUsage?.(asked);
    return new Response(passOn(value.passed, { ...options, used }), { headers });
  }
  if (cache) headers["x-cache"] = "miss";
  if ("bytes" in value) return new Response(relay(value.bytes, options), { headers });
  try {
    return new Response(await eventBody(deps, call, passage, { ...value, options, texts }), { headers });
  } catch (error) {
    if (error instanceof UpstreamError) {
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
      if (end.outcome === "cut") circuitOf(deps.resilience.circuits, target, key).failed();
      const usage = usageOfStream(call, end);
      settle(deps, call, { outcome: end.outcome, status: end.outcome === "aborted" ? 499 : 200, usage });
      deps.inHand.delete(call);
      if (cache && end.outcome === "ok") {
        const bytes = new Uint8Array(Buffer.concat(chunks));
        const said = [...texts].map(([channel, text]) => ({ channel, text }));
        keep(deps, call, { cache, bytes, usage, texts: said, contentType: EVENT_STREAM });
      }
    },
    tap: cache ? (bytes) => void chunks.push(bytes) : undefined,
  };
}

/** The body of a stream that is handled by event. Where it is checked, a refusal of its first words is thrown. */
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
    try {
      released = await begun(guarded(source.events, check));
    } catch (error) {
      const { usage, tokens } = source.counted();
      noteUsage(call, usage ?? estimatedUsage(call.promptTokens, tokens()));
      abort(error);
      throw error;
    }
    if (cache) released = noted(released, texts);
  }
  if (endpoint.afterCheck) released = endpoint.afterCheck(released, { deps, asked, caller });
  return streamEvents(released, { ...options, form, source, abort });
}

/** Ends a stream that nobody will read. */
function letGo(answer: StreamedAnswer): void {
  if ("bytes" in answer) answer.bytes.cancel();
  else if ("passed" in answer) answer.passed.cancel();
  else if ("whole" in answer) return;
  else answer.abort(new Error("another provider was faster"));
}

/** Header by header, which takes half as long as handing them over as a record. */
function answer(bytes: Bytes, headers: Record<string, string>): Response {
  const response = new Response(bytes);
  for (const name in headers) response.headers.append(name, headers[name] ?? "");
  return response;
}

function keep(
  { cache }: CallDeps,
  { provider }: Call,
  { cache: { key, seconds }, ...answer }: {
    cache: { key: string; seconds: number };
    bytes: Bytes;
    usage: Usage;
    contentType: string;
    texts: AnswerText[];
  },
): void {
  cache.keep(key, { ...answer, provider: provider ?? "none" }, seconds);
}

function headersOf(
  { limiter }: CallDeps,
  { requestId, provider, caller }: Call,
  headers: Record<string, string> = {},
): Record<string, string> {
  headers["x-request-id"] = requestId;
  headers["x-content-type-options"] = "nosniff";
  if (provider) headers["x-diwan-provider"] = provider;
  if (caller) limitHeaders(limiter, caller, headers);
  return headers;
}
