/** The state of a model call. Other files read it; only the functions here change it, stage by stage. */
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
  /** Id of its record. */
  readonly id: string;
  /** As the client named it, or else its id. */
  readonly requestId: string;
  readonly ip: string;
  /** The path asked for, as the audit names it. */
  readonly resource: string;
  readonly startedAt: number;
  caller: Caller | undefined;
  /** The model as the client named it. */
  model: string | null;
  streamed: boolean;
  promptTokens: number;
  /** Its likely usage beside tokens. */
  units: Units | undefined;
  charge: TokenCharge | undefined;
  reservation: Reservation | undefined;
  /** Memory for its body, where that is long. */
  room: BodyHold | undefined;
  /** Whether the metrics have counted its start. */
  begun: boolean;
  /** The target asked last. */
  target: Target | undefined;
  /** When it was asked, on the clock of `startedAt`. */
  askedAt: number;
  provider: string | null;
  /** When the first event of a stream came, on the clock of `startedAt`. */
  firstAt: number | null;
  /** Returns the content of its stream so far. */
  countSoFar: (() => StreamCount) | undefined;
  /** Usage of an answer that was received but not released yet. */
  answered: Usage | undefined;
  /** Its span, if its trace is sampled. */
  span: CallSpan | undefined;
  closed: boolean;
  /** Its place among the calls in hand; -1 outside. */
  place: number;
}

/** The read-only view of a model call. */
export type Call = Readonly<CallState>;

/** Opens a call of the endpoint at `path`, below `/v1` where nothing else is said. */
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

/** Its credential is valid. */
export function identify(call: CallState, caller: Caller): void {
  call.caller = caller;
}

/** Its body was read. */
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

/** Tokens were taken from its limits, if it has any. */
export function holdTokens(call: CallState, charge: TokenCharge | undefined): void {
  call.charge = charge;
}

/** Money was reserved for it. */
export function holdMoney(call: CallState, reservation: Reservation): void {
  call.reservation = reservation;
}

/** Its body takes room in memory. */
export function holdRoom(call: CallState, room: BodyHold): void {
  call.room = room;
}

/** It was admitted. */
export function begin(call: CallState): void {
  call.begun = true;
}

/** A provider is called. */
export function turnTo(call: CallState, target: Target): void {
  leave(call);
  if (target.load) target.load.inFlight += 1;
  call.target = target;
  call.askedAt = performance.now();
  call.provider = target.provider;
}

/** The called provider that answers. */
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

/** The cache answers it with what `provider` once answered. */
export function answerFromCache(call: CallState, provider: string): void {
  call.provider = provider;
}

/** The first event of its stream came. */
export function noteFirstEvent(call: CallState): void {
  call.firstAt = performance.now();
  call.target?.load?.answered(true, call.firstAt - call.askedAt);
}

/** Its stream begins. */
export function noteStream(call: CallState, count: () => StreamCount): void {
  call.countSoFar = count;
}

/** Its answer is complete, with this usage. */
export function noteUsage(call: CallState, usage: Usage): void {
  call.answered = usage;
}

/** Ends it; true the first time, when it must be accounted for. */
export function close(call: CallState): boolean {
  if (call.closed) return false;
  call.closed = true;
  call.room?.release();
  leave(call);
  return true;
}

/** The calls under way. */
export interface CallsInHand extends Iterable<Call> {
  readonly size: number;
  add(call: Call): void;
  /** Takes `call` out, if it is in. */
  delete(call: Call): void;
}

/** No calls. A list, since a set builds its table anew again and again as its members change. */
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
