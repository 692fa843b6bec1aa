/** Where the processes that this one started reach it: a port of this machine, opened to those who know a word. */
import { within } from "lib/deadlines.ts";
import { type Channel, channelOver } from "lib/processes/process_channel.ts";

/** The way in for processes that this one started. */
export interface Door {
  /** Its port at 127.0.0.1. */
  port: number;
  /** A word that opens it once; `enter` gets the channel of who says it. */
  token(enter: (channel: Channel) => void): string;
  /** Lets nobody in any more. */
  close(): void;
}

const TOKEN_LENGTH = 36;
const TOKEN_MS = 5_000;

/** Opens a door on a free port. */
export function openDoor(): Door {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const expected = new Map<string, (channel: Channel) => void>();

  async function admit(conn: Deno.TcpConn): Promise<void> {
    try {
      const token = await within(TOKEN_MS, readExactly(conn, TOKEN_LENGTH));
      const enter = expected.get(token);
      expected.delete(token);
      if (!enter) return conn.close();
      conn.setNoDelay(true);
      enter(channelOver(conn));
    } catch {
      conn.close();
    }
  }

  async function listen(): Promise<void> {
    for await (const conn of listener) void admit(conn);
  }
  void listen();
  return {
    port: listener.addr.port,
    token(enter) {
      const token = crypto.randomUUID();
      expected.set(token, enter);
      return token;
    },
    close: () => listener.close(),
  };
}

async function readExactly(conn: Deno.Conn, length: number): Promise<string> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const got = await conn.read(bytes.subarray(at));
    if (got === null) throw new Error("the connection ended before it said its word");
    at += got;
  }
  return new TextDecoder().decode(bytes);
}
