/** All open streams of this process: their number, memory and clock. */
import { badGateway, unavailable } from "lib/errors.ts";
import {
  type Connection,
  type ConnectionDeps,
  type ConnectionOptions,
  openConnection,
} from "./connection.ts";

export interface StreamBounds {
  connections: number;
  connectionsPerUser: number;
  memoryBytes: number;
}

export interface Streams {
  readonly open: number;
  readonly heldBytes: number;
  /** Reserves a slot for a request that is about to be upgraded; throws 503 when there is none. */
  admit(request: Request, options: ConnectionOptions): void;
  /** The upgrade of a request that was admitted; undefined for any other. */
  upgrade(request: Request): Response | undefined;
  /** Releases the slot of an admitted request that will not be upgraded. */
  release(request: Request): void;
}

const TICK_MS = 100;

export function createStreams({ deps, bounds }: { deps: ConnectionDeps; bounds: StreamBounds }): Streams {
  const admitted = new WeakMap<Request, ConnectionOptions>();
  const places = userPlaces(bounds);
  const connections = openConnections(bounds.memoryBytes);
  deps.lifecycle.signal.addEventListener("abort", () => connections.finishAll(1001, "stopping"));
  return {
    get open() {
      return places.taken;
    },
    get heldBytes() {
      return connections.heldBytes;
    },
    admit(request, options) {
      // Counted now: many requests pass this point before the first of them is upgraded.
      places.take(options.user.sub);
      admitted.set(request, options);
    },
    release(request) {
      const options = admitted.get(request);
      if (admitted.delete(request) && options) places.leave(options.user.sub);
    },
    upgrade(request) {
      const options = admitted.get(request);
      if (!options) return undefined;
      const { socket, response } = upgraded(request);
      // From here on the connection owns the slot.
      admitted.delete(request);
      const connection = openConnection(socket, options, {
        deps,
        onFrame: connections.measure,
        onEnd() {
          connections.remove(connection);
          places.leave(options.user.sub);
        },
      });
      connections.add(connection);
      return response;
    },
  };
}

/** Counts the slots in total and per user; `take` throws 503 when there is none. */
function userPlaces({ connections, connectionsPerUser }: StreamBounds) {
  const users = new Map<string, number>();
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    take(sub: string): void {
      if (taken >= connections) throw unavailable("The maximum number of streams is open; try again later");
      const own = users.get(sub) ?? 0;
      if (own >= connectionsPerUser) {
        throw unavailable(`A user may have ${connectionsPerUser} streams open at once`);
      }
      taken++;
      users.set(sub, own + 1);
    },
    leave(sub: string): void {
      taken--;
      const left = (users.get(sub) ?? 0) - 1;
      if (left > 0) users.set(sub, left);
      else users.delete(sub);
    },
  };
}

/** The open connections, their clock, and the bytes they hold, at most `memoryBytes`. */
function openConnections(memoryBytes: number) {
  const bytesByConnection = new Map<Connection, number>();
  let heldBytes = 0;
  let clock: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    const now = Date.now();
    for (const connection of [...bytesByConnection.keys()]) connection.tick(now);
  };
  return {
    get heldBytes() {
      return heldBytes;
    },
    add(connection: Connection): void {
      bytesByConnection.set(connection, 0);
      clock ??= setInterval(tick, TICK_MS);
    },
    measure(connection: Connection): void {
      const before = bytesByConnection.get(connection);
      if (before === undefined) return;
      const now = connection.heldBytes;
      heldBytes += now - before;
      bytesByConnection.set(connection, now);
      if (heldBytes <= memoryBytes) return;
      connection.finish(1013, "overloaded", "The service holds too much audio; try again later");
    },
    remove(connection: Connection): void {
      heldBytes -= bytesByConnection.get(connection) ?? 0;
      bytesByConnection.delete(connection);
      if (bytesByConnection.size > 0) return;
      clearInterval(clock);
      clock = undefined;
    },
    finishAll(code: number, reason: string): void {
      for (const connection of [...bytesByConnection.keys()]) connection.finish(code, reason);
    },
  };
}

function upgraded(request: Request): Deno.WebSocketUpgrade {
  try {
    return Deno.upgradeWebSocket(request);
  } catch (cause) {
    throw badGateway("The connection could not become a WebSocket", { cause });
  }
}
