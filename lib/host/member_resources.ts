/**
 * Serves a process's embedded database and KV file to the member processes that it started, which cannot open
 * them.
 */
import { z } from "zod";
import type { Database } from "lib/database/db.ts";
import { clientOf } from "lib/embedded/embedded.ts";
import { serveKv } from "lib/kv/kv_served.ts";
import type { Channel } from "lib/processes/process_channel.ts";

const Bytes = z.instanceof(Uint8Array);

/** Serves the available resources over `channel`. */
export function serveResources(
  channel: Channel,
  { database, kv }: { database?: Database; kv?: Deno.Kv },
): void {
  if (kv) serveKv(channel, kv);
  const visitor = database?.visit?.();
  if (!visitor) return;
  // Copied, because the bytes are transferred to a worker with their whole buffer.
  channel.on("sql", (bytes) => visitor.send(new Uint8Array(Bytes.parse(bytes))));
  channel.on("sql failed", () => visitor.release());
  void channel.closed.then(() => visitor.release());
}

/** A client of the embedded database served by the process behind `channel`. */
export function remoteDatabase(channel: Channel): Database {
  const sql = clientOf(async (bytes) => {
    try {
      const answer = Bytes.nullable().parse(await channel.ask("sql", bytes));
      return answer && new Uint8Array(answer);
    } catch (error) {
      // The engine may have executed the query: an answer may exceed the channel's limit.
      channel.tell("sql failed");
      throw error;
    }
  });
  return { sql, engine: "embedded", close: () => sql.end({ timeout: 5 }) };
}
