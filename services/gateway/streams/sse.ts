/**
 * Forwards a provider's event stream unchanged: all events of one read together, since a promise per event would
 * dominate the cost. Only complete events are sent, so that an error event after a cut is well-formed.
 */
import type { AnswerBody } from "lib/http/http_client.ts";
import type { StreamOutlet, StreamSource } from "lib/http/incoming.ts";
import { type UnreadWatch, watchUnread } from "lib/http/unread.ts";
import { errorBody, type GatewayError, notRead, providerError } from "../errors.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { Usage } from "../usage.ts";
import { createHeartbeat, type Heartbeat } from "./heartbeat.ts";
import { streamFailure } from "./stream_failure.ts";
import { createReader, type ProviderReader } from "./provider_reader.ts";
import { beginStream, endStream, type StreamState, takeBytes } from "./stream_state.ts";

/** Usage of a stream so far. */
export interface StreamCount {
  /** As the provider reported it. */
  usage: Usage | undefined;
  /** Estimated tokens, used when no usage is reported: four bytes each, at least one per chunk. */
  tokens(): number;
}

/** Outcome and usage of an ended stream. */
export interface StreamEnd extends StreamCount {
  outcome: "ok" | "aborted" | "cut" | "blocked";
  /** The error that the client was sent. */
  failure?: GatewayError | undefined;
}

export interface StreamOptions {
  provider: string;
  /** False hides the usage event, which only the gateway asked for, from the client. */
  showUsage: boolean;
  idleTimeoutMs: number;
  /** How long a client may leave data unread; see `lib/http/unread.ts`. */
  unreadMs?: number | undefined;
  /** Called after the stream has ended for that reason. */
  onUnread?(): void;
  /** Sends a heartbeat after this wait for the next event; undefined: never. */
  heartbeatMs?: number | undefined;
  /** Masked in error messages of the provider. */
  secrets?: readonly string[] | undefined;
  onFirst(): void;
  onEnd(end: StreamEnd): void;
  /** Receives a function that returns the stream's content so far. */
  onBegin?(count: () => StreamCount): void;
  /** Observes the bytes that the client gets. */
  tap?(bytes: Uint8Array): void;
}

const MAX_EVENT_BYTES = 8 * 2 ** 20;

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(": keep-alive\n\n");

/** State of a running stream. */
interface Passing {
  options: StreamOptions;
  state: StreamState;
  source: ProviderReader;
  over: boolean;
  /** Resumes the pump once the client has read the sent data. */
  resume: (() => void) | undefined;
  end(outcome: StreamEnd["outcome"], failure?: GatewayError): void;
}

/** Forwards `body` to a client. */
export function relay(body: AnswerBody, options: StreamOptions): StreamSource {
  const state = beginStream(options);
  const counted = (): StreamCount => ({ usage: state.usage, tokens: state.sample.tokens });
  const passing: Passing = {
    options,
    state,
    source: createReader(body, options.idleTimeoutMs),
    over: false,
    resume: undefined,
    end(outcome, failure) {
      passing.over = true;
      options.onEnd({ outcome, failure, ...counted() });
    },
  };
  options.onBegin?.(counted);
  return {
    start(outlet) {
      // The client has already been sent any error thrown here.
      pump(passing, outlet).catch(() => {});
    },
    pull() {
      passing.resume?.();
      passing.resume = undefined;
    },
    cancel() {
      passing.resume?.();
      if (passing.over) return;
      passing.end("aborted");
      body.cancel();
    },
  };
}

async function pump(passing: Passing, outlet: StreamOutlet): Promise<void> {
  const { source, options } = passing;
  const unread = watchUnread(() => {
    if (passing.over) return;
    passing.end("aborted");
    source.cancel();
    send(passing, outlet, [errorEvent(notRead())]);
    outlet.close();
    passing.resume?.();
    options.onUnread?.();
  }, options.unreadMs);
  const heart = createHeartbeat(options.heartbeatMs, {
    waitedMs: () => passing.over ? 0 : source.waitedMs(),
    beat: () => void ((outlet.desiredSize ?? 0) > 0 && outlet.enqueue(HEARTBEAT)),
  });
  try {
    await passEvents(passing, outlet, { unread, heart });
    if (passing.over) return;
    passing.end("ok");
    outlet.close();
    await source.drain();
  } catch (error) {
    if (passing.over) return;
    const failure = failureOf(error, passing);
    send(passing, outlet, [errorEvent(failure)]);
    passing.end("cut", failure);
    outlet.close();
    source.cancel();
  } finally {
    source.stop();
    heart.stop();
    unread.end();
  }
}

/** Forwards events until the end or until the client disconnects. Throws when the provider fails. */
async function passEvents(
  passing: Passing,
  outlet: StreamOutlet,
  { unread, heart }: { unread: UnreadWatch; heart: Heartbeat },
): Promise<void> {
  const { source, state, options } = passing;
  for (let first = true;; first = false) {
    const bytes = await source.read();
    if (passing.over) return;
    if (first) {
      options.onFirst();
      heart.start();
    }
    send(passing, outlet, bytes === null ? endStream(state) : takeBytes(state, bytes));
    if (state.phase === "failed") throw state.failure ?? new UpstreamError("ended the stream early");
    if (state.phase === "done") return;
    if ((state.rest?.length ?? 0) > MAX_EVENT_BYTES) {
      throw new UpstreamError("sent an event that is too large");
    }
    if ((outlet.desiredSize ?? 1) > 0) continue;
    unread.offered();
    await new Promise<void>((resume) => passing.resume = resume);
    unread.taken();
    if (passing.over) return;
  }
}

function send({ options: { tap } }: Passing, outlet: StreamOutlet, events: Uint8Array[]): void {
  for (const bytes of events) {
    tap?.(bytes);
    outlet.enqueue(bytes);
  }
}

function failureOf(error: unknown, { options, state }: Passing): GatewayError {
  if (error === state.failure) return streamFailure(error, options);
  const { provider } = options;
  const { message, code } = error instanceof UpstreamError ? error : { message: "", code: null };
  const known = code === "timeout" || message.startsWith("ended") || message.startsWith("sent");
  return providerError(`${provider} ${known ? message : "broke off the stream"}`, {
    code: code === "timeout" ? code : "stream_cut",
  });
}

/** The error event of a failed stream; openai clients throw it as an APIError. */
export function errorEvent(error: GatewayError): Uint8Array {
  return encoder.encode(`event: error\ndata: ${JSON.stringify(errorBody(error))}\n\n`);
}
