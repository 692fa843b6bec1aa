/**
 * Works around two bugs of postgres.js 3.4.9 when a socket closes while the client has data to write (its
 * issues 1154 and 1208). A transaction that continues after the close writes to a missing socket in an
 * immediate, which crashes the process. Bytes left in the write buffer keep a stale timer with them, so the
 * connection never writes again, even after a reconnect.
 */
import { setImmediate } from "node:timers";
import { isIdle, startupIn, type Wire } from "lib/database/wire_messages.ts";

/** The part of a socket that the workaround uses. */
export interface DriverSocket {
  /** Emits an event. */
  emit(name: string | symbol, ...args: unknown[]): boolean;
  /** The number of an event's listeners. */
  listenerCount(name: string | symbol): number;
  /** Sends bytes. */
  write(bytes: Wire, ...more: unknown[]): boolean;
}

const PADDING = "diwan.padding";
// The client flushes messages of this length at once, together with bytes left over from an earlier socket.
const WRITES_AT_ONCE = 1024;

/**
 * A connection parameter that pads the startup message to that length. It is removed before the message is
 * sent.
 */
export const PADDED: Record<string, string> = { [PADDING]: "x".repeat(WRITES_AT_ONCE) };

// A rejected query makes its transaction roll back, once for each savepoint around it.
const ROUNDS = 8;

/** Wraps a socket for a client whose connections are PADDED; `address` names the server in error messages. */
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

  /** Reports the close after the client's pending immediates, in which it writes. */
  function tellClose(round = 0): void {
    // An idle connection has no query under way; report it at once so that no new query is sent on it.
    if (idle && round === 0) return void setImmediate(() => emit("close", false));
    // Fail all queries, and the rollbacks that these failures trigger, before the client loses its socket.
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
