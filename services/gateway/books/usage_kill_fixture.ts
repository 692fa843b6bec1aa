/**
 * A process for tests to kill: it records usage as fast as it can and prints the acknowledged records.
 * Arguments: folder, database address (empty for the embedded one), and whether the database answers.
 */
import { openServer } from "lib/database/db.ts";
import { openEmbedded } from "lib/embedded/embedded.ts";
import { migrate } from "lib/database/migrations.ts";
import { usageRecord } from "./usage_fixture.ts";
import { usageStore } from "./usage_store.ts";
import { openMeter } from "./usage_writer.ts";

const [dir = "", url = "", answers = "yes"] = Deno.args;
const database = url
  ? openServer(url, 2)
  : await openEmbedded(`${dir}/pg`, { template: Deno.env.get("EMBEDDED_TEMPLATE") });
await migrate(database.sql, "gateway", import.meta.resolve("../migrations/"));
const store = answers === "yes" ? usageStore(database.sql) : { insert: () => new Promise<void>(() => {}) };
const log = { warn: () => {}, error: () => {} };
const meter = await openMeter({ store, dir: `${dir}/journal`, maxBytes: 50_000_000, log });
const encoder = new TextEncoder();

for (;;) {
  const lines: string[] = [];
  for (let n = 0; n < 20; n++) {
    const record = usageRecord();
    meter.record(record);
    lines.push(`${record.id}\n`);
  }
  await Deno.stdout.write(encoder.encode(lines.join("")));
  await new Promise((resolve) => setTimeout(resolve, 10));
}
