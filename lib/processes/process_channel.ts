/** Requests, answers and notifications between processes of a service over a local connection. */
import { deserialize, serialize } from "node:v8";
import { z } from "zod";
import { joined } from "lib/bytes.ts";

/** One end of a channel; both ends may send requests and notifications. */
export interface Channel {
  /**
   * Sends a request of this kind and returns the answer.
   * @throws what answering threw, that the channel is closed, or that question or answer cannot be sent.
   */
  ask(kind: string, data?: unknown): Promise<unknown>;
  /** Sends a notification; does nothing once the channel is closed. @throws when sending fails. */
  tell(kind: string, data?: unknown): void;
  /** Handles requests or notifications of this kind. */
  on(kind: string, answer: (data: unknown) => unknown): void;
  /** Resolves when the connection has ended, on either side. */
  closed: Promise<void>;
  /** Closes it. */
  close(): void;
}

const Failure = z.object({ name: z.string(), message: z.string() });
const Message = z.union([
  z.object({ kind: z.string(), id: z.number().optional(), data: z.unknown() }),
  z.object({ to: z.number(), failure: Failure }),
  z.object({ to: z.number(), answer: z.unknown() }),
]);
type Message = z.output<typeof Message>;

const HEADER = 4;
/** The longest message in bytes; the sender refuses longer ones. */
export const MAX_MESSAGE = 64 * 2 ** 20;
// A receiver this far behind is gone or will never catch up.
const MAX_WAITING = 256 * 2 ** 20;

/** A channel over `conn`, which must be authenticated already. */
export function channelOver(conn: Deno.Conn): Channel {
  const answers = new Map<string, (data: unknown) => unknown>();
  const asked = new Map<number, { resolve(answer: unknown): void; reject(error: unknown): void }>();
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>();
  let open = true;
  let last = 0;
  const send = frameWriter(conn, close);

  function close(): void {
    if (!open) return;
    open = false;
    closeQuietly(conn);
    for (const { reject } of asked.values()) reject(gone());
    asked.clear();
    onClosed();
  }

  async function answer(kind: string, id: number | undefined, data: unknown): Promise<void> {
    try {
      const handler = answers.get(kind);
      if (!handler) throw new Error(`no handler for ${kind}`);
      const given = await handler(data);
      if (id !== undefined && open) send({ to: id, answer: given });
    } catch (error) {
      if (id !== undefined && open) send({ to: id, failure: failureOf(error) });
    }
  }

  function take(message: Message): void {
    if ("kind" in message) return void answer(message.kind, message.id, message.data);
    const waiting = asked.get(message.to);
    asked.delete(message.to);
    if ("failure" in message) waiting?.reject(errorOf(message.failure));
    else waiting?.resolve(message.answer);
  }

  readFrames(conn, (frame) => take(Message.parse(deserialize(frame)))).then(close, close);
  return {
    ask(kind, data) {
      if (!open) return Promise.reject(gone());
      const id = ++last;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      asked.set(id, { resolve, reject });
      try {
        send({ kind, id, data });
      } catch (error) {
        asked.delete(id);
        reject(error);
      }
      return promise;
    },
    tell: (kind, data) => void (open && send({ kind, data })),
    on: (kind, handler) => void answers.set(kind, handler),
    closed,
    close,
  };
}

/** Writes messages in order; those queued during a write leave together. */
function frameWriter(conn: Deno.Conn, fail: () => void): (message: Message) => void {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let writing = false;
  async function write(): Promise<void> {
    writing = true;
    try {
      while (waiting.length > 0) {
        const all = joined(waiting);
        waiting = [];
        bytes = 0;
        for (let at = 0; at < all.length;) at += await conn.write(all.subarray(at));
      }
    } catch {
      fail();
    } finally {
      writing = false;
    }
  }
  return (message) => {
    const body = serialize(message);
    if (body.length > MAX_MESSAGE) {
      throw new RangeError(`a message of ${body.length} bytes is too long between processes`);
    }
    const header = new Uint8Array(HEADER);
    new DataView(header.buffer).setUint32(0, body.length);
    waiting.push(header, body);
    bytes += HEADER + body.length;
    if (bytes > MAX_WAITING) fail();
    else if (!writing) void write();
  };
}

/** Passes each frame to `take` until the connection ends. @throws for an oversized or malformed frame. */
async function readFrames(conn: Deno.Conn, take: (frame: Uint8Array) => void): Promise<void> {
  const header = new Uint8Array(HEADER);
  const length = new DataView(header.buffer);
  const buffer = new Uint8Array(64 * 1024);
  let body: Uint8Array | undefined;
  let filled = 0;
  for (let read = await conn.read(buffer); read !== null; read = await conn.read(buffer)) {
    for (let at = 0; at < read;) {
      const into: Uint8Array = body ?? header;
      const piece = buffer.subarray(at, Math.min(read, at + into.length - filled));
      into.set(piece, filled);
      at += piece.length;
      filled += piece.length;
      if (filled < into.length) continue;
      filled = 0;
      if (body) {
        take(body);
        body = undefined;
      } else {
        if (length.getUint32(0) > MAX_MESSAGE) throw new Error("a message that is too long");
        body = new Uint8Array(length.getUint32(0));
      }
    }
  }
}

function failureOf(error: unknown): z.output<typeof Failure> {
  return error instanceof Error
    ? { name: error.name, message: error.message }
    : { name: "Error", message: String(error) };
}

function errorOf({ name, message }: z.output<typeof Failure>): Error {
  if (name === "TypeError") return new TypeError(message);
  return Object.assign(new Error(message), { name });
}

const gone = () => new Error("the process that was asked has ended");

function closeQuietly(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // It was closed before.
  }
}
