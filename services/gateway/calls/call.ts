/** The state of a model call. Only the functions in this file change it, stage by stage. */
import { uuidv7 } from "lib/ids.ts";
import type { Reservation } from "../access/budget.ts";
import type { Caller } from "../access/caller.ts";
import type { TokenCharge } from "../access/limits.ts";
import type { Target } from "../providers/target.ts";
import type { BodyHold } from "./body_room.ts";
import type { CallSpan } from "./span_sighting.ts";
import type { StreamCount } from "../streams/sse.ts";
import type { Units, Usage } from "../usage.ts";

interface CallState {
  /** Id of its usage record. */
  readonly id: string;
  /** The client's request id, or else `id`. */
  readonly requestId: string;
  readonly ip: string;
  /** The requested path, for the audit. */
  readonly resource: string;
  readonly startedAt: number;
  caller: Caller | undefined;
  /** The model name from the request. */
  model: string | null;
  streamed: boolean;
  promptTokens: number;
  /** Estimated usage in units other than tokens. */
  units: Units | undefined;
  charge: TokenCharge | undefined;
  reservation: Reservation | undefined;
  /** Share of the memory budget for a long body. */
  room: BodyHold | undefined;
  /** Whether the metrics have counted its start. */
  begun: boolean;
  /** The target called last. */
  target: Target | undefined;
  /** When that target was called, on the clock of `startedAt`. */
  askedAt: number;
  provider: string | null;
  /** Time of the first event of a stream, on the clock of `startedAt`. */
  firstAt: number | null;
  /** Returns the content of its stream so far. */
  countSoFar: (() => StreamCount) | undefined;
  /** Usage of an answer that was received but not sent yet. */
  answered: Usage | undefined;
  /** Its span, if its trace is sampled. */
  span: CallSpan | undefined;
  closed: boolean;
  /** Its index among the running calls; -1 outside. */
  place: number;
}

/** The read-only view of a model call. */
export type Call = Readonly<CallState>;

/** Opens a call of the endpoint at `path`, by default below `/v1`. */
export function openCall(
  path: string,
  { given, ip, below = "/v1" }: { given: string | null; ip: string; below?: string },
): Call {
  const id = uuidv7();
  const call: CallState = {
    id,
    requestId: given && /^[\w.:=/+-]{1,255}$/.test(given) ? given : id,
    ip,
    resource: below + path,
    startedAt: performance.now(),
    caller: undefined,
    model: null,
    streamed: false,
    promptTokens: 0,
    units: undefined,
    charge: undefined,
    reservation: undefined,
    room: undefined,
    begun: false,
    target: undefined,
    askedAt: 0,
    provider: null,
    firstAt: null,
    countSoFar: undefined,
    answered: undefined,
    span: undefined,
    closed: false,
    place: -1,
  };
  return call;
}

/** Sets its span. */
export function traceWith(call: CallState, span: CallSpan): void {
  call.span = span;
}

/** Stage: the credential is valid. */
export function identify(call: CallState, caller: Caller): void {
  call.caller = caller;
}

/** Stage: the body was read. */
export function describe(
  call: CallState,
  { model, streamed, promptTokens, units }:
    & Pick<CallState, "streamed" | "promptTokens">
    & { model: string; units?: Units },
): void {
  call.model = model;
  call.streamed = streamed;
  call.promptTokens = promptTokens;
  call.units = units;
}

/** Stage: tokens were taken from its limits, if any. */
export function holdTokens(call: CallState, charge: TokenCharge | undefined): void {
  call.charge = charge;
}

/** Stage: money was reserved. */
export function holdMoney(call: CallState, reservation: Reservation): void {
  call.reservation = reservation;
}

/** Stage: its body uses the memory budget. */
export function holdRoom(call: CallState, room: BodyHold): void {
  call.room = room;
}

/** Stage: the call was admitted. */
export function begin(call: CallState): void {
  call.begun = true;
}

/** Stage: a provider is called. */
export function turnTo(call: CallState, target: Target): void {
  leave(call);
  if (target.load) target.load.inFlight += 1;
  call.target = target;
  call.askedAt = performance.now();
  call.provider = target.provider;
}

/** Stage: one of the called providers answers. */
export function settleOn(call: CallState, { target, askedAt }: { target: Target; askedAt: number }): void {
  if (call.target?.load !== target.load) turnTo(call, target);
  call.target = target;
  call.askedAt = askedAt;
  call.provider = target.provider;
  if (!call.streamed) target.load?.answered(false, performance.now() - askedAt);
}

function leave({ target }: CallState): void {
  if (target?.load) target.load.inFlight -= 1;
}

/** Stage: the cache has an answer, originally from `provider`. */
export function answerFromCache(call: CallState, provider: string): void {
  call.provider = provider;
}

/** Stage: the first event of its stream arrived. */
export function noteFirstEvent(call: CallState): void {
  call.firstAt = performance.now();
  call.target?.load?.answered(true, call.firstAt - call.askedAt);
}

/** Stage: its stream starts. */
export function noteStream(call: CallState, count: () => StreamCount): void {
  call.countSoFar = count;
}

/** Stage: the answer is complete, with this usage. */
export function noteUsage(call: CallState, usage: Usage): void {
  call.answered = usage;
}

/** Stage: the call ends; returns true only the first time, when it must be accounted for. */
export function close(call: CallState): boolean {
  if (call.closed) return false;
  call.closed = true;
  call.room?.release();
  leave(call);
  return true;
}

/** The running calls. */
export interface CallsInHand extends Iterable<Call> {
  readonly size: number;
  add(call: Call): void;
  /** Removes `call`, if present. */
  delete(call: Call): void;
}

/** An empty collection. A list, since a Set rehashes its table again and again as members change. */
export function noCallsInHand(): CallsInHand {
  const calls: CallState[] = [];
  return {
    get size() {
      return calls.length;
    },
    add(call: CallState) {
      if (call.place < 0) call.place = calls.push(call) - 1;
    },
    delete(call: CallState) {
      const { place } = call;
      if (place < 0) return;
      call.place = -1;
      const last = calls.pop();
      if (!last || last === call) return;
      calls[place] = last;
      last.place = place;
    },
    [Symbol.iterator]: () => [...calls].values(),
  };
}
