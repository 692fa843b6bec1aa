/** The embedded database and the KV file of a service belong to one process, which serves them to those it started. */
import { z } from "zod";
import type { Database } from "lib/database/db.ts";
import { clientOf } from "lib/embedded/embedded.ts";
import { serveKv } from "lib/kv/kv_served.ts";
import type { Channel } from "lib/processes/process_channel.ts";

const Bytes = z.instanceof(Uint8Array);

/** Serves what there is over `channel`. */
export function serveResources(
  channel: Channel,
  { database, kv }: { database?: Database; kv?: Deno.Kv },
): void {
  if (kv) serveKv(channel, kv);
  const visitor = database?.visit?.();
  if (!visitor) return;
  // The bytes are handed on to a worker, with all of the memory that they are in.
  channel.on("sql", (bytes) => visitor.send(new Uint8Array(Bytes.parse(bytes))));
  channel.on("sql failed", () => visitor.release());
  void channel.closed.then(() => visitor.release());
}

/** The embedded database that the process behind `channel` serves. */
export function remoteDatabase(channel: Channel): Database {
  const sql = clientOf(async (bytes) => {
    try {
      const answer = Bytes.nullable().parse(await channel.ask("sql", bytes));
      return answer && new Uint8Array(answer);
    } catch (error) {
      // The engine may have done it all the same: an answer can be too long for the channel.
      channel.tell("sql failed");
      throw error;
    }
  });
  return { sql, engine: "embedded", close: () => sql.end({ timeout: 5 }) };
}
