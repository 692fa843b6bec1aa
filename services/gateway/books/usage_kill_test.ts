import assert from "node:assert/strict";
import { openServer, type Sql } from "lib/db.ts";
import { openEmbedded } from "lib/embedded.ts";
import { testServerDatabase, testTemplate } from "lib/testing.ts";
import { usageStore } from "./usage_store.ts";
import { openMeter } from "./usage_writer.ts";

const LOG = { warn: () => {}, error: () => {} };

interface Killed {
  at: number;
  acknowledged: { time: number; id: string }[];
}

/** Runs the process for a while, kills it without warning, and answers what it had acknowledged. */
async function killedUnderLoad(args: string[]): Promise<Killed> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", new URL("./usage_kill_fixture.ts", import.meta.url).pathname, ...args],
    env: { EMBEDDED_TEMPLATE: await testTemplate() },
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let text = "";
  let started = 0;
  let at = 0;
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += piece;
    started ||= Date.now();
    if (!at && Date.now() - started > 2500) {
      at = Date.now();
      child.kill("SIGKILL");
    }
  }
  await child.status;
  const lines = text.split("\n").filter((line) => line.length > 40).map((line) => line.split(" "));
  return { at, acknowledged: lines.map(([time = "", id = ""]) => ({ time: Number(time), id })) };
}

/** What a start after the kill does: replays the spool. */
async function recovered(sql: Sql, dir: string): Promise<string[]> {
  const meter = await openMeter({
    store: usageStore(sql),
    dir: `${dir}/spool`,
    maxBytes: 50_000_000,
    log: LOG,
  });
  for (let tries = 0; meter.depth() > 0; tries++) {
    assert.ok(tries < 600, "the spool is not replayed");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await meter.close();
  const rows = await sql<{ id: string }[]>`select id from gateway.usage_records`;
  assert.equal(await usageStore(sql).total({}), rows.length, "the sums agree with the records");
  return rows.map(({ id }) => id);
}

function nothingLost({ at, acknowledged }: Killed, ids: string[]) {
  assert.equal(new Set(ids).size, ids.length, "none twice");
  const kept = new Set(ids);
  const old = acknowledged.filter(({ time }) => at - time > 1000);
  assert.ok(old.length > 500, `${old.length} acknowledged records older than a second`);
  assert.deepEqual(old.filter(({ id }) => !kept.has(id)), []);
}

async function inFolder(test: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir({ prefix: "kill-" });
  try {
    await test(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("kill -9 loses no acknowledged usage record older than a second, and doubles none (embedded engine)", () =>
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
