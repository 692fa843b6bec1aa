/** All open streams of this process: how many, how much they hold, their clock. */
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
  /** Takes a place for a request that is about to be upgraded; throws 503 when there is none. */
  admit(request: Request, options: ConnectionOptions): void;
  /** The upgrade of a request that was admitted; undefined for any other. */
  upgrade(request: Request): Response | undefined;
  /** Gives back the place of a request that was admitted and will not be upgraded. */
  release(request: Request): void;
}

const TICK_MS = 100;

export function createStreams({ deps, bounds }: { deps: ConnectionDeps; bounds: StreamBounds }): Streams {
  const admitted = new WeakMap<Request, ConnectionOptions>();
  const connections = new Map<Connection, number>();
  const users = new Map<string, number>();
  let open = 0;
  let heldBytes = 0;
  let clock: ReturnType<typeof setInterval> | undefined;

  const count = (sub: string, change: 1 | -1) => {
    open += change;
    const left = (users.get(sub) ?? 0) + change;
    if (left > 0) users.set(sub, left);
    else users.delete(sub);
  };
  const measure = (connection: Connection) => {
    const now = connection.heldBytes;
    heldBytes += now - (connections.get(connection) ?? 0);
    connections.set(connection, now);
    if (heldBytes <= bounds.memoryBytes) return;
    connection.finish(1013, "overloaded", "The service holds too much audio; try again later");
  };
  const tick = () => {
    const now = Date.now();
    for (const connection of [...connections.keys()]) connection.tick(now);
  };
  const forget = (connection: Connection, sub: string) => {
    heldBytes -= connections.get(connection) ?? 0;
    connections.delete(connection);
    count(sub, -1);
    if (connections.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
  deps.lifecycle.signal.addEventListener("abort", () => {
    for (const connection of [...connections.keys()]) connection.finish(1001, "stopping");
  });

  return {
    get open() {
      return open;
    },
    get heldBytes() {
      return heldBytes;
    },
    admit(request, options) {
      if (open >= bounds.connections) throw unavailable("All streams are taken; try again later");
      if ((users.get(options.user.sub) ?? 0) >= bounds.connectionsPerUser) {
        throw unavailable(`A user may have ${bounds.connectionsPerUser} streams open at once`);
      }
      // Counted now: many requests pass this point before the first of them is upgraded.
      count(options.user.sub, 1);
      admitted.set(request, options);
    },
    release(request) {
      const options = admitted.get(request);
      if (admitted.delete(request) && options) count(options.user.sub, -1);
    },
    upgrade(request) {
      const options = admitted.get(request);
      if (!options) return undefined;
      const { socket, response } = upgraded(request);
      // From here on the place is the connection's.
      admitted.delete(request);
      const { sub } = options.user;
      const connection = openConnection(socket, options, {
        deps,
        onFrame: (from) => {
          if (connections.has(from)) measure(from);
        },
        onEnd: () => forget(connection, sub),
      });
      connections.set(connection, 0);
      clock ??= setInterval(tick, TICK_MS);
      return response;
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
