/** Gets an answer from one provider: forwarded bytes for OpenAI's wire, translated for others. */
import { unlessAborted, within } from "lib/deadlines.ts";
import type { JsonObject } from "lib/json_object.ts";
import type { Moderator } from "../providers/moderator.ts";
import type { Form } from "../uploads/form.ts";
import type { Sent } from "./request_body.ts";
import { bodyFor } from "./sent_body.ts";
import type { Target, WireName } from "../providers/target.ts";
import { inOrder } from "../streams/chunk_order.ts";
import { chunkEvents, eventsOf, type StreamEvent } from "../streams/sse_events.ts";
import type { Incoming } from "lib/http/incoming.ts";
import { type AnswerBody, type Bytes, piecesOf } from "lib/http/http_client.ts";
import type { Upstream } from "../providers/upstream.ts";
import { withFirstBytes } from "./first_bytes.ts";
import { refuseFailure } from "./refused_success.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { Usage } from "../usage.ts";
import { failureSourceOf, type Wire, type WireContext } from "../wires/wire.ts";

export interface Providers {
  upstream: Upstream;
  /** The translator of a wire; undefined for OpenAI's and Azure's. */
  wireOf(name: WireName): Wire | undefined;
  /** The guard, if configured. */
  moderator?: Moderator | undefined;
  /** Treatment of unknown values of anthropic-beta; `drop` by default. */
  unknownBetas?: "drop" | "pass";
}

/** A request as the client sent it. */
export interface Asked {
  /** Path of the endpoint below `/v1`. */
  path: string;
  text: Sent;
  data: JsonObject;
  /** Request usage at the end of a stream, although the client did not. */
  addUsage: boolean;
  headers: Incoming["headers"];
  /** The form, if it was sent as one; then `data` has its text fields. */
  form?: Form;
  /** Earlier turns that the request only refers to. */
  history?: JsonObject[];
}

/** One attempt of a call at a target. */
export type Attempt = WireContext;

/** Gets the answers of an endpoint, in its own format. */
export interface Answers {
  whole(providers: Providers, asked: Asked, attempt: Attempt): Promise<Bytes>;
  /** `asEvents` asks for parsed events instead of bytes. */
  streamed(
    providers: Providers,
    asked: Asked,
    attempt: Attempt & { asEvents: boolean },
  ): Promise<StreamedAnswer>;
}

/** Answers in the format of chat completions and embeddings. */
export const PLAIN_ANSWERS: Answers = { whole: wholeAnswer, streamed: streamedAnswer };

/** A whole answer in JSON. */
async function wholeAnswer(providers: Providers, asked: Asked, attempt: Attempt): Promise<Bytes> {
  const { target, signal } = attempt;
  const wire = providers.wireOf(target.wire);
  if (wire) {
    const answer = await translated(() => callWire(wire, asked, attempt), target, signal);
    return new TextEncoder().encode(JSON.stringify(answer));
  }
  const { path } = asked;
  const answer = await providers.upstream.ask({ ...attempt, path, body: bodyFor(target, asked) });
  refuseFailure(answer, attempt);
  if (isWhole(answer)) return answer;
  throw new UpstreamError(`${target.provider} did not answer with JSON`, {
    code: "bad_answer",
  });
}

const [OPENING_BRACE, CLOSING_BRACE, SPACE] = [123, 125, 32];

/** Whether it begins and ends as an object: connections may end in the middle of an answer without an error. */
function isWhole(answer: Bytes): boolean {
  return answer.find((byte) => byte > SPACE) === OPENING_BRACE &&
    answer.findLast((byte) => byte > SPACE) === CLOSING_BRACE;
}

function callWire(wire: Wire, { path, data }: Asked, { target, key, signal }: Attempt): Promise<JsonObject> {
  const request = { ...data, model: target.model };
  if (path === "/chat/completions") return wire.chat(request, { target, key, signal });
  if (path === "/embeddings" && wire.embed) return wire.embed(request, { target, key, signal });
  throw new UpstreamError(`${target.provider} does not support ${path.slice(1)}`, {
    status: 404,
    code: "unsupported",
  });
}

/** A stream: the provider's bytes, or events if they are translated or must be inspected. */
export type StreamedAnswer = { bytes: AnswerBody } | {
  events: AsyncIterable<StreamEvent>;
  abort(reason: unknown): void;
} | {
  /** A complete answer, from a provider that does not stream. */
  whole: Bytes;
} | {
  /** Audio, forwarded as it arrives. */
  passed: AnswerBody;
  contentType: string;
  /** Usage, if the provider reported it. */
  usage?: Usage | undefined;
};

async function streamedAnswer(
  providers: Providers,
  asked: Asked,
  { target, key, signal, asEvents }: Attempt & { asEvents: boolean },
): Promise<StreamedAnswer> {
  const wire = providers.wireOf(target.wire);
  if (wire) {
    const request = { ...asked.data, model: target.model };
    return await wireStream((context) => inOrder(wire.stream(request, context)), { target, key, signal });
  }
  const body = bodyFor(target, asked);
  const answer = await providers.upstream.open({ target, key, signal, path: asked.path, body });
  if (!/^text\/event-stream/i.test(answer.contentType)) {
    answer.body.cancel();
    throw new UpstreamError(`${target.provider} did not answer with an event stream`, { code: "no_stream" });
  }
  const opened = await withFirstBytes(answer.body, { target, key, signal });
  if (!asEvents) return { bytes: opened };
  return {
    events: eventsOf(piecesOf(opened), failureSourceOf({ target, key })),
    abort: () => opened.cancel(),
  };
}

/** A stream from the chunks of a wire. */
export function wireStream(
  start: (context: WireContext) => AsyncIterable<JsonObject>,
  attempt: Attempt,
): Promise<StreamedAnswer> {
  return openEvents(attempt, (context) => chunkEvents(start(context)));
}

/** Waits for the first event of a stream, so that a refusal before it can still be retried elsewhere. */
export async function openEvents(
  { target, key, signal }: Attempt,
  open: (attempt: Attempt) => AsyncIterable<StreamEvent>,
): Promise<StreamedAnswer> {
  const stopping = new AbortController();
  const context = { target, key, signal: AbortSignal.any([signal, stopping.signal]) };
  const events = open(context)[Symbol.asyncIterator]();
  const first = await translated(() => events.next(), target, signal, (reason) => stopping.abort(reason));
  return {
    events: resumed(first, events),
    abort(reason) {
      stopping.abort(reason);
    },
  };
}

async function* resumed<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  for (let step = first; !step.done; step = await rest.next()) yield step.value;
}

/** Runs a translation within the target's timeout; an unexpected error counts as the provider's failure. */
export async function translated<T>(
  work: () => Promise<T>,
  { provider, timeoutMs }: Target,
  signal: AbortSignal,
  abort: (reason: unknown) => void = () => {},
): Promise<T> {
  const late = new UpstreamError(`${provider} did not answer within ${timeoutMs} ms`, { code: "timeout" });
  try {
    return await within(timeoutMs, unlessAborted(signal, work()), () => late);
  } catch (error) {
    if (error === late) abort(late);
    if (signal.aborted) {
      abort(signal.reason);
      throw signal.reason;
    }
    if (error instanceof UpstreamError) throw error;
    throw new UpstreamError(`${provider} failed`, { cause: error });
  }
}
