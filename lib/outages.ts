/** Recognises outages around a process: an unreachable database, a full disk. */

const AWAY = new Set([
  // Codes of postgres.js.
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "CONNECTION_ENDED",
  "CONNECT_TIMEOUT",
  // Codes of sockets.
  "EAI_AGAIN",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

// Codes of Postgres: connection failures, and a server that is starting, stopping, out of connections or a
// replica.
const AWAY_STATE = /^(08\w{3}|57P0\w|53300|25006)$/;

/** Whether `error` means that the database cannot be reached or takes no work now. */
export function isDatabaseAway(error: unknown): boolean {
  return causes(error).some((cause) => {
    const code = codeOf(cause);
    return AWAY.has(code) || AWAY_STATE.test(code);
  });
}

// Codes of Postgres (disk_full) and of the file system. Deno reports a full disk by its code or only in its
// message.
const FULL = new Set(["53100", "ENOSPC", "EDQUOT"]);
const FULL_WORDS =
  /no space left on device|disk quota exceeded|database or disk is full|\(os error (28|122)\)/i;

/** Whether `error` means a full disk: for a file, for the KV's file, or for a database. */
export function isDiskFull(error: unknown): boolean {
  return causes(error).some((cause) => {
    if (FULL.has(codeOf(cause))) return true;
    return cause instanceof Error && !isPostgresError(cause) && FULL_WORDS.test(cause.message);
  });
}

/** The error, what caused it, and what an AggregateError holds. */
function causes(error: unknown, depth = 0): unknown[] {
  if (depth > 5 || !(error instanceof Error)) return [error];
  const inner = error instanceof AggregateError ? error.errors : [];
  return [error, ...[error.cause, ...inner].filter(Boolean).flatMap((cause) => causes(cause, depth + 1))];
}

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}

function isPostgresError(error: unknown): boolean {
  return error instanceof Error && error.name === "PostgresError";
}
