import assert from "node:assert/strict";
import { mock } from "node:test";
import { setImmediate } from "node:timers";
import type { Database, Sql } from "lib/database/db.ts";
import { clientOf, openEmbedded as open } from "lib/embedded/embedded.ts";
import { testTemplate } from "lib/embedded/template_fixture.ts";

const template = await testTemplate();
const openEmbedded = (folder?: string) => open(folder, { template });
const ROOT = new URL("../..", import.meta.url).pathname;

async function withFolder(body: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await body(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/** Opens an engine in memory and gives the worker it runs in. */
async function openWithWorker(): Promise<{ database: Database; worker: Worker }> {
  const Original = globalThis.Worker;
  let worker: Worker | undefined;
  globalThis.Worker = class extends Original {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      worker = this;
    }
  };
  try {
    const database = await openEmbedded();
    return { database, worker: worker ?? assert.fail("no worker was made") };
  } finally {
    globalThis.Worker = Original;
  }
}

Deno.test("committed rows survive a kill and a clean end, uncommitted ones do not", async () => {
  await withFolder(async (dir) => {
    const program = `
      import { openEmbedded } from "lib/embedded/embedded.ts";
      const { sql } = await openEmbedded(...${JSON.stringify([dir, { template }])});
      await sql\`create table kept (text text)\`;
      await sql\`insert into kept values ('committed')\`;
      await sql.begin(async (tx) => {
        await tx\`insert into kept values ('open')\`;
        console.log("inserted");
        await new Promise(() => setInterval(() => {}, 1000));
      });`;
    const child = new Deno.Command(Deno.execPath(), {
      args: ["eval", program],
      cwd: ROOT,
      stdout: "piped",
    }).spawn();
    const { value } = await child.stdout.getReader().read();
    assert.equal(new TextDecoder().decode(value).trim(), "inserted");
    child.kill("SIGKILL");
    await child.status;
    const again = await openEmbedded(dir);
    assert.deepEqual((await again.sql`select text from kept`).map(({ text }) => text), ["committed"]);
    await again.sql`insert into kept values ('then')`;
    await again.close();
    const third = await openEmbedded(dir);
    assert.deepEqual((await third.sql`select text from kept`).map(({ text }) => text), ["committed", "then"]);
    await third.close();
  });
});

Deno.test("close() lets the running query end, fails the queries waiting behind it and refuses later ones", async () => {
  const database = await openEmbedded();
  const { sql } = database;
  const running = sql.begin(async (tx) => {
    await tx`select pg_sleep(0.05)`;
    return (await tx`select 'done' as word`)[0]?.word;
  });
  const waiting = Promise.resolve(sql`select 'late'`).then(() => "answered", () => "failed");
  const unwanted = sql`select 'never'`.execute();
  const cancelled = assert.rejects(Promise.resolve(unwanted), { code: "57014" });
  unwanted.cancel();
  await cancelled;
  const closed = database.close();
  await assert.rejects(Promise.resolve(sql`select 1`), { code: "CONNECTION_ENDED" });
  await closed;
  assert.equal(await running, "done");
  assert.equal(await waiting, "failed");
});

Deno.test("opening a folder that is no database fails with a reason and leaves nothing running", async () => {
  const file = await Deno.makeTempFile();
  await assert.rejects(openEmbedded(file), /Embedded database: /);
  await Deno.remove(file);
});

Deno.test("when the engine dies, waiting and later queries fail instead of hanging", async () => {
  const { database, worker } = await openWithWorker();
  const { sql } = database;
  await sql`select 1`;
  const running = Promise.resolve(sql`select pg_sleep(2)`);
  const failed = assert.rejects(running, /out of memory/);
  await new Promise((resolve) => setTimeout(resolve, 20));
  worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory", cancelable: true }));
  await failed;
  await assert.rejects(Promise.resolve(sql`select 1`));
  await assert.rejects(database.close());
});

Deno.test("answers are not kept: 150 MB of them pass through a process of 64 MB of heap", async () => {
  const program = `
    import { openEmbedded } from "lib/embedded/embedded.ts";
    const { sql, close } = await openEmbedded(undefined, ${JSON.stringify({ template })});
    for (let i = 0; i < 150; i++) await sql\`select repeat('x', 1000) from generate_series(1, 1000)\`;
    await close();
    console.log("all answered");`;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", "--v8-flags=--max-old-space-size=64", program],
    cwd: ROOT,
  }).output();
  assert.equal(new TextDecoder().decode(stdout).trim(), "all answered", new TextDecoder().decode(stderr));
});

/** The result of `work` with the clock stopped: only timers without delay fire. */
async function atOnce<T>(work: Promise<T>): Promise<T> {
  let settled = false;
  const outcome = work.finally(() => settled = true);
  while (!settled) {
    mock.timers.tick(0);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return await outcome;
}

Deno.test("the session lasts: hours later nothing is prepared a second time", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  try {
    const database = await atOnce(openEmbedded());
    const prepared = async () =>
      (await database.sql`select count(*) as count from pg_prepared_statements`)[0]?.count;
    await atOnce(prepared());
    const before = await atOnce(prepared());
    for (let hour = 0; hour < 3; hour++) {
      mock.timers.tick(3_600_000);
      await atOnce(prepared());
    }
    assert.equal(await atOnce(prepared()), before);
    await atOnce(database.close());
  } finally {
    mock.timers.reset();
  }
});

Deno.test("an engine whose folder cannot be opened after a failure is opened by the next request that finds it", async () => {
  await withFolder(async (dir) => {
    const folder = `${dir}/pg`;
    const { sql, close } = await openEmbedded(folder);
    await sql`create table kept (n int)`;
    await sql`insert into kept values (1)`;
    const deep = "[".repeat(60_000) + "]".repeat(60_000);
    await assert.rejects(sql`select ${deep}::text::jsonb`, /the engine failed/);
    await Deno.rename(folder, `${dir}/away`);
    await Deno.writeTextFile(folder, "not a folder");
    await assert.rejects(sql`select n from kept`);
    await Deno.remove(folder);
    await Deno.rename(`${dir}/away`, folder);
    assert.deepEqual((await sql`select n from kept`).map(({ n }) => n), [1]);
    await close();
  });
});

Deno.test("a query that exhausts the engine's stack fails alone: the engine starts again on its folder", async () => {
  await withFolder(async (dir) => {
    const { sql, close, visit } = await openEmbedded(dir);
    const other = clientOf(visit().send);
    await sql`create table kept (n int, body jsonb)`;
    await sql`insert into kept values (1, null)`;
    assert.equal((await other`select n from kept where n = ${1}`).length, 1);
    const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
    const store = (tx: Pick<Sql, "unsafe">, text: string) =>
      tx.unsafe("insert into kept values (2, ($1::text)::jsonb)", [text]);
    await assert.rejects(store(sql, deep(60_000)), /the engine failed/);
    const transaction = sql.begin(async (tx) => {
      await tx`insert into kept values (3, null)`;
      await store(tx, deep(9_000));
    });
    await assert.rejects(transaction);
    assert.deepEqual((await sql`select n from kept`).map(({ n }) => n), [1]);
    assert.equal((await other`select n from kept where n = ${1}`).length, 1);
    await store(sql, deep(100));
    await other.end();
    await close();
  });
});
