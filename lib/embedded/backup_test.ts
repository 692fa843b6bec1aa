import assert from "node:assert/strict";
import { startEmbedded } from "lib/embedded/embedded_start.ts";
import { backup } from "lib/embedded/backup.ts";
import { restore } from "lib/embedded/restore.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { testTemplate } from "lib/embedded/template_fixture.ts";
import { testServerDatabase } from "lib/testing.ts";
import { openServer, type Sql } from "lib/database/db.ts";

async function inFolder(body: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await body(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/** Writes ascending numbers until stopped. */
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

/** All rows from before the copy, then a gapless beginning of those written during it. */
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
      const migrations = import.meta.resolve("../../services/gateway/migrations/");
      await using database = await testServerDatabase(server ?? "", "gateway", migrations);
      const { sql, url } = database;
      await sql`create table public.kept (n int primary key)`;
      await sql`insert into public.kept values (1), (2)`;
      await sql`select gateway.add_month('usage_records', '2020-01-01'), gateway.add_month('usage_records', '2020-02-01')`;
      const writer = writing(sql);
      const settings = { DATA_DIR: dir, DATABASE_URL: url };
      const told = await Promise.all([backup(settings), backup(settings)]);
      await writer.stop();
      assert.match(told[0], /Put it back with deno task restore/);
      // A partition dropped after the copy, one created after it, and a table of a later version.
      await sql`drop table gateway.usage_records_2020_01`;
      await sql`select gateway.add_month('usage_records', '2020-03-01')`;
      await sql`create table gateway.later (tenant text references gateway.before_months)`;
      await sql`delete from public.kept`;
      const [name = ""] = (await restore(dir, [], url)).split("\n");
      const { mode } = await Deno.stat(`${dir}/copies/${name}`);
      assert.equal((mode ?? 0o777) & 0o077, 0);
      await assert.rejects(restore(dir, ["latest"], url), /Services use the database, over \d+ connections/);
      await sql.end();
      await Deno.writeFile(
        `${dir}/copies/2000-01-01T000000Z.dump`,
        (await Deno.readFile(`${dir}/copies/${name}`)).slice(0, -100),
      );
      await assert.rejects(restore(dir, ["2000-01-01T000000Z.dump"], url), /pg_restore failed/);
      await restore(dir, ["latest"], url);
      const again = openServer(url, 1);
      await checkNumbers(again.sql);
      const tables = await again.sql<{ relname: string }[]>`
        select relname from pg_class where relnamespace = 'gateway'::regnamespace and relname ~ '^(usage_records_20|later$)'
          and relkind = 'r' order by relname`;
      assert.deepEqual(tables.map(({ relname }) => relname), [
        "usage_records_2020_01",
        "usage_records_2020_02",
      ]);
      await again.close();
      await assert.rejects(restore(dir, ["../x"], url), /No copy \.\.\/x/);
      await assert.rejects(
        backup({ ...settings, DATABASE_URL: "postgres://a:hunter2@127.0.0.1:9/b" }),
        (error) =>
          error instanceof Error && /pg_dump failed/.test(error.message) && !/hunter2/.test(error.message),
      );
    }),
});
