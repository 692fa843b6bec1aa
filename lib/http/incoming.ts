/** Requests and answers on hot paths, without the platform's own Request and Response objects. */

/** The part of a request that hot paths read; a Request has it too. */
export interface Incoming {
  /** The method, in capitals. */
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** Its headers by name. */
  readonly headers: { get(name: string): string | null };
  /** Aborts when the client disconnects before its answer is ready. */
  readonly signal: AbortSignal;
  /** The body in pieces; null without one. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  /** The body as text. */
  text(): Promise<string>;
  /** The body as text if it has arrived completely, else undefined. */
  textNow?(): string | undefined;
}

/** An answer with a complete body. */
export interface PlainAnswer {
  /** From 200 to 599. */
  status: number;
  /** By lower-case name, without those that frame the body. */
  headers: Record<string, string>;
  /** The body. */
  bytes: Uint8Array<ArrayBuffer>;
}

/** Where a stream writes; a ReadableStream's controller fits. */
export interface StreamOutlet {
  /** Positive while more data is wanted; otherwise `pull` is called as soon as it is. */
  readonly desiredSize: number | null;
  /** Sends bytes. */
  enqueue(bytes: Uint8Array): void;
  /** Ends the stream. */
  close(): void;
}

/** The source of a stream; it fits a ReadableStream too. */
export interface StreamSource {
  /** Called once, first. */
  start(outlet: StreamOutlet): void;
  /** More data is wanted. */
  pull(): void;
  /** The client has disconnected. */
  cancel(): void;
}

/** An answer with a streamed body, without a ReadableStream. */
export interface PlainStream extends Omit<PlainAnswer, "bytes"> {
  /** Produces its body. */
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
    // The headers of a fetched answer are immutable.
    const { status, statusText } = outcome;
    const headers = new Headers(outcome.headers);
    headers.set(name, value);
    return new Response(outcome.body, { status, statusText, headers });
  }
}
