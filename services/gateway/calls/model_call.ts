/** The stages of a model call, from authentication to its answer. */
import { hangUp } from "lib/http/http_server.ts";
import { type Incoming, type Outcome, responseOf, withHeader } from "lib/http/incoming.ts";
import { inThisTrace, isSampled, nameRequest, withSpan } from "lib/telemetry/tracing.ts";
import { postpone, settle } from "./accounting.ts";
import { answerFromCache, begin, type Call, openCall, traceWith } from "./call.ts";
import { leastBusyFirst } from "./chain.ts";
import { openCallSpan, tellRequest } from "./call_span.ts";
import { admit, type Admitted, type Postponed } from "./admission.ts";
import { stickyChance } from "./affinity.ts";
import { errorResponse } from "../errors.ts";
import { endFailed } from "./failed_call.ts";
import { fileTexts } from "../uploads/file_texts.ts";
import { formTexts } from "../uploads/form_data.ts";
import { changedInput } from "./checked_input.ts";
import { mayLeaveAgain } from "./checked_answer.ts";
import type { CheckWindows } from "./guarded_stream.ts";
import { type Direction, policyCaller, policyUser } from "./guardrails.ts";
import { usd } from "../money.ts";
import { type CachedAnswer, cacheKey, cacheSeconds } from "./response_cache.ts";
import type { Target } from "../providers/target.ts";
import type { Form } from "../uploads/form.ts";
import type { CallDeps, Endpoint, Passage } from "./call_endpoint.ts";
import { eventStreamHeaders, headersOf } from "./call_response.ts";
import { wholeCall } from "./whole_call.ts";
import { streamCall } from "./stream_call.ts";

/** Answers a model call and accounts for it exactly once, also when it fails. */
export async function serveCall(deps: CallDeps, endpoint: Endpoint, from: Arrived): Promise<Response> {
  return responseOf(await callOutcome(deps, endpoint, from));
}

/** Like `serveCall`, without creating a Response for a complete answer. */
export function callOutcome(deps: CallDeps, endpoint: Endpoint, from: Arrived): Promise<Outcome> {
  const call = opened(deps, endpoint, from);
  if (!isSampled()) return answerCall(deps, endpoint, call, from);
  // Calls without a connection, such as batch lines, have no request span.
  if (from.connection !== undefined) nameRequest("POST", call.resource);
  const callSpan = openCallSpan(call, deps.traceContent ?? false);
  traceWith(call, callSpan);
  return withSpan(callSpan.span, () => answerCall(deps, endpoint, call, from));
}

/** A request and its connection. */
interface Arrived {
  request: Incoming;
  connection: unknown;
}

async function answerCall(
  deps: CallDeps,
  endpoint: Endpoint,
  call: Call,
  { request, connection }: Arrived,
): Promise<Outcome> {
  let form: Form | undefined;
  try {
    deps.lifecycle.admit(request);
    const admitted = await admit(deps, call, { request, endpoint });
    if ("putOff" in admitted) return takenResponse(deps, call, admitted);
    form = admitted.asked.form;
    deps.metrics.started();
    begin(call);
    const unguarded = passageOf(deps, call, { admitted, endpoint, request, connection });
    const passage = unguarded.scan ? await guardedInput(unguarded) : unguarded;
    tellRequest(call, passage.asked.data);
    const kept = passage.cache && await keptAnswer(deps, passage);
    if (passage.cache) deps.metrics.cache(kept ? "hit" : "miss");
    const outcome = kept ? cachedResponse(deps, call, kept) : await askProvider(deps, call, passage);
    const { requestIdHeader } = endpoint;
    return requestIdHeader ? withHeader(outcome, requestIdHeader, call.requestId) : outcome;
  } catch (error) {
    const { clientErrors = deps.clientErrors, failed = errorResponse } = endpoint;
    const failure = endFailed(deps, call, error, { signal: request.signal, clientErrors });
    deps.inHand.delete(call);
    return failed(failure, headersOf(deps, call));
  } finally {
    // A file that is still being sent to a provider stays readable after closing.
    if (form) await form.close();
  }
}

