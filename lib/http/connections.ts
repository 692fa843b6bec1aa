/** HTTP/1.1 connections, kept open between requests. */
import { DIRECT, type Egress } from "lib/http/egress.ts";
import { createHttpReader, type HttpReader } from "lib/http/http_reader.ts";
import { openTunnel } from "lib/http/tunnel.ts";

/** A connection while one request uses it. */
export interface Connection {
  /** Reads the answers. */
  reader: HttpReader;
  /** Whether it has served a request before: the server may have closed it since. */
  used: boolean;
  /** Sends bytes of a request. */
  write(bytes: Uint8Array): Promise<void>;
  /** Gives it back for the next request. */
  release(): void;
  /** Closes it; pending reads and writes fail. */
  close(): void;
}

/** Connections to any number of servers. */
export interface Connections {
  /** An idle connection, else a new one. */
  take(origin: URL): Connection | Promise<Connection>;
  /** Closes idle connections at once, and the others when they are released. */
  close(): void;
}

const IDLE_MS = 30_000;
const MAX_IDLE = 1024;

interface Idle {
  connection: Connection;
  since: number;
}

/**
 * A connection pool; a connection serves one request at a time and is closed after half a minute of idling.
 */
export function createConnections(egress: Egress = DIRECT): Connections {
  const idle = new Map<string, Idle[]>();
  let closed = false;
  let sweeping: ReturnType<typeof setInterval> | undefined;

  function release(origin: string, connection: Connection): void {
    const waiting = idle.get(origin) ?? [];
    if (closed || waiting.length >= MAX_IDLE) return connection.close();
    connection.used = true;
    waiting.push({ connection, since: performance.now() });
    idle.set(origin, waiting);
    if (sweeping !== undefined) return;
    sweeping = setInterval(sweep, IDLE_MS / 2);
    Deno.unrefTimer(sweeping);
  }

  /** Last in, first out: surplus connections stay idle at the front until they expire. */
  function sweep(): void {
    const oldest = performance.now() - IDLE_MS;
    for (const waiting of idle.values()) {
      const kept = waiting.findIndex(({ since }) => since > oldest);
      for (const { connection } of waiting.splice(0, kept < 0 ? waiting.length : kept)) connection.close();
    }
  }

  async function connect(url: URL): Promise<Connection> {
    const socket = await open(url, egress);
    const connection: Connection = {
      reader: createHttpReader(socket),
      used: false,
      async write(bytes) {
        for (let sent = 0; sent < bytes.length;) {
          sent += await socket.write(sent === 0 ? bytes : bytes.subarray(sent));
        }
      },
      release: () => release(url.origin, connection),
      close() {
        try {
          socket.close();
        } catch {
          // It is closed already.
        }
      },
    };
    return connection;
  }

  return {
    take: (url) => idle.get(url.origin)?.pop()?.connection ?? connect(url),
    close() {
      closed = true;
      clearInterval(sweeping);
      for (const waiting of idle.values()) for (const { connection } of waiting) connection.close();
      idle.clear();
    },
  };
}

async function open(url: URL, egress: Egress): Promise<Deno.Conn> {
  const { protocol, hostname, port } = url;
  const host = hostname.replace(/^\[|\]$/g, "");
  if (protocol === "https:") {
    return await openTls({ host, port: Number(port || 443) }, egress.proxyFor(url), egress);
  }
  const socket = await connectTo(host, Number(port || 80));
  socket.setNoDelay(true);
  return socket;
}

async function openTls(
  { host, port }: { host: string; port: number },
  proxy: URL | undefined,
  { caCerts = [], certificate }: Egress,
): Promise<Deno.TlsConn> {
  const tls = { hostname: host, caCerts, alpnProtocols: ["http/1.1"] };
  const connection = proxy
    ? await Deno.startTls(await openTunnel(proxy, { host, port }), tls)
    : await Deno.connectTls({ ...tls, port, ...certificate });
  try {
    // Otherwise an untrusted certificate would only surface at the first request.
    await connection.handshake();
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A server on this machine may listen at either of its addresses. */
async function connectTo(host: string, port: number): Promise<Deno.TcpConn> {
  const hosts = host === "localhost" ? ["127.0.0.1", "::1"] : [host];
  let failure: unknown;
  for (const hostname of hosts) {
    try {
      return await Deno.connect({ hostname, port });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
