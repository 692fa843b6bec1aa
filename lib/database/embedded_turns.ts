/** The single session of the embedded engine, which several clients use in turns. */

/** Bytes of the wire protocol, whole messages. */
export type Wire = Uint8Array<ArrayBuffer>;

/** A client of the session. */
export interface TurnClient {
  /** The engine's answer to `bytes`, once it is this client's turn. A transaction is its turn from begin to end. */
  send(bytes: Wire): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Ends it: a transaction that it has not ended is undone. */
  leave(): void;
}

interface Asked {
  client: object;
  bytes: Wire;
  resolve(answer: Uint8Array<ArrayBuffer> | null): void;
  reject(error: unknown): void;
}

/** Makes clients of the session that `run` is the way to: they never see each other's transactions. */
export function takeTurns(run: (bytes: Wire) => Promise<Uint8Array<ArrayBuffer> | null>): () => TurnClient {
  const waiting: Asked[] = [];
  let holder: object | undefined;
  let running = false;

  function next(): Asked | undefined {
    const at = holder ? waiting.findIndex(({ client }) => client === holder) : 0;
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  }

  async function work(): Promise<void> {
    if (running) return;
    running = true;
    for (let asked = next(); asked; asked = next()) {
      const { client, bytes, resolve, reject } = asked;
      holder = client;
      try {
        const answer = await run(bytes);
        if (isIdle(answer)) holder = undefined;
        resolve(answer);
      } catch (error) {
        holder = undefined;
        reject(error);
      }
    }
    running = false;
  }

  function send(client: object, bytes: Wire): Promise<Uint8Array<ArrayBuffer> | null> {
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer> | null>();
    waiting.push({ client, bytes, resolve, reject });
    void work();
    return promise;
  }

  return () => {
    const client = {};
    return {
      send: (bytes) => send(client, bytes),
      leave() {
        for (let at = waiting.length - 1; at >= 0; at--) {
          const [left] = waiting[at]?.client === client ? waiting.splice(at, 1) : [];
          left?.reject(new Error("the client of the embedded database is gone"));
        }
        // What is under way may begin a transaction, so this comes after it.
        if (holder === client) send(client, rollback()).catch(() => {});
      },
    };
  };
}

const READY = "Z".charCodeAt(0);
const IDLE = "I".charCodeAt(0);
const READY_LENGTH = 6;

/** Whether the engine has done all it was asked, and is in no transaction: its last message says so. */
function isIdle(answer: Uint8Array | null): boolean {
  return answer?.at(-READY_LENGTH) === READY && answer.at(-2) === READY_LENGTH - 1 && answer.at(-1) === IDLE;
}

/** What brings a session back from wherever a client left it: Sync, and the simple query `rollback`. */
function rollback(): Wire {
  const text = new TextEncoder().encode("rollback\0");
  const bytes = new Uint8Array(5 + 5 + text.length);
  bytes.set([..."S"].map((letter) => letter.charCodeAt(0)));
  new DataView(bytes.buffer).setInt32(1, 4);
  bytes[5] = "Q".charCodeAt(0);
  new DataView(bytes.buffer).setInt32(6, 4 + text.length);
  bytes.set(text, 10);
  return bytes;
}
