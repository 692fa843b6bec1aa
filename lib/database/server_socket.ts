/** The connections of the client of a Postgres server. */
import { connect, isIP, Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { within } from "lib/deadlines.ts";
import { fitForDriver } from "lib/database/client_socket.ts";

/** Where a server listens, in the form that postgres.js passes: several hosts are tried in order. */
export interface ServerAddress {
  /** Their names or addresses. */
  host: string[];
  /** Their ports. */
  port: number[];
  /** Path of a Unix socket, used instead. */
  path?: string | false;
}

/** Encryption modes as in libpq's `sslmode`; `allow` and `prefer` fall back to an unencrypted connection. */
export type SslMode = "disable" | "allow" | "prefer" | "require" | "verify-ca" | "verify-full";

const MODES: readonly SslMode[] = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];
// Documentation of PostgreSQL, message formats: SSLRequest.
const SSL_REQUEST = new Uint8Array([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = "S".charCodeAt(0);

/** The encryption that a database's URL asks for in `sslmode` or `ssl`. */
export function sslModeOf(url: string): SslMode {
  const { searchParams } = new URL(url.replace(/@([^/?]*?),[^/?]*/, "@$1"));
  const said = searchParams.get("sslmode") ?? searchParams.get("ssl") ?? "disable";
  if (searchParams.get("sslrootcert") === "system") return "verify-full";
  return MODES.find((mode) => mode === said) ?? (said === "false" ? "disable" : "require");
}

/**
 * Connects to the first server that accepts, encrypted as `mode` says. If none does, it still returns a
 * socket, which fails at once, because the client expects failures on the socket.
 */
export async function serverSocket(
  { host, port, path }: ServerAddress,
  { mode, timeoutMs }: { mode: SslMode; timeoutMs: number },
): Promise<Socket> {
  const places = path
    ? [{ path }]
    : host.map((name, at) => ({ host: name, port: port[at] ?? port[0] ?? 5432 }));
  let failure: unknown;
  for (const place of places) {
    const address = "path" in place ? place.path : `${place.host}:${place.port}`;
    try {
      const plain = await connected(connect(place), "connect", timeoutMs);
      return fitForDriver(
        await encrypted(plain, { host: "host" in place ? place.host : "", mode, timeoutMs }),
        address,
      );
    } catch (error) {
      failure = error;
    }
  }
  const failed = fitForDriver(new Socket(), String(host));
  failed.destroy(failure instanceof Error ? failure : new Error(String(failure)));
  return failed;
}

async function encrypted(
  socket: Socket,
  { host, mode, timeoutMs }: { host: string; mode: SslMode; timeoutMs: number },
): Promise<Socket> {
  if (mode === "disable") return socket;
  socket.write(SSL_REQUEST);
  const [answer] = await first(socket, "data", timeoutMs);
  if (!(answer instanceof Uint8Array) || answer[0] !== YES) {
    if (mode === "allow" || mode === "prefer") return socket;
    socket.destroy();
    throw Object.assign(new Error("the database server takes no encrypted connections"), { code: "ENOSSL" });
  }
  const tls = connectTls({
    ...{ socket, rejectUnauthorized: mode === "verify-ca" || mode === "verify-full" },
    ...isIP(host) ? {} : { servername: host },
    ...mode === "verify-ca" ? { checkServerIdentity: () => undefined } : {},
  });
  return await connected(tls, "secureConnect", timeoutMs);
}

async function connected<S extends Socket>(socket: S, event: string, timeoutMs: number): Promise<S> {
  await first(socket, event, timeoutMs);
  return socket;
}

/** The value of the next `event`. @throws when the socket fails or ends before, or after `timeoutMs`. */
async function first(socket: Socket, event: string, timeoutMs: number): Promise<unknown[]> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown[]>();
  const giveUp = () => {
    socket.destroy();
    return Object.assign(new Error("no connection in time"), { code: "CONNECT_TIMEOUT" });
  };
  const onEvent = (...given: unknown[]) => resolve(given);
  const onEnd = () => reject(Object.assign(new Error("the connection ended"), { code: "ECONNRESET" }));
  socket.once(event, onEvent).once("error", reject).once("close", onEnd);
  try {
    return await within(timeoutMs, promise, giveUp);
  } finally {
    socket.off(event, onEvent).off("error", reject).off("close", onEnd);
  }
}
