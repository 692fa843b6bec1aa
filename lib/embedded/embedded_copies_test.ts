import assert from "node:assert/strict";
import { type EmbeddedDatabase, openEmbedded } from "lib/embedded/embedded.ts";
import {
  copiesIn,
  requestIn,
  restoreCopy,
  scheduleCopies,
  takeCopy,
  untilNext,
} from "lib/embedded/embedded_copies.ts";
import { restore } from "lib/embedded/restore.ts";
import { testTemplate } from "lib/embedded/template_fixture.ts";

const log = { info: () => {}, warn: () => {}, error: () => {} };

async function inFolder(body: (dir: string, database: EmbeddedDatabase) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    const database = await openEmbedded(`${dir}/pg`, { template: await testTemplate(), sync: "off" });
    await body(dir, database);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

async function numbersIn(folder: string): Promise<number[]> {
  const database = await openEmbedded(folder, { sync: "off" });
  const rows = await database.sql<{ n: number }[]>`select n from kept order by n`;
  await database.close();
  return rows.map(({ n }) => n);
}

Deno.test("a copy taken while rows are written holds all rows committed before it, and deno task restore puts it back", async () => {
  await inFolder(async (dir, database) => {
    const { sql } = database;
    await sql`create table kept (n int primary key)`;
    await sql`create table filler (text text)`;
    await sql`insert into kept values (1), (2)`;
    let writing = true;
    const writer = (async () => {
      for (let n = 100; writing; n++) {
        await sql`insert into kept values (${n})`;
        await sql`insert into filler select repeat('x', 900) from generate_series(1, 500)`;
      }
    })();
    const name = await takeCopy({ database, from: `${dir}/pg`, to: `${dir}/copies`, log });
    writing = false;
    await writer;
    await sql`delete from kept`;
    await database.close();

    assert.equal(await restore(dir, []), `${name}\nPut one back with deno task restore ${name}`);
    assert.match(await restore(dir, ["latest"]), /is in place/);
    const numbers = await numbersIn(`${dir}/pg`);
    assert.deepEqual(numbers.slice(0, 2), [1, 2]);
    assert.deepEqual(numbers.slice(2), numbers.slice(2).map((_, index) => 100 + index), "none is left out");
  });
});

Deno.test("two copies are kept, a restore keeps the folder it replaces, and an unknown name changes nothing", async () => {
  await inFolder(async (dir, database) => {
    const copies = { database, from: `${dir}/pg`, to: `${dir}/copies`, log };
    await database.sql`create table kept (n int)`;
    for (
      const [n, time] of ["2026-01-01T10:00:00Z", "2026-01-02T10:00:00Z", "2026-01-03T10:00:00Z"].entries()
    ) {
      await database.sql`insert into kept values (${n})`;
      await takeCopy(copies, Date.parse(time));
    }
    assert.deepEqual(await copiesIn(copies.to), ["2026-01-02T100000Z", "2026-01-03T100000Z"]);
    await database.close();
    const target = { copies: copies.to, folder: copies.from };
    await assert.rejects(
      restoreCopy({ ...target, name: "../pg" }),
      /there are 2026-01-02T100000Z, 2026-01-03/,
    );
    const { before } = await restoreCopy({ ...target, name: "2026-01-02T100000Z" });
    assert.deepEqual(await numbersIn(copies.from), [0, 1]);
    assert.deepEqual(await numbersIn(before ?? ""), [0, 1, 2]);
    // Two more within the same second.
    const again = await restoreCopy({ ...target, name: "latest" });
    const last = await restoreCopy({ ...target, name: "latest" });
    assert.equal(new Set([before, again.before, last.before]).size, 3);
  });
});

Deno.test("copies of the same second are all there, in the order in which they were taken", async () => {
  await inFolder(async (dir, database) => {
    const copies = { database, from: `${dir}/pg`, to: `${dir}/copies`, log };
    const time = Date.parse("2026-01-01T10:00:00.200Z");
    const names = [await takeCopy(copies, time), await takeCopy(copies, time + 100)];
    assert.deepEqual(names, ["2026-01-01T100000Z", "2026-01-01T100001Z"]);
    assert.equal(await takeCopy(copies, time + 200), "2026-01-01T100002Z");
    assert.deepEqual(await copiesIn(copies.to), ["2026-01-01T100001Z", "2026-01-01T100002Z"]);
    await database.close();
  });
});

Deno.test("a failed copy leaves no folder behind; the next is due by the hours since the last copy or the database's start", async () => {
  await inFolder(async (dir, database) => {
    const copies = { database, from: `${dir}/pg`, to: `${dir}/copies`, log };
    const hours = (ms: number) => Math.round(ms / 3_600_000);
    const signal = AbortSignal.abort(new Error("stopping"));
    await assert.rejects(takeCopy({ ...copies, signal }), /stopping/);
    assert.deepEqual(await copiesIn(copies.to), []);
    assert.equal(hours(await untilNext(copies, 24)), 24);
    assert.ok(await takeCopy(copies, Date.now() - 20 * 3_600_000), "the database can be copied again");
    assert.equal(hours(await untilNext(copies, 24)), 4);
    assert.equal(await untilNext(copies, 2), 60_000);
    await scheduleCopies(copies, 24)();
    await database.close();
  });
});

Deno.test("a request that was taken back, and a folder that cannot be read for once, do not end all copies", async () => {
  await inFolder(async (dir, database) => {
    const to = `${dir}/copies`;
    const told = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let copied = 0;
    // The request is withdrawn while the copy is taken.
    const info = () => {
      if (copied++ === 0) Deno.removeSync(requestIn(to));
      told[copied - 1]?.resolve();
    };
    const stop = scheduleCopies({ database, from: `${dir}/pg`, to, log: { ...log, info } }, 0);
    for (const { promise } of told) {
      await Deno.mkdir(to, { recursive: true });
      await Deno.writeTextFile(requestIn(to), "");
      await promise;
    }
    assert.equal(copied, 2);
    await stop();
    await database.close();
  });
});
