/** A local port where this process's members connect, each with a single-use token. */
import { timingSafeEqual } from "node:crypto";
import { pause, within } from "lib/deadlines.ts";
import { type Channel, channelOver } from "lib/processes/process_channel.ts";

/** Accepts connections from processes that this one started. */
export interface MemberListener {
  /** Its port at 127.0.0.1. */
  port: number;
  /** Issues a token for one connection, whose channel is passed to `enter`. */
  token(enter: (channel: Channel) => void): MemberToken;
  /** Stops accepting connections. */
  close(): void;
}

/** A single-use token. */
export interface MemberToken {
  /** 36 ASCII characters. */
  token: string;
  /** Invalidates it, as its use and its expiry do. */
  revoke(): void;
}

/** The bounds of a listener. */
export interface MemberListenerOptions {
  /** How long a connection may take to send its token, in milliseconds. */
  sayMs?: number;
  /** Lifetime of a token in milliseconds: a process loads its whole program before it connects. */
  tokenMs?: number;
  /** The most connections without a token; beyond that the oldest one is closed. */
  mostSilent?: number;
  /** Where it listens; by default on a free port. */
  listener?: Pick<Deno.TcpListener, "accept" | "close" | "addr">;
}

const TOKEN_LENGTH = 36;
// Accepting fails while no descriptor is free; others of this process are freed meanwhile.
const ACCEPT_PAUSE_MS = 50;

/** Listens for processes that this one starts. */
export function listenForMembers(
  {
    sayMs = 5_000,
    tokenMs = 300_000,
    mostSilent = 32,
    listener = Deno.listen({ hostname: "127.0.0.1", port: 0 }),
  }: MemberListenerOptions = {},
): MemberListener {
  const tokens = expectedTokens(tokenMs);
  const silent = new Set<Deno.TcpConn>();
  const closing = new AbortController();

  async function admit(conn: Deno.TcpConn): Promise<void> {
    silent.add(conn);
    const [oldest] = silent;
    if (silent.size > mostSilent && oldest) drop(oldest);
    try {
      const enter = tokens.take(await within(sayMs, readExactly(conn, TOKEN_LENGTH)));
      if (!enter || !silent.delete(conn)) return drop(conn);
      conn.setNoDelay(true);
      enter(channelOver(conn));
    } catch {
      drop(conn);
    }
  }

  function drop(conn: Deno.TcpConn): void {
    silent.delete(conn);
    try {
      conn.close();
    } catch {
      // It is closed already.
    }
  }

  async function listen(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        void admit(await listener.accept());
      } catch {
        await pause(ACCEPT_PAUSE_MS, closing.signal).catch(() => {});
      }
    }
  }
  void listen();
  return {
    port: listener.addr.port,
    token: tokens.add,
    close() {
      closing.abort();
      listener.close();
      for (const conn of silent) drop(conn);
    },
  };
}

async function readExactly(conn: Deno.Conn, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const got = await conn.read(bytes.subarray(at));
    if (got === null) throw new Error("the connection ended before it said its token");
    at += got;
  }
  return bytes;
}

/** Single-use tokens that expire after `ms`. */
function expectedTokens(ms: number) {
  const expected = new Map<string, { enter(channel: Channel): void; timer: ReturnType<typeof setTimeout> }>();
  const revoke = (token: string) => {
    clearTimeout(expected.get(token)?.timer);
    expected.delete(token);
  };
  return {
    add(enter: (channel: Channel) => void): MemberToken {
      const token = crypto.randomUUID();
      const timer = setTimeout(() => revoke(token), ms);
      Deno.unrefTimer(timer);
      expected.set(token, { enter, timer });
      return { token, revoke: () => revoke(token) };
    },
    /** Redeems the token in `said`, comparing in constant time. */
    take(said: Uint8Array): ((channel: Channel) => void) | undefined {
      const isSaid = (token: string) => timingSafeEqual(new TextEncoder().encode(token), said);
      const [token = ""] = [...expected.keys()].filter(isSaid);
      const enter = expected.get(token)?.enter;
      revoke(token);
      return enter;
    },
  };
}
