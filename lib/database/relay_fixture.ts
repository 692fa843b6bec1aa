/** A TCP relay between a client and a server that can be disconnected and reconnected. */

/** A running relay. */
export interface Relay extends AsyncDisposable {
  /** Its port on 127.0.0.1, which stays the same after a reconnection. */
  port: number;
  /** Closes all connections and accepts no new ones. */
  cut(): void;
  /** Closes all connections and keeps accepting new ones. */
  drop(): void;
  /** Accepts connections again. */
  mend(): void;
}

/** Relays connections to `to`. */
export function relay(to: { hostname: string; port: number }): Relay {
  const open = new Set<Deno.TcpConn>();
  let listener: Deno.TcpListener | undefined;
  let port = 0;
  const listen = () => {
    listener = Deno.listen({ hostname: "127.0.0.1", port });
    port = listener.addr.port;
    accept(listener, { to, open });
  };
  const drop = () => {
    for (const connection of open) close(connection, open);
  };
  const cut = () => {
    listener?.close();
    listener = undefined;
    drop();
  };
  listen();
  return {
    port,
    cut,
    drop,
    mend: listen,
    [Symbol.asyncDispose]() {
      cut();
      return Promise.resolve();
    },
  };
}

async function accept(
  listener: Deno.TcpListener,
  { to, open }: { to: { hostname: string; port: number }; open: Set<Deno.TcpConn> },
): Promise<void> {
  for await (const client of listener) {
    open.add(client);
    Deno.connect(to).then((server) => {
      open.add(server);
      for (const [from, into] of [[client, server], [server, client]] as const) {
        // The end of either side ends both.
        from.readable.pipeTo(into.writable).catch(() => {}).finally(() => {
          close(from, open);
          close(into, open);
        });
      }
    }, () => close(client, open));
  }
}

function close(connection: Deno.TcpConn, open: Set<Deno.TcpConn>): void {
  open.delete(connection);
  try {
    connection.close();
  } catch {
    // It is closed already.
  }
}
