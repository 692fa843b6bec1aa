/** Runs a background response like a direct call of its caller: metered, limited, audited and guarded. */
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
import type { BackgroundStore, ClaimedBackground } from "./background_store.ts";
import type { Bell } from "./bell.ts";
import { eventsIn } from "./kept_events.ts";
import { failedResponse } from "./response_object.ts";

export interface BackgroundWork {
  calls: CallDeps;
  endpoint: Endpoint;
  store: BackgroundStore;
  bell: Bell;
  log: Pick<Logger, "warn">;
  /** The caller with current rights. Throws rbac_denied when their key was revoked. */
  callerOf(kept: unknown): Caller;
}

interface Claimed {
  background: ClaimedBackground;
  claim: number;
}

const LOOK_MS = 500;
const RETRY_MS = 1_000;
// Events of this interval are written together.
const GATHER_MS = 100;

/** Runs a response; true when it has ended, false when another worker must continue it. */
export async function runBackground(
  work: BackgroundWork,
  { id, claim }: { id: string; claim: number },
  ends: Ends,
): Promise<boolean> {
  const { store } = work;
  const background = await store.take(id, claim);
  if (!background) return true;
  const claimed = { background, claim };
  if (background.status === "in_progress") {
    await finish(work, claimed, interrupted(background), ends.end);
    return true;
  }
  while (!ends.rest.aborted) {
    if (!await store.begin(id, claim)) return true;
    work.bell.ring(id);
    const wait = await ask(work, claimed, ends.end);
    if (wait === undefined) return true;
    await store.putBack(id, claim);
    await pause(wait * 1000 * (1 + Math.random() / 4), ends.rest).catch(() => {});
  }
  return false;
}

/** Makes the call and ends the response; returns seconds to wait when a limit refused before any provider call. */
async function ask(work: BackgroundWork, claimed: Claimed, end: AbortSignal): Promise<number | undefined> {
  const { background, claim } = claimed;
  const unwanted = new AbortController();
  const signal = AbortSignal.any([end, unwanted.signal]);
  const watching = watch(work, { id: background.id, claim }, unwanted);
  try {
    const response = await answered(work, background, signal);
    if (response.ok && background.streamed) {
      await finishStream(work, claimed, { body: response.body, end, unwanted });
      return undefined;
    }
    const text = await response.text();
    const wait = limitSeconds(response, text);
    if (wait !== undefined) return wait;
    const answer = parsedObject(text) ?? {};
    const last = response.ok ? withQueuedIdentity(answer, background) : failed(background, answer);
    await finish(work, claimed, signal.aborted && !response.ok ? interrupted(background) : last, end);
    return undefined;
  } finally {
    unwanted.abort();
    await watching;
  }
}

/** Aborts `unwanted` when the response was cancelled or deleted; returns once `unwanted` is aborted. */
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
  { caller, ip, request_id, request, trace }: ClaimedBackground,
  signal: AbortSignal,
): Promise<Response> {
  const { background: _background, ...body } = parsedObject(request) ?? {};
  const own: CallDeps = {
    ...calls,
    background: undefined,
    heartbeatMs: undefined,
    keyring: { authenticate: () => callerOf(caller) },
    ipOf: () => ip,
    // The response was accepted, so it also runs while the process drains.
    lifecycle: { ...calls.lifecycle, admit: () => {} },
    // `finish` stores the response under the id that its client knows.
    conversations: calls.conversations && { ...calls.conversations, keep: () => Promise.resolve() },
  };
  const ownRequest = new Request(`http://background.invalid/v1${endpoint.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-request-id": request_id },
    body: JSON.stringify(body),
    signal,
  });
  return inTraceOf(trace, () =>
    inSpan(
      "response in the background",
      { "diwan.service": "gateway" },
      () => serveCall(own, endpoint, { request: ownRequest, connection: undefined }),
    ));
}

/** Stores the events of a stream as they arrive, and ends the response with the last one. */
async function finishStream(
  { store, bell, ...work }: BackgroundWork,
  { background, claim }: Claimed,
  { body, end, unwanted }: {
    body: ReadableStream<Uint8Array> | null;
    end: AbortSignal;
    unwanted: AbortController;
  },
): Promise<void> {
  const signal = AbortSignal.any([end, unwanted.signal]);
  const { id } = background;
  let last = interrupted(background);
  // Event 0 is `response.queued`.
  let number = 1;
  for await (const events of eventsIn(body, GATHER_MS, signal)) {
    const renamed = events.filter(({ type }) => type !== "keepalive").map((event) =>
      isObject(event.response)
        ? { ...event, response: withQueuedIdentity(event.response, background) }
        : event
    );
    const ending = renamed.find(({ type }) => ENDS.has(textOf(type)));
    if (ending) last = objectOf(ending.response);
    const ongoing = renamed.filter((event) => event !== ending);
    if (ongoing.length > 0 && !await store.append(id, claim, number, ongoing)) unwanted.abort();
    number += ongoing.length;
    bell.ring(id);
  }
  await finish({ store, bell, ...work }, { background, claim }, last, end);
}

const ENDS = new Set(["response.completed", "response.incomplete", "response.failed"]);

/** Stores the result, retrying while the database is down; after shutdown the next worker reports an interruption. */
async function finish(
  { store, bell, log }: BackgroundWork,
  { background: { id, streamed }, claim }: Claimed,
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
      log.warn("a background response cannot be stored; the write will be retried", { response: id, error });
      await pause(RETRY_MS, end).catch(() => {});
    }
  }
}

/** A provider's response with the id and the time that its client knows. */
function withQueuedIdentity(response: JsonObject, { id, response: queued }: ClaimedBackground): JsonObject {
  return { ...response, id, created_at: queued.created_at, background: true, store: true };
}

function failed({ response }: ClaimedBackground, { error }: JsonObject): JsonObject {
  const { code, type, message } = objectOf(error);
  return failedResponse(
    response,
    textOf(code) || textOf(type) || null,
    textOf(message) || "The response failed",
  );
}

/** A failed response in place of a retry: the interrupted call may have been billed. */
function interrupted({ response }: ClaimedBackground): JsonObject {
  return failedResponse(response, "interrupted", "The gateway stopped while this response was running");
}
