/** Opens the KV of a service. */
import type { Closer } from "lib/host/closers.ts";
import { lockFile } from "lib/database/db.ts";
import { SettingsError } from "lib/env.ts";
import { wordsOf } from "lib/error_words.ts";
import { ifDisk } from "lib/files/disk.ts";
import { openKv } from "lib/kv/kv.ts";
import type { Logger } from "lib/telemetry/log.ts";
import type { Prepared } from "lib/host/service_definition.ts";
import { untilAnswering } from "lib/host/start_failure.ts";

/**
 * The KV of a service: the one at KV_URL, once it answers, else a file that is this process's alone, else the
 * host's own.
 * @throws {SettingsError} when it cannot be used.
 */
export async function openServiceKv(
  { shared, name }: Pick<Prepared, "shared" | "name">,
  { log, closers }: { log: Logger; closers: Closer[] },
): Promise<Deno.Kv> {
  const dir = ifDisk(`${shared.DATA_DIR}/kv`);
  if (!shared.KV_URL && dir !== undefined) {
    await Deno.mkdir(dir, { recursive: true });
    closers.push(await lockFile(`${dir}/${name}.lock`, `The ${name} service in ${shared.DATA_DIR}`));
  }
  const open = () => openKv({ url: shared.KV_URL, dir, name });
  const kv = shared.KV_URL
    ? await untilAnswering(open, {
      waitMs: shared.START_WAIT_SECONDS * 1000,
      isAway: (error) =>
        error instanceof Error && /failed to connect|error sending request/.test(error.message),
      sentence: (words) =>
        `The key-value store at ${shared.KV_URL} cannot be used: start it, or correct KV_URL and ` +
        `DENO_KV_ACCESS_TOKEN (${words})`,
      log,
    })
    : await open().catch((cause) => {
      throw brokenFile(`${dir}/${name}.sqlite3`, cause) ?? cause;
    });
  closers.push(() => kv.close());
  return kv;
}

/** The failure to open a KV file that is damaged, or none. */
function brokenFile(path: string, cause: unknown): SettingsError | undefined {
  const words = wordsOf(cause);
  if (!/not a database|malformed/.test(words)) return undefined;
  return new SettingsError(
    `The key-value store ${path} is damaged (${words}): move it away, and the next start makes a new one; lost are the limits of the last minute and claims of jobs`,
    { cause },
  );
}
