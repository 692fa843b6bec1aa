/** The definition of a model endpoint, and the dependencies that all model calls share. */
import type { JsonObject } from "lib/json_object.ts";
import type { Peer } from "lib/client_ip.ts";
import type { Lifecycle } from "lib/service/lifecycle.ts";
import type { Books } from "./accounting.ts";
import type { CallsInHand } from "./call.ts";
import type { Admitted, Gate, Reading } from "./admission.ts";
import type { Affinity } from "./affinity.ts";
import type { Answers, Asked, Providers } from "./answer.ts";
import type { ChainDeps } from "./chain.ts";
import type { Caller } from "../access/caller.ts";
import type { Recalled, Recalling } from "./conversations.ts";
import type { GatewayError } from "../errors.ts";
import type { ClientErrors } from "./failed_call.ts";
import type { CheckWindows } from "./guarded_stream.ts";
import type { PutOff, Putting, PuttingOff } from "./put_off.ts";
import type { MapTexts } from "lib/streams/message_texts.ts";
import type { Direction, Guardrails, InputNeed } from "./guardrails.ts";
import type { Resilience } from "../providers/resilience.ts";
import type { ResponseCache } from "./response_cache.ts";
import type { StreamEvent } from "../streams/sse_events.ts";
import type { StreamForm } from "../streams/stream_form.ts";
import type { Target } from "../providers/target.ts";
import type { Bytes } from "lib/http/http_client.ts";
import type { Usage } from "../usage.ts";
import type { Form } from "../uploads/form.ts";
import type { Wire } from "../wires/wire.ts";

export interface CallDeps extends Gate, Books, Providers, PuttingOff {
  resilience: Resilience;
  cache: ResponseCache;
  guardrails: Guardrails | undefined;
  /** Which status to return when a provider refuses a request as invalid. */
  clientErrors: ClientErrors;
  /** Running calls, accounted for when the process ends. */
  inHand: CallsInHand;
  /** How long a client may leave a stream unread; a minute by default. */
  unreadMs?: number;
  /** Sends a heartbeat after this wait for the next event of a stream; undefined: never. */
  heartbeatMs?: number | undefined;
  /** Whether spans contain prompts and answers; off by default. */
  traceContent?: boolean;
  lifecycle: Lifecycle;
  ipOf(peer: Peer): string;
}

/** A call whose answer is being sent. */
export interface Answered {
  deps: Recalling;
  asked: Asked;
  caller: Caller;
}

/** The definition of a model endpoint. */
export interface Endpoint {
  /** Path below `/v1`. */
  path: string;
  /** Reads a body. Throws invalid_request_error for one that no provider could answer. */
  read(data: JsonObject, form?: Form, history?: JsonObject[]): Reading;
  /** Accepts forms; with `or_json` also JSON. */
  takesForms?: true | "or_json";
  /** Loads earlier turns that a request only refers to; undefined if requests contain all turns. */
  recall?(deps: Recalling, data: JsonObject, caller: Caller): Promise<Recalled>;
  /** Defers a background request; undefined for any other. */
  putOff?(deps: PuttingOff, asked: Putting): Promise<PutOff> | undefined;
  /** The texts sent to the model. Throws when they cannot be read. */
  inputText(data: JsonObject, history?: JsonObject[]): string;
  /** The texts of an answer. */
  outputText(answer: Bytes): string;
  /** Maps the texts of a parsed answer, each checked separately; undefined: the answer is one text. */
  mapAnswer?: MapTexts;
  /** The usage that the provider reported. */
  usage(answer: Bytes, asked: Asked): Usage | undefined;
  /** Usage of an answer forwarded as bytes, from what the provider reported; by default its input is estimated. */
  passedUsage?(asked: Asked, told: Usage | undefined): Usage;
  /** Content type of a whole answer; JSON by default. */
  contentType?(data: JsonObject): string;
  /** Converts an answer to the requested format. */
  shaped(answer: Bytes, data: JsonObject): Bytes;
  /** Whether a translated provider has this endpoint; true by default. */
  offeredBy?(wire: Wire): boolean;
  /** The targets for `model`, if its name alone does not determine them. */
  chain?(targets: Target[], model: string, deps: ChainDeps): Target[];
  /** Gets its answers; by default in the format of chat completions and embeddings. */
  answers?: Answers;
  /** The format of a stream; by default that of chat completions. */
  streamForm?(requestId: string, asked: Asked): StreamForm;
  /** The key affinity of a request; none by default. Throws when no key fits. */
  affinity?(data: JsonObject, chain: Target[], history: JsonObject[]): Affinity;
  /** Processes the events of a stream after the checks. */
  afterCheck?(events: AsyncIterable<StreamEvent>, answered: Answered): AsyncGenerator<StreamEvent>;
  /** Processes a whole answer after the checks. */
  finished?(answer: Bytes, answered: Answered): Promise<Bytes>;
  /** The error response; by default in OpenAI's format. */
  failed?(error: GatewayError, headers: Record<string, string>): Response;
  /** Which status to return for a provider's refusal; by default the configured one. */
  clientErrors?: ClientErrors;
  /** A further header with the request id, beside `x-request-id`. */
  requestIdHeader?: string;
}

/** An admitted call and the checks of its answer. */
export interface Passage extends Admitted {
  endpoint: Endpoint;
  signal: AbortSignal;
  scan: ((text: string, direction: Direction) => Promise<InputNeed>) | undefined;
  /** Checks the texts of the request separately. */
  checkInput: CheckWindows | undefined;
  /** Checks the texts of the answer. */
  check: CheckWindows | undefined;
  cache: { key: string; seconds: number } | undefined;
  resilience: Resilience & { signal: AbortSignal };
  /** Ends the caller's connection. */
  hangUp(): void;
}
