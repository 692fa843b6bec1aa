import assert from "node:assert/strict";
import { startEmbedded } from "lib/embedded/embedded_start.ts";
import { backup } from "lib/embedded/backup.ts";
import { restore } from "lib/embedded/restore.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { testServerDatabase, testTemplate } from "lib/testing.ts";
import type { Sql } from "lib/database/db.ts";

async function inFolder(body: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await body(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/** Writes numbers, one after another, until told to stop. */
function writing(sql: Sql): { stop(): Promise<void> } {
  let isStopped = false;
  const write = async () => {
    for (let n = 100; !isStopped; n++) await sql`insert into public.kept values (${n})`;
  };
  const ended = write();
  return {
    stop() {
      isStopped = true;
      return ended;
    },
  };
}

/** Those of before the copy are there, and of those written meanwhile the first ones, without a gap. */
async function checkNumbers(sql: Sql): Promise<void> {
  const rows = await sql<{ n: number }[]>`select n from public.kept order by n`;
  const numbers = rows.map(({ n }) => n);
  assert.deepEqual(numbers.slice(0, 2), [1, 2]);
  assert.deepEqual(numbers.slice(2), numbers.slice(2).map((_, index) => 100 + index));
}

Deno.test("deno task backup copies the embedded database while it is written to, and while it is closed", () =>
  inFolder(async (dir) => {
    const settings = {
      ...{ DATA_DIR: dir, EMBEDDED_TEMPLATE: await testTemplate() },
      ...{ EMBEDDED_SYNC: "off", EMBEDDED_COPY_HOURS: 0 } as const,
    };
    const log = createLogger({ write: () => {} });
    await assert.rejects(backup({ DATA_DIR: dir }), /There is no database in /);
    const first = await startEmbedded(settings, log);
    await first.sql`create table public.kept (n int primary key)`;
    await first.sql`insert into public.kept values (1), (2)`;
    const writer = writing(first.sql);
    const told = await backup({ DATA_DIR: dir });
    await writer.stop();
    await first.sql`delete from public.kept`;
    await first.close();
    assert.match(told, /Put it back with deno task restore \d{4}-/);
    await restore(dir, [told.split(" ").at(-1) ?? ""]);
    const second = await startEmbedded(settings, log);
    await checkNumbers(second.sql);
    await second.close();
    await backup({ DATA_DIR: dir });
    await restore(dir, ["latest"]);
    const third = await startEmbedded(settings, log);
    await checkNumbers(third.sql);
    await third.close();
  }));

const server = Deno.env.get("TEST_DATABASE_URL");

Deno.test({
  name: `deno task backup copies a server's database while it is written to, and restore puts it back whole${
    server ? "" : ", skipped: TEST_DATABASE_URL is not set"
  }`,
  ignore: !server,
  fn: () =>
    inFolder(async (dir) => {
      const migrations = import.meta.resolve("../../services/procurement/migrations/");
      await using database = await testServerDatabase(server ?? "", "procurement", migrations);
      const { sql, url } = database;
      await sql`create table public.kept (n int primary key)`;
      await sql`insert into public.kept values (1), (2)`;
      const writer = writing(sql);
      const settings = { DATA_DIR: dir, DATABASE_URL: url };
      await backup(settings);
      await writer.stop();
      await sql`delete from public.kept`;
      const [name = ""] = (await restore(dir, [], url)).split("\n");
      const { mode } = await Deno.stat(`${dir}/copies/${name}`);
      assert.equal((mode ?? 0o777) & 0o077, 0);
      await restore(dir, ["latest"], url);
      await checkNumbers(sql);
      await assert.rejects(restore(dir, ["../x"], url), /No copy \.\.\/x/);
      await assert.rejects(
        backup({ ...settings, DATABASE_URL: "postgres://a:hunter2@127.0.0.1:9/b" }),
        (error) =>
          error instanceof Error && /pg_dump failed/.test(error.message) && !/hunter2/.test(error.message),
      );
    }),
});
