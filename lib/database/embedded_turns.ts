/** Shares the embedded engine's single session among several clients, one at a time. */
import { joined } from "lib/bytes.ts";
import {
  closeStatements,
  isIdle,
  isStartup,
  preparedNames,
  rollback,
  type Wire,
} from "lib/database/wire_messages.ts";

/** A client of the session. */
export interface TurnClient {
  /**
   * Sends `bytes` when it is this client's turn and returns the engine's answer. A turn lasts for a whole
   * transaction. After a failure, or after its transaction was rolled back for idling, the client is refused
   * until it sends a new startup message, because its view of the session is stale.
   */
  send(bytes: Wire): Promise<Wire | null>;
  /** Rolls back its open transaction and closes the statements that it prepared. */
  release(): void;
}

/** How clients share the session. */
export interface TurnOptions {
  /** Longest time in milliseconds that a client may leave an open transaction idle. */
  idleMs?: number;
}

interface Client {
  /** The names of the statements that it has prepared. */
  prepared: Set<string>;
  /** Why the client is refused until its next startup message. */
  refused: string | undefined;
}

/** Undefined releases the client. */
interface Asked {
  client: Client;
  bytes: Wire | undefined;
  resolve(answer: Wire | null): void;
  reject(error: unknown): void;
}

interface Session {
  /** The client whose transaction is open. */
  holder: Client | undefined;
  run(bytes: Wire): Promise<Wire | null>;
}

// Transactions await nothing but the database, so a longer pause means a stuck or dead client.
const IDLE_MS = 30_000;

/** Returns a function that opens clients of the session behind `run`; their transactions never interleave. */
export function takeTurns(
  run: (bytes: Wire) => Promise<Wire | null>,
  { idleMs = IDLE_MS }: TurnOptions = {},
): () => TurnClient {
  const waiting: Asked[] = [];
  const session: Session = { holder: undefined, run };
  let running = false;
  let idling: ReturnType<typeof setTimeout> | undefined;

  function next(): Asked | undefined {
    const { holder } = session;
    const at = holder ? waiting.findIndex(({ client }) => client === holder) : 0;
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  }

  async function work(): Promise<void> {
    if (running) return;
    const first = next();
    if (!first) return;
    running = true;
    clearTimeout(idling);
    for (let asked: Asked | undefined = first; asked; asked = next()) await turn(session, asked);
    running = false;
    if (session.holder) takeAwayLater(session.holder);
  }

  function takeAwayLater(client: Client): void {
    idling = setTimeout(() => {
      client.refused = `its transaction is undone, since nothing was asked in it for ${idleMs} ms`;
      send(client, undefined).catch(() => {});
    }, idleMs);
    Deno.unrefTimer(idling);
  }

  function send(client: Client, bytes: Wire | undefined): Promise<Wire | null> {
    const { promise, resolve, reject } = Promise.withResolvers<Wire | null>();
    waiting.push({ client, bytes, resolve, reject });
    void work();
    return promise;
  }

  return () => {
    const client: Client = { prepared: new Set(), refused: undefined };
    return {
      send: (bytes) => send(client, bytes),
      release() {
        for (const dropped of waiting.filter((asked) => asked.client === client)) {
          waiting.splice(waiting.indexOf(dropped), 1);
          dropped.reject(new Error("the client of the embedded database is gone"));
        }
        // Queued behind a query under way, which may begin a transaction.
        send(client, undefined).catch(() => {});
      },
    };
  };
}

async function turn(session: Session, { client, bytes, resolve, reject }: Asked): Promise<void> {
  try {
    if (!bytes || isStartup(bytes)) await clean(session, client);
    if (!bytes) return resolve(null);
    if (isStartup(bytes)) client.refused = undefined;
    if (client.refused) throw new Error(`The embedded database refuses a client: ${client.refused}`);
    session.holder = client;
    for (const name of preparedNames(bytes)) client.prepared.add(name);
    const answer = await session.run(bytes);
    if (isIdle(answer)) session.holder = undefined;
    resolve(answer);
  } catch (error) {
    client.refused ??= "it has not started anew since a failure";
    // Clean up, so that the next client does not start inside this one's transaction.
    await clean(session, client).catch(() => {});
    reject(error);
  }
}

async function clean(session: Session, client: Client): Promise<void> {
  const undoing = session.holder === client ? [rollback()] : [];
  const closing = client.prepared.size > 0 ? [closeStatements(client.prepared)] : [];
  session.holder = undefined;
  client.prepared.clear();
  if (undoing.length + closing.length > 0) await session.run(joined([...undoing, ...closing]));
}
