/** Turns failed starts into a sentence that says what to do. */
import { SettingsError } from "lib/env.ts";
import { isDatabaseAway, isDiskFull } from "lib/outages.ts";
import { pause } from "lib/deadlines.ts";
import type { Logger } from "lib/telemetry/log.ts";

/** The message for `error`, which ended a start; settings faults one per line. */
export function startFailure(error: unknown, { dataDir }: { dataDir?: string } = {}): string {
  if (error instanceof SettingsError) return error.message;
  const words = wordsOf(error);
  const folder = dataDir ? `DATA_DIR ${dataDir}` : "DATA_DIR";
  if (isDiskFull(error)) {
    return `The disk of ${folder} is full: free space on it, or choose another folder (${words})`;
  }
  if (isDatabaseAway(error)) {
    return `The database does not answer: start it, or correct DATABASE_URL (${words})`;
  }
  if (error instanceof Deno.errors.NotCapable) {
    return `Deno's permissions do not allow what the settings ask for: start with deno task start, or widen them (${words})`;
  }
  const code = codeOf(error);
  if (
    error instanceof Deno.errors.PermissionDenied || ["EACCES", "EPERM", "EROFS"].includes(code) ||
    READ_ONLY.test(words)
  ) {
    return `${folder} cannot be written: give this process the right to, or choose another folder (${words})`;
  }
  const isFile = error instanceof Deno.errors.NotADirectory || error instanceof Deno.errors.AlreadyExists ||
    ["ENOTDIR", "EEXIST"].includes(code);
  if (isFile) return `${folder} is not a folder, or lies below a file: choose another one (${words})`;
  if (error instanceof Deno.errors.NotFound) {
    return `${folder} cannot be made: choose another folder (${words})`;
  }
  return `The start failed: ${words}`;
}

const READ_ONLY = /read-only file system|\(os error 30\)/i;

/** The message of a thrown value, on one line. */
function wordsOf(error: unknown): string {
  const own = error instanceof Error || hasMessage(error) ? error.message : String(error);
  const inner = error instanceof AggregateError ? error.errors.map(wordsOf).join("; ") : "";
  return (own || inner || codeOf(error) || "no reason is known").replaceAll(/\s*\n\s*/g, " ");
}

function hasMessage(error: unknown): error is { message: string } {
  return typeof error === "object" && error !== null && "message" in error &&
    typeof error.message === "string";
}

function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

const LOOK_AGAIN_MS = 500;

/**
 * The result of `ask`, retried while `isAway` is true of its failure.
 * @throws {SettingsError} with `sentence` when it still fails in `waitMs`, or fails otherwise.
 */
export async function untilAnswering<T>(
  ask: () => Promise<T>,
  { waitMs, isAway, sentence, log }: {
    waitMs: number;
    isAway(error: unknown): boolean;
    sentence(words: string): string;
    log: Logger;
  },
): Promise<T> {
  const end = performance.now() + waitMs;
  let reported = false;
  for (;;) {
    try {
      return await ask();
    } catch (cause) {
      const reason = sentence(wordsOf(cause));
      if (!isAway(cause) || performance.now() >= end) throw new SettingsError(reason, { cause });
      if (!reported) log.warn("waiting for what the start needs", { reason, seconds: waitMs / 1000 });
      reported = true;
      await pause(LOOK_AGAIN_MS);
    }
  }
}
