/** Turns failed starts into a sentence that says what to do. */
import { SettingsError } from "lib/env.ts";
import { isDatabaseAway, isDiskFull } from "lib/outages.ts";
import { pause } from "lib/deadlines.ts";
import { wordsOf } from "lib/error_words.ts";
import { folderFailure } from "lib/files/setting_folder.ts";
import type { Logger } from "lib/telemetry/log.ts";

/** The message for `error`, which ended a start; settings faults one per line. */
export function startFailure(error: unknown, { dataDir }: { dataDir?: string } = {}): string {
  if (error instanceof SettingsError) return error.message;
  const words = wordsOf(error);
  if (!isDiskFull(error)) {
    if (isDatabaseAway(error)) {
      return `The database does not answer: start it, or correct DATABASE_URL (${words})`;
    }
    if (error instanceof Deno.errors.NotCapable) {
      return `Deno's permissions do not allow what the settings ask for: start with deno task start, or widen them (${words})`;
    }
  }
  return folderFailure(dataDir ? `DATA_DIR ${dataDir}` : "DATA_DIR", error) ?? `The start failed: ${words}`;
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
