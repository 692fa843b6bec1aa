/**
 * Makes sockets fit for postgres.js 3.4.9, which cannot bear one that closes while it has something to write (its issues
 * 1154 and 1208). A transaction that goes on after the close writes to no socket, in an immediate, which ends the process.
 * Bytes about to be written when the socket closed stay in its buffer, and with it a timer that it takes for set: the
 * connection never writes again, not even after it was made anew.
 */
import { setImmediate } from "node:timers";
import { isIdle, startupIn, type Wire } from "lib/database/wire_messages.ts";

/** The part of a socket that is needed. */
export interface DriverSocket {
  /** Tells listeners of an event. */
  emit(name: string | symbol, ...args: unknown[]): boolean;
  /** How many hear an event. */
  listenerCount(name: string | symbol): number;
  /** Sends bytes. */
  write(bytes: Wire, ...more: unknown[]): boolean;
}

const PADDING = "diwan.padding";
// From this length on the client writes at once, with what an earlier socket left behind.
const WRITES_AT_ONCE = 1024;

/** A parameter of connections that makes their first message long. It is taken out before it is sent. */
export const PADDED: Record<string, string> = { [PADDING]: "x".repeat(WRITES_AT_ONCE) };

// A query that is rejected has its transaction ask for a rollback, one for each savepoint around it.
const ROUNDS = 8;

/** The socket, for a client whose connections are PADDED; `address` is where it leads to, for messages. */
export function fitForDriver<S extends DriverSocket>(socket: S, address: string): S {
  const emit = socket.emit.bind(socket);
  const write = socket.write.bind(socket);
  let idle = false;
  let begun = false;
  let closing = false;
  socket.write = (bytes, ...more) => {
    const sent = begun ? bytes : startupIn(bytes, PADDING);
    begun = true;
    idle = false;
    return write(sent, ...more);
  };
  socket.emit = (name, ...args) => {
    if (name === "data" && args[0] instanceof Uint8Array) idle = isIdle(args[0]);
    if (name !== "close") return emit(name, ...args);
    if (!closing) tellClose();
    closing = true;
    return true;
  };

  /** Writes happen in immediates, so nothing is left after one. */
  function tellClose(round = 0): void {
    // Nothing is under way on an idle connection, and others must not send their queries there any longer.
    if (idle && round === 0) return void setImmediate(() => emit("close", false));
    // All queries fail before the client has no socket, and so do those that they cause.
    if (socket.listenerCount("error") > 0) emit("error", closedError(address));
    if (round === ROUNDS) emit("close", true);
    else setImmediate(() => tellClose(round + 1));
  }
  return socket;
}

function closedError(address: string): Error {
  const code = "CONNECTION_CLOSED";
  return Object.assign(new Error(`write ${code} ${address}`), { code, errno: code, address });
}
