/** Connections through a proxy with CONNECT. */
import { Buffer } from "node:buffer";

const MAX_HEAD_BYTES = 16 * 1024;

/** A connection to `host:port` through `proxy`. @throws when the proxy refuses. */
export async function openTunnel(
  proxy: URL,
  { host, port }: { host: string; port: number },
): Promise<Deno.TcpConn> {
  const connection = await Deno.connect({
    hostname: proxy.hostname.replace(/^\[|\]$/g, ""),
    port: Number(proxy.port || 80),
  });
  try {
    connection.setNoDelay(true);
    await writeAll(
      connection,
      requestFor(proxy, host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`),
    );
    const status = await answerOf(connection);
    if (!/^HTTP\/1\.[01] 2\d\d/.test(status)) {
      throw new Error(`the proxy ${proxy.host} refused the connection: ${status.slice(0, 100)}`);
    }
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

function requestFor(proxy: URL, authority: string): string {
  const { username, password } = proxy;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = username === ""
    ? ""
    : `proxy-authorization: Basic ${Buffer.from(credentials).toString("base64")}\r\n`;
  return `CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n${authorization}\r\n`;
}

async function writeAll(connection: Deno.TcpConn, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text);
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}

/** Reads exactly the head of the proxy's answer and returns its first line. */
async function answerOf(connection: Deno.TcpConn): Promise<string> {
  const piece = new Uint8Array(1024);
  let head = "";
  // No bytes follow the head until this side has sent some.
  while (!head.endsWith("\r\n\r\n")) {
    const read = await connection.read(piece);
    if (read === null) throw new Error("the proxy closed the connection");
    head += new TextDecoder("latin1").decode(piece.subarray(0, read));
    if (head.length > MAX_HEAD_BYTES) throw new Error("the proxy's answer is too long");
  }
  return head.slice(0, head.indexOf("\r\n"));
}
