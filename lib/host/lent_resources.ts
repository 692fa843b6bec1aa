/** The embedded database and the KV file of a service, which belong to one process, lent to the others it started. */
import { z } from "zod";
import type { Database } from "lib/database/db.ts";
import { clientOf } from "lib/embedded/embedded.ts";
import { serveKv } from "lib/kv/kv_served.ts";
import type { Channel } from "lib/processes/process_channel.ts";

const Bytes = z.instanceof(Uint8Array);

/** Lends over `channel` what there is to lend. */
export function lend(channel: Channel, { database, kv }: { database?: Database; kv?: Deno.Kv }): void {
  if (kv) serveKv(channel, kv);
  const visitor = database?.visit?.();
  if (!visitor) return;
  // The bytes are handed on to a worker, with all of the memory that they are in.
  channel.on("sql", (bytes) => visitor.send(new Uint8Array(Bytes.parse(bytes))));
  void channel.closed.then(() => visitor.leave());
}

/** The embedded database that the process behind `channel` lends. */
export function borrowDatabase(channel: Channel): Database {
  const sql = clientOf(async (bytes) => {
    const answer = Bytes.nullable().parse(await channel.ask("sql", bytes));
    return answer && new Uint8Array(answer);
  });
  return { sql, engine: "embedded", close: () => sql.end({ timeout: 5 }) };
}