/** Calls the provider. */
function askProvider(deps: CallDeps, call: Call, passage: Passage): Promise<Outcome> {
  const { model, streamed } = passage.reading;
  const chain = leastBusyFirst(deps, model, passage.chain);
  const ordered = chain === passage.chain ? passage : { ...passage, chain };
  return (streamed ? streamCall : wholeCall)(deps, call, ordered);
}

/** The answer to a deferred request. */
function takenResponse(deps: CallDeps, call: Call, { putOff }: Postponed): Outcome {
  postpone(call);
  deps.inHand.delete(call);
  if ("events" in putOff) {
    return new Response(putOff.events, { headers: headersOf(deps, call, eventStreamHeaders()) });
  }
  const bytes = new TextEncoder().encode(JSON.stringify(putOff.answer));
  return { status: 200, bytes, headers: headersOf(deps, call, { "content-type": "application/json" }) };
}

/** The passage after its request was checked, with replacements applied. */
async function guardedInput(passage: Passage): Promise<Passage> {
  const { asked, endpoint, scan, checkInput } = passage;
  if (!scan) return passage;
  // A form's texts are checked directly, since its parsed data has a repeated field only once.
  const words = asked.form
    ? [...formTexts(asked.form), ...await fileTexts(asked.form)].join("\n")
    : endpoint.inputText(asked.data, asked.history);
  const need = await scan(words, "input");
  if (!need || !checkInput) return passage;
  return { ...passage, asked: await changedInput(asked, checkInput, need) };
}

function opened(
  deps: CallDeps,
  { path }: Endpoint,
  { request, connection }: Arrived,
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
    request: Incoming;
    connection: unknown;
  },
): Passage {
  const { caller, reading, asked } = admitted;
  const { headers, signal } = request;
  const skips = caller.may_skip_guardrails && headers.get("x-diwan-guardrails") === "skip";
  const context = {
    ...{ model: reading.model, userId: policyUser(caller), requestId: call.requestId, signal },
    ...{ caller: policyCaller(caller), pseudonyms: new Map<string, string>() },
  };
  const scan = guardrails && !skips
    ? inThisTrace((text: string, direction: Direction) => guardrails.scan(text, { ...context, direction }))
    : undefined;
  const check: CheckWindows | undefined = guardrails && !skips
    ? inThisTrace((windows, last) => {
      // The answer is recorded even if the client has disconnected.
      const still = signal.aborted ? new AbortController().signal : signal;
      return guardrails.check(windows, last, { ...context, direction: "output", signal: still });
    })
    : undefined;
  const checkInput: CheckWindows | undefined = guardrails && !skips
    ? (windows, last) => guardrails.check(windows, last, { ...context, direction: "input" })
    : undefined;
  const seconds = cacheSeconds(headers.get("x-diwan-cache"), caller.cache);
  // An answer that skipped the guard must not be cached for guarded callers.
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

/** The chain of a call, and the number by which its conversation picks keys. */
function routeOf(
  { affinity }: Endpoint,
  { chain, asked, caller }: Admitted,
): { chain: Target[]; random?: () => number } {
  if (!affinity) return { chain };
  const route = affinity(asked.data, chain, asked.history ?? []);
  return route.sticky === undefined
    ? route
    : { chain: route.chain, random: stickyChance(`${caller.tenant_id}\n${route.sticky}`) };
}

/** The cached answer, if the current policies let it pass unchanged. */
async function keptAnswer(deps: CallDeps, { cache, check }: Passage): Promise<CachedAnswer | undefined> {
  const kept = cache && deps.cache.find(cache.key);
  if (!kept || !check) return kept;
  return await mayLeaveAgain(kept.texts, check) ? kept : undefined;
}

function cachedResponse(deps: CallDeps, call: Call, kept: CachedAnswer): Outcome {
  answerFromCache(call, kept.provider);
  settle(deps, call, { outcome: "cached", status: 200, usage: kept.usage });
  deps.inHand.delete(call);
  const headers = headersOf(deps, call, { "content-type": kept.contentType, "x-cache": "hit" });
  if (!call.streamed) headers["x-diwan-cost-usd"] = usd(0n);
  return { status: 200, headers, bytes: kept.bytes };
}
