/** A request as it came on a connection, of which only what is asked for is made into the platform's objects. */
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
  /** Called when its client leaves before the answer is sent. */
  onLeft: (() => void) | undefined;
  #head: RequestHead;
  #body: ReceivedBody;
  #onRead: () => void;
  #stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
  #controller: AbortController | undefined;
  #left = false;
  #used = false;

  /** A request with this head and body; `onRead` is called once its body was read. */
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

  /** Whether its client has left. */
  get left(): boolean {
    return this.#left;
  }

  /** Whether its body has been read to the end. */
  get isRead(): boolean {
    return isRead(this.#body);
  }

  /** Aborts when the client leaves. */
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

  /** The body as text, where all of it has come. */
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

  /** Its client has left. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    this.#controller?.abort(leftReason());
    this.onLeft?.();
  }

  /** As a Request. @throws {RefusedHead} where that is impossible. */
  toRequest(): Request {
    const { method, url, body, signal } = this;
    const { names, values } = this.#head;
    const headers = new Headers();
    for (let i = 0; i < names.length; i++) headers.append(names[i] ?? "", values[i] ?? "");
    const mayHaveBody = method !== "GET" && method !== "HEAD";
    try {
      const request = new Request(url, { method, headers, signal, body: mayHaveBody ? body : null });
      // As it was sent: a Request would resolve dots in it.
      Object.defineProperty(request, "url", { value: url });
      return request;
    } catch {
      throw new RefusedHead(400, "The request cannot be understood");
    }
  }

  /** A client that ends its body too soon has left. */
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
