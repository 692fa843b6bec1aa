/** DATA_DIR holds everything embedded, readable only by the user who runs the platform. */
import { wordsOf } from "lib/error_words.ts";
import type { Logger } from "lib/telemetry/log.ts";

/**
 * Makes folder `path` when absent and removes other users' rights to it. Files made from now on are private
 * too, including those of SQLite and the database engine, which are world-readable by default.
 */
export async function openDataDir(path: string, log: Pick<Logger, "warn">): Promise<void> {
  await Deno.mkdir(path, { recursive: true, mode: 0o700 });
  if (Deno.build.os === "windows") return;
  Deno.umask(0o077);
  const mode = (await Deno.stat(path)).mode ?? 0;
  if ((mode & 0o077) === 0) return;
  try {
    await Deno.chmod(path, 0o700);
  } catch (error) {
    // A volume that another user owns keeps its mode: whoever made it decides.
    log.warn("other users may read DATA_DIR and its mode cannot be changed", {
      path,
      reason: wordsOf(error),
    });
  }
}
