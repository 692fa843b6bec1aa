import assert from "node:assert/strict";
import { openServer, type Sql } from "lib/database/db.ts";
import { openEmbedded } from "lib/embedded/embedded.ts";
import { testTemplate } from "lib/embedded/template_fixture.ts";
import { testServerDatabase } from "lib/testing.ts";
import { usageStore } from "./usage_store.ts";
import { openMeter } from "./usage_writer.ts";

const LOG = { warn: () => {}, error: () => {} };
const ENOUGH = 3_000;
// A UUID and a line feed.
const LINE_LENGTH = 37;

/** Runs the process until it has acknowledged enough, kills it, and returns the acknowledged ids. */
async function killedUnderLoad(args: string[]): Promise<string[]> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", new URL("./usage_kill_fixture.ts", import.meta.url).pathname, ...args],
    env: { EMBEDDED_TEMPLATE: await testTemplate() },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let text = "";
  let killed = false;
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (killed || text.length < ENOUGH * LINE_LENGTH) continue;
    killed = true;
    child.kill("SIGKILL");
  }
  await child.status;
  // A line that the kill cut off acknowledges nothing.
  return text.split("\n").filter((line) => line.length === LINE_LENGTH - 1);
}

/** Replays the journal, as the start after a kill does. */
async function recovered(sql: Sql, dir: string): Promise<string[]> {
  const meter = await openMeter({
    store: usageStore(sql),
    dir: `${dir}/journal`,
    maxBytes: 50_000_000,
    log: LOG,
  });
  for (let tries = 0; meter.depth() > 0; tries++) {
    assert.ok(tries < 600, "the journal is not replayed");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await meter.close();
  const rows = await sql<{ id: string }[]>`select id from gateway.usage_records`;
  assert.equal(await usageStore(sql).total({}), rows.length, "the sums agree with the records");
  return rows.map(({ id }) => id);
}

function nothingLost(acknowledged: string[], ids: string[]) {
  assert.equal(new Set(ids).size, ids.length, "none twice");
  const kept = new Set(ids);
  assert.ok(acknowledged.length >= ENOUGH);
  assert.deepEqual(acknowledged.filter((id) => !kept.has(id)), []);
}

async function inFolder(test: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir({ prefix: "kill-" });
  try {
    await test(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("kill -9 loses no acknowledged usage record and doubles none (embedded engine)", () =>
  inFolder(async (dir) => {
    const killed = await killedUnderLoad([dir]);
    const { sql, close } = await openEmbedded(`${dir}/pg`);
    try {
      nothingLost(killed, await recovered(sql, dir));
    } finally {
      await close();
    }
  }));

const server = Deno.env.get("TEST_DATABASE_URL");
const skipped = server ? "" : ", skipped: TEST_DATABASE_URL is not set";

for (const answers of ["yes", "no"]) {
  Deno.test({
    name: `kill -9 loses and doubles nothing while the database ${
      answers === "yes" ? "answers" : "is away"
    } (server engine${skipped})`,
    ignore: !server,
    fn: () =>
      inFolder(async (dir) => {
        await using database = await testServerDatabase(
          server ?? "",
          "gateway",
          import.meta.resolve("../migrations/"),
        );
        const killed = await killedUnderLoad([dir, database.url, answers]);
        const { sql, close } = openServer(database.url, 2);
        try {
          nothingLost(killed, await recovered(sql, dir));
        } finally {
          await close();
        }
      }),
  });
}
