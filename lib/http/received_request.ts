/** A request on a connection that creates the platform's own objects only for the parts that are used. */
import { HttpError } from "lib/http/http_error.ts";
import type { Incoming } from "lib/http/incoming.ts";
import { hasCome, isRead, readBody, readText, type ReceivedBody, takeText } from "lib/http/received_body.ts";
import { headerOf, RefusedHead, type RequestHead } from "lib/http/request_head.ts";

/** A request on a connection. */
export class ReceivedRequest implements Incoming {
  /** The method, in capitals. */
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** Its headers by name. */
  readonly headers: Incoming["headers"];
  /** Called when its client disconnects before the answer is sent. */
  onLeft: (() => void) | undefined;
  #head: RequestHead;
  #body: ReceivedBody;
  #onRead: () => void;
  #stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
  #controller: AbortController | undefined;
  #left = false;
  #used = false;

  /** A request with this head and body; `onRead` is called when its body has been read. */
  constructor(head: RequestHead, body: ReceivedBody, onRead: () => void) {
    this.method = head.method;
    this.target = head.target;
    this.headers = { get: (name) => headerOf(head, name.toLowerCase()) };
    this.#head = head;
    this.#body = body;
    this.#onRead = onRead;
    if (isRead(body)) onRead();
  }

  /** The whole address. */
  get url(): string {
    return `http://${this.#head.host || "localhost"}${this.target === "*" ? "/*" : this.target}`;
  }

  /** Whether its client has disconnected. */
  get left(): boolean {
    return this.#left;
  }

  /** Whether its body has been read to the end. */
  get isRead(): boolean {
    return isRead(this.#body);
  }

  /** Aborts when the client disconnects. */
  get signal(): AbortSignal {
    const controller = this.#controller ??= new AbortController();
    if (this.#left) controller.abort(leftReason());
    return controller.signal;
  }

  /** The body in pieces; null without one. */
  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    const { body } = this.#head;
    if (body.by === "length" && body.length === 0) return null;
    return this.#stream ??= this.#streamed();
  }

  /** The body as text, if it has arrived completely. */
  textNow(): string | undefined {
    if (!hasCome(this.#body)) return undefined;
    this.#use();
    const text = takeText(this.#body);
    this.#onRead();
    return text;
  }

  /** The body as text. */
  async text(): Promise<string> {
    this.#use();
    const text = await this.#whileHere(readText(this.#body));
    this.#onRead();
    return text;
  }

  /** Its client has disconnected. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    this.#controller?.abort(leftReason());
    this.onLeft?.();
  }

  /** Converts it to a Request. @throws {RefusedHead} when that is impossible. */
  toRequest(): Request {
    const { method, url, body, signal } = this;
    const { names, values } = this.#head;
    const headers = new Headers();
    for (let i = 0; i < names.length; i++) headers.append(names[i] ?? "", values[i] ?? "");
    const mayHaveBody = method !== "GET" && method !== "HEAD";
    try {
      const request = new Request(url, { method, headers, signal, body: mayHaveBody ? body : null });
      // The original target: a Request would resolve dot segments in it.
      Object.defineProperty(request, "url", { value: url });
      return request;
    } catch {
      throw new RefusedHead(400, "The request cannot be understood");
    }
  }

  /** A body that ends too soon means that the client has disconnected. */
  async #whileHere<T>(reading: Promise<T>): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      if (error instanceof HttpError) this.leave();
      throw error;
    }
  }

  #use(): void {
    if (this.#used) throw new TypeError("Body already consumed");
    this.#used = true;
  }

  #streamed(): ReadableStream<Uint8Array<ArrayBuffer>> {
    this.#use();
    return new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: async (controller) => {
        const bytes = await this.#whileHere(readBody(this.#body));
        if (bytes) controller.enqueue(bytes);
        if (!isRead(this.#body)) return;
        this.#onRead();
        controller.close();
      },
    }, { highWaterMark: 0 });
  }
}

function leftReason(): DOMException {
  return new DOMException("The request has been cancelled.", "AbortError");
}
