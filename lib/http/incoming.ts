/** Requests and answers on the paths that are asked thousands of times a second, without the platform's own objects. */

/** The part of a request that such a path reads; a Request has it. */
export interface Incoming {
  /** The method, in capitals. */
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** Its headers by name. */
  readonly headers: { get(name: string): string | null };
  /** Aborts when the client leaves before its answer is there. */
  readonly signal: AbortSignal;
  /** The body in pieces; null without one. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  /** The body as text. */
  text(): Promise<string>;
  /** The body as text, where all of it has come; undefined where it is still to be waited for. */
  textNow?(): string | undefined;
}

/** An answer whose body is there. */
export interface PlainAnswer {
  /** From 200 to 599. */
  status: number;
  /** By lower-case name, without those that frame the body. */
  headers: Record<string, string>;
  /** The body. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** Where a stream goes; a ReadableStream's controller is one. */
export interface StreamOutlet {
  /** Above zero where more is wanted; else `pull` is called when it is. */
  readonly desiredSize: number | null;
  /** Sends bytes. */
  enqueue(bytes: Uint8Array): void;
  /** Ends the stream. */
  close(): void;
}

/** The source of a stream; a ReadableStream takes one. */
export interface StreamSource {
  /** Called once, before all else. */
  start(outlet: StreamOutlet): void;
  /** More is wanted. */
  pull(): void;
  /** The client has left. */
  cancel(): void;
}

/** An answer whose body comes in pieces, without a ReadableStream. */
export interface PlainStream extends Omit<PlainAnswer, "bytes"> {
  /** Makes its body. */
  source: StreamSource;
}

/** A handler of requests. */
export type Outcome = Response | PlainAnswer | PlainStream;

/** `outcome` as a Response. Header by header, which takes half as long as handing them over as a record. */
export function responseOf(outcome: Outcome): Response {
  if (outcome instanceof Response) return outcome;
  const { status, headers } = outcome;
  const body = "bytes" in outcome
    ? outcome.bytes
    : new ReadableStream<Uint8Array>(outcome.source, { highWaterMark: 1 });
  const response = new Response(body, { status });
  for (const name in headers) response.headers.append(name, headers[name] ?? "");
  return response;
}

/** Sets a header of `outcome`, which may be a Response whose headers are immutable. */
export function withHeader(outcome: Outcome, name: string, value: string): Outcome {
  if (!(outcome instanceof Response)) {
    outcome.headers[name] = value;
    return outcome;
  }
  try {
    outcome.headers.set(name, value);
    return outcome;
  } catch {
    // Those of a fetched answer are.
    const { status, statusText } = outcome;
    const headers = new Headers(outcome.headers);
    headers.set(name, value);
    return new Response(outcome.body, { status, statusText, headers });
  }
}
