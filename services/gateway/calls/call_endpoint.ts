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
  /** The status for a request that a provider refused as invalid. */
  clientErrors: ClientErrors;
  /** Calls under way, accounted for when the process ends. */
  inHand: CallsInHand;
  /** How long a client may not read a stream; a minute by default. */
  unreadMs?: number;
  /** The wait for the next event of a stream after which a client is sent a heartbeat; left out: none. */
  heartbeatMs?: number | undefined;
  /** Whether spans hold prompts and answers; off by default. */
  traceContent?: boolean;
  lifecycle: Lifecycle;
  ipOf(peer: Peer): string;
}

/** A call whose answer leaves. */
export interface Answered {
  deps: Recalling;
  asked: Asked;
  caller: Caller;
}

/** The definition of a model endpoint. */
export interface Endpoint {
  /** Below `/v1`. */
  path: string;
  /** Throws invalid_request_error for what no provider could answer. */
  read(data: JsonObject, form?: Form, history?: JsonObject[]): Reading;
  /** Takes forms; `or_json`: beside JSON. */
  takesForms?: true | "or_json";
  /** The earlier turns, where a request only names them; left out: requests carry all turns. */
  recall?(deps: Recalling, data: JsonObject, caller: Caller): Promise<Recalled>;
  /** Defers a request that is to be answered later; undefined for any other. */
  putOff?(deps: PuttingOff, asked: Putting): Promise<PutOff> | undefined;
  /** The texts sent to the model. Throws when they cannot be read. */
  inputText(data: JsonObject, history?: JsonObject[]): string;
  /** The texts of an answer. */
  outputText(answer: Bytes): string;
  /** The texts of the parsed answer, each to be checked by itself; left out: all words are one text. */
  mapAnswer?: MapTexts;
  /** As the provider reported it. */
  usage(answer: Bytes, asked: Asked): Usage | undefined;
  /** Of an answer whose bytes are passed on as they come, with what its provider told; left out: its input is estimated. */
  passedUsage?(asked: Asked, told: Usage | undefined): Usage;
  /** Of a whole answer; left out: JSON. */
  contentType?(data: JsonObject): string;
  /** The answer in the form that the client asked for. */
  shaped(answer: Bytes, data: JsonObject): Bytes;
  /** Whether a translated provider has it; by default each has. */
  offeredBy?(wire: Wire): boolean;
  /** The targets for `model`, if its name alone does not determine them. */
  chain?(found: Target[], model: string, deps: ChainDeps): Target[];
  /** Gets its answers; left out: in the form of chat completions and embeddings. */
  answers?: Answers;
  /** The form of one stream of it; left out: that of chat completions. */
  streamForm?(requestId: string, asked: Asked): StreamForm;
  /** The key affinity of a request; none by default. Throws when no key fits. */
  affinity?(data: JsonObject, chain: Target[], history: JsonObject[]): Affinity;
  /** The events of a stream after they were checked, on their way to the client. */
  afterCheck?(events: AsyncIterable<StreamEvent>, answered: Answered): AsyncGenerator<StreamEvent>;
  /** The checked answer in its final form. */
  finished?(answer: Bytes, answered: Answered): Promise<Bytes>;
  /** A failure as its clients expect it; left out: in OpenAI's form. */
  failed?(error: GatewayError, headers: Record<string, string>): Response;
  /** The status of what a provider refuses; left out: as the setting says. */
  clientErrors?: ClientErrors;
  /** A header of its answers that names the request, beside `x-request-id`. */
  requestIdHeader?: string;
}

/** An admitted call and the checks of its answer. */
export interface Passage extends Admitted {
  endpoint: Endpoint;
  signal: AbortSignal;
  scan: ((text: string, direction: Direction) => Promise<InputNeed>) | undefined;
  /** Checks the texts of the request, each by itself. */
  checkInput: CheckWindows | undefined;
  /** Checks the texts of the answer. */
  check: CheckWindows | undefined;
  cache: { key: string; seconds: number } | undefined;
  resilience: Resilience & { signal: AbortSignal };
  /** Ends the caller's connection. */
  hangUp(): void;
}
