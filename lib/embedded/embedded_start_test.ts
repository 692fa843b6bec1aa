import assert from "node:assert/strict";
import { endedUncleanly } from "lib/embedded/embedded_check.ts";
import { mock } from "node:test";
import { reportedWhile, startEmbedded } from "lib/embedded/embedded_start.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { testTemplate } from "lib/embedded/template_fixture.ts";

const restarted = () => Promise.resolve(true);

interface Home {
  dir: string;
  start(wasRestarted?: () => Promise<boolean>): ReturnType<typeof startEmbedded>;
  /** The log's lines. */
  lines: string[];
}

async function inHome(body: (home: Home) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  const lines: string[] = [];
  const settings = {
    DATA_DIR: dir,
    EMBEDDED_TEMPLATE: await testTemplate(),
    EMBEDDED_SYNC: "off",
    EMBEDDED_COPY_HOURS: 0,
  } as const;
  const log = createLogger({ write: (line) => lines.push(line) });
  try {
    await body({ dir, lines, start: (wasRestarted) => startEmbedded(settings, log, wasRestarted) });
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/** Changes bytes in the biggest file of a table's pages, as a lost write would. */
async function damage(dir: string, file: string): Promise<void> {
  using page = await Deno.open(`${dir}/pg/${file}`, { read: true, write: true });
  await page.seek(4000, Deno.SeekMode.Start);
  await page.write(new Uint8Array(200).fill(0xff));
}

/** A database with a table, in the state that a power cut leaves; returns the table's file. */
async function cutOff({ dir, start }: Home): Promise<string> {
  const database = await start();
  await database.sql`create table kept (text text primary key)`;
  await database.sql`insert into kept select 'row ' || n from generate_series(1, 2000) n`;
  await database.sql`checkpoint`;
  const [file] = await database.sql<{ path: string }[]>`select pg_relation_filepath('kept') as path`;
  await Deno.mkdir(`${dir}/cut`);
  const control = await Deno.readFile(`${dir}/pg/global/pg_control`);
  await database.close();
  await Deno.writeFile(`${dir}/pg/global/pg_control`, control);
  return file?.path ?? assert.fail("no file");
}

Deno.test("endedUncleanly() is true only of a database that was not closed", async () => {
  await inHome(async (home) => {
    assert.equal(await endedUncleanly(`${home.dir}/pg`), false);
    await (await home.start()).close();
    assert.equal(await endedUncleanly(`${home.dir}/pg`), false);
    await cutOff(home);
    assert.equal(await endedUncleanly(`${home.dir}/pg`), true);
  });
});

Deno.test("after a power cut an intact database is checked and opened, after a kill it is opened unchecked", async () => {
  await inHome(async (home) => {
    await cutOff(home);
    await (await home.start(() => Promise.resolve(false))).close();
    assert.ok(!home.lines.some((line) => line.includes("was checked")));
    await cutOff({
      ...home,
      dir: home.dir,
      start: async () => {
        const database = await home.start();
        await database.sql`drop table if exists kept`;
        await Deno.remove(`${home.dir}/cut`, { recursive: true });
        return database;
      },
    });
    const database = await home.start(restarted);
    assert.equal((await database.sql`select count(*) as count from kept`)[0]?.count, 2000);
    await database.close();
    assert.ok(
      home.lines.some((line) => line.includes("was checked") && line.includes('"left":0')),
      home.lines.at(-1),
    );
  });
});

Deno.test("a database that a power cut damaged is not opened; the sentence names the copy to put back", async () => {
  await inHome(async (home) => {
    const file = await cutOff(home);
    await damage(home.dir, file);
    await assert.rejects(
      home.start(restarted),
      /pg cannot be used \(.*kept.*\): there is no copy to put back, so keep/,
    );
    await Deno.mkdir(`${home.dir}/copies/2026-01-02T100000Z`, { recursive: true });
    await assert.rejects(
      home.start(restarted),
      /put back the copy of 2026-01-02T100000Z with deno task restore latest/,
    );
  });
});

Deno.test("a missing control file is reported in a sentence, and the folder is unlocked again", async () => {
  await inHome(async (home) => {
    await (await home.start()).close();
    await Deno.remove(`${home.dir}/pg/global/pg_control`);
    await assert.rejects(
      home.start(),
      /The embedded database in .*\/pg cannot be used \(.*\): there is no copy/,
    );
    await assert.rejects(home.start(), /cannot be used/);
  });
});

Deno.test("a restore that was killed between its last two steps is ended by the next start", async () => {
  await inHome(async ({ dir, start }) => {
    const database = await start();
    await database.sql`create table kept (text text primary key)`;
    await database.close();
    await Deno.rename(`${dir}/pg`, `${dir}/pg.restored`);
    const again = await start();
    assert.deepEqual(await again.sql`select * from kept`.then((rows) => rows.length), 0);
    await again.close();
  });
});

Deno.test("a database that takes its time is reported every ten seconds, and no longer once it is open", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  try {
    const seconds: unknown[] = [];
    const log = {
      info: (_message: string, fields?: Record<string, unknown>) => seconds.push(fields?.seconds),
    };
    const opening = Promise.withResolvers<string>();
    const opened = reportedWhile(opening.promise, { log, folder: "./data/pg" });
    mock.timers.tick(20_000);
    opening.resolve("open");
    assert.equal(await opened, "open");
    mock.timers.tick(60_000);
    assert.deepEqual(seconds, [10, 20]);
  } finally {
    mock.timers.reset();
  }
});
