/**
 * The Postgres wire messages that sharing the embedded engine's session depends on. Format: PostgreSQL
 * documentation, "Frontend/Backend Protocol", message formats of version 3.
 */
import { joined } from "lib/bytes.ts";

/** Bytes of the wire protocol, whole messages. */
export type Wire = Uint8Array<ArrayBuffer>;

const code = (letter: string) => letter.charCodeAt(0);
const READY = code("Z");
const IDLE = code("I");
const READY_LENGTH = 6;
const HEADER = 5;
// Its length and the version of the protocol.
const STARTUP_HEADER = 8;
const text = new TextEncoder();

/**
 * Whether the session is ready and outside a transaction, according to the last message (ReadyForQuery,
 * status I).
 */
export function isIdle(answer: Uint8Array | null): boolean {
  return answer?.at(-READY_LENGTH) === READY && answer.at(-2) === READY_LENGTH - 1 && answer.at(-1) === IDLE;
}

/** Whether `bytes` begin with a startup message, the only kind without a type letter. */
export function isStartup(bytes: Uint8Array): boolean {
  return bytes[0] === 0;
}

/**
 * The startup message in `bytes` without parameter `dropped`, and everything after it. Messages before it are
 * dropped: they belong to an earlier connection.
 */
export function startupIn(bytes: Wire, dropped: string): Wire {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  while (at + HEADER <= bytes.length && bytes[at] !== 0) {
    at += 1 + Math.max(HEADER - 1, view.getUint32(at + 1));
  }
  if (at + STARTUP_HEADER > bytes.length) return bytes;
  const end = at + view.getUint32(at);
  const given = new TextDecoder().decode(bytes.subarray(at + STARTUP_HEADER, end)).split("\0");
  // Names and values in turn; an empty name ends them.
  const names = given.slice(0, given.indexOf("", given.length - 2)).filter((_, index) => index % 2 === 0);
  const kept = names.flatMap((name, index) =>
    name && name !== dropped ? [name, given[2 * index + 1] ?? ""] : []
  );
  const body = text.encode([...kept, "", ""].join("\0"));
  const startup = new Uint8Array(STARTUP_HEADER + body.length);
  startup.set(bytes.subarray(at, at + STARTUP_HEADER));
  new DataView(startup.buffer).setUint32(0, startup.length);
  startup.set(body, STARTUP_HEADER);
  return joined([startup, bytes.subarray(end)]);
}

/** The named statements that `bytes` prepare; an unnamed one is replaced by the next. */
export function preparedNames(bytes: Uint8Array): string[] {
  const names: string[] = [];
  if (isStartup(bytes)) return names;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + HEADER <= bytes.length;) {
    if (bytes[at] === code("P")) {
      const end = bytes.indexOf(0, at + HEADER);
      if (end > at + HEADER) names.push(new TextDecoder().decode(bytes.subarray(at + HEADER, end)));
    }
    // A length counts itself, not the letter.
    at += 1 + Math.max(HEADER - 1, view.getUint32(at + 1));
  }
  return names;
}

/** Messages that leave any transaction a client has open: Sync, then the simple query `rollback`. */
export function rollback(): Wire {
  return joined([message("S", ""), message("Q", "rollback\0")]);
}

/** Closes the statements with these names, if they exist, then Sync. */
export function closeStatements(names: Iterable<string>): Wire {
  return joined([...Array.from(names, (name) => message("C", `S${name}\0`)), message("S", "")]);
}

function message(letter: string, content: string): Wire {
  const body = text.encode(content);
  const bytes = new Uint8Array(HEADER + body.length);
  bytes[0] = code(letter);
  new DataView(bytes.buffer).setUint32(1, HEADER - 1 + body.length);
  bytes.set(body, HEADER);
  return bytes;
}
