/** Asks for a response in the background as its caller would ask: metered, limited, audited and guarded the same. */
import { pause } from "lib/deadlines.ts";
import { isObject, type JsonObject, parsedObject } from "lib/json_object.ts";
import type { Logger } from "lib/telemetry/log.ts";
import { inSpan, inTraceOf } from "lib/telemetry/tracing.ts";
import type { Caller } from "../access/caller.ts";
import { limitSeconds } from "../batches/batch_line.ts";
import type { CallDeps, Endpoint } from "../calls/call_endpoint.ts";
import { serveCall } from "../calls/model_call.ts";
import type { Ends } from "../jobs/job_worker.ts";
import { objectOf, textOf } from "../wires/http.ts";
import type { BackgroundStore, TakenBackground } from "./background_store.ts";
import type { Bell } from "./bell.ts";
import { eventsIn } from "./kept_events.ts";
import { failedResponse } from "./response_object.ts";

export interface BackgroundWork {
  calls: CallDeps;
  endpoint: Endpoint;
  store: BackgroundStore;
  bell: Bell;
  log: Pick<Logger, "warn">;
  /** Who asked, with the rights of now. Throws rbac_denied when their key was revoked. */
  callerOf(kept: unknown): Caller;
}

interface Taken {
  background: TakenBackground;
  claim: number;
}

const LOOK_MS = 500;
const RETRY_MS = 1_000;
// The events of this interval are written together.
const GATHER_MS = 100;

/** True when the response has ended, false when it waits for another worker. */
export async function runBackground(
  work: BackgroundWork,
  { id, claim }: { id: string; claim: number },
  ends: Ends,
): Promise<boolean> {
  const { store } = work;
  const background = await store.take(id, claim);
  if (!background) return true;
  const taken = { background, claim };
  if (background.status === "in_progress") {
    await finish(work, taken, interrupted(background), ends.end);
    return true;
  }
  while (!ends.rest.aborted) {
    if (!await store.begin(id, claim)) return true;
    work.bell.ring(id);
    const wait = await ask(work, taken, ends.end);
    if (wait === undefined) return true;
    await store.putBack(id, claim);
    await pause(wait * 1000 * (1 + Math.random() / 4), ends.rest).catch(() => {});
  }
  return false;
}

/** Asks, and ends the response; seconds to wait where a limit of a minute came before anybody was asked. */
async function ask(work: BackgroundWork, taken: Taken, end: AbortSignal): Promise<number | undefined> {
  const { background, claim } = taken;
  const unwanted = new AbortController();
  const signal = AbortSignal.any([end, unwanted.signal]);
  const watching = watch(work, { id: background.id, claim }, unwanted);
  try {
    const response = await answered(work, background, signal);
    if (response.ok && background.streamed) {
      await finishStream(work, taken, { body: response.body, end, unwanted });
      return undefined;
    }
    const text = await response.text();
    const wait = limitSeconds(response, text);
    if (wait !== undefined) return wait;
    const given = parsedObject(text) ?? {};
    const last = response.ok ? withQueuedIdentity(given, background) : failed(background, given);
    await finish(work, taken, signal.aborted && !response.ok ? interrupted(background) : last, end);
    return undefined;
  } finally {
    unwanted.abort();
    await watching;
  }
}

/** Aborts `unwanted` when somebody cancelled or forgot the response; ends with it. */
async function watch(
  { store, bell }: BackgroundWork,
  { id, claim }: { id: string; claim: number },
  unwanted: AbortController,
): Promise<void> {
  while (!unwanted.signal.aborted) {
    await bell.heard(id, LOOK_MS, unwanted.signal);
    if (unwanted.signal.aborted) return;
    const state = await store.state(id).catch(() => "unknown" as const);
    if (state === "unknown") continue;
    if (state?.status !== "in_progress" || state.claim !== claim) unwanted.abort();
  }
}

function answered(
  { calls, endpoint, callerOf }: BackgroundWork,
  { caller, ip, request_id, request, trace }: TakenBackground,
  signal: AbortSignal,
): Promise<Response> {
  const { background: _background, ...body } = parsedObject(request) ?? {};
  const own: CallDeps = {
    ...calls,
    background: undefined,
    heartbeatMs: undefined,
    keyring: { authenticate: () => callerOf(caller) },
    ipOf: () => ip,
    // It was accepted, so it also runs while the process drains.
    lifecycle: { ...calls.lifecycle, admit: () => {} },
    // It is kept under its own id when it has ended.
    conversations: calls.conversations && { ...calls.conversations, keep: () => Promise.resolve() },
  };
  const asking = new Request(`http://background.invalid/v1${endpoint.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-request-id": request_id },
    body: JSON.stringify(body),
    signal,
  });
  return inTraceOf(trace, () =>
    inSpan(
      "response in the background",
      { "diwan.service": "gateway" },
      () => serveCall(own, endpoint, { request: asking, connection: undefined }),
    ));
}

/** Keeps the events of a stream as they come, and ends the response with the last of them. */
async function finishStream(
  { store, bell, ...work }: BackgroundWork,
  { background, claim }: Taken,
  { body, end, unwanted }: {
    body: ReadableStream<Uint8Array> | null;
    end: AbortSignal;
    unwanted: AbortController;
  },
): Promise<void> {
  const signal = AbortSignal.any([end, unwanted.signal]);
  const { id } = background;
  let last = interrupted(background);
  // The first tells that it is queued.
  let number = 1;
  for await (const events of eventsIn(body, GATHER_MS, signal)) {
    const told = events.filter(({ type }) => type !== "keepalive").map((event) =>
      isObject(event.response)
        ? { ...event, response: withQueuedIdentity(event.response, background) }
        : event
    );
    const ending = told.find(({ type }) => ENDS.has(textOf(type)));
    if (ending) last = objectOf(ending.response);
    const coming = told.filter((event) => event !== ending);
    if (coming.length > 0 && !await store.append(id, claim, number, coming)) unwanted.abort();
    number += coming.length;
    bell.ring(id);
  }
  await finish({ store, bell, ...work }, { background, claim }, last, end);
}

const ENDS = new Set(["response.completed", "response.incomplete", "response.failed"]);

/** Keeps the end, again while the database is away; where it cannot be kept, the next worker tells of an interruption. */
async function finish(
  { store, bell, log }: BackgroundWork,
  { background: { id, streamed }, claim }: Taken,
  response: JsonObject,
  end: AbortSignal,
): Promise<void> {
  const event = streamed ? `response.${textOf(response.status)}` : undefined;
  for (;;) {
    try {
      await store.finish(id, claim, response, event);
      return bell.ring(id);
    } catch (error) {
      if (end.aborted) throw error;
      log.warn("a response in the background cannot be kept; it is tried again", { response: id, error });
      await pause(RETRY_MS, end).catch(() => {});
    }
  }
}

/** A response of a provider under the name that its client knows. */
function withQueuedIdentity(response: JsonObject, { id, response: queued }: TakenBackground): JsonObject {
  return { ...response, id, created_at: queued.created_at, background: true, store: true };
}

function failed({ response }: TakenBackground, { error }: JsonObject): JsonObject {
  const { code, type, message } = objectOf(error);
  return failedResponse(response, textOf(code) || textOf(type) || null, textOf(message) || "It failed");
}

/** It may have been billed, so it does not run again. */
function interrupted({ response }: TakenBackground): JsonObject {
  return failedResponse(response, "interrupted", "The gateway ended while it asked for this response");
}
