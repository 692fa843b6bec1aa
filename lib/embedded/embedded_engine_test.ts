import assert from "node:assert/strict";
import { protocol } from "@electric-sql/pglite";
import { type Engine, openFolder } from "lib/embedded/embedded_engine.ts";
import type { Disk } from "lib/embedded/embedded_folder.ts";
import { unpack } from "lib/embedded/embedded_template.ts";
import { testTemplateArchive } from "lib/embedded/template_fixture.ts";

const DISK: Disk = { syncData: () => {}, sync: () => {} };

async function withEngine(disk: Disk, body: (engine: Engine) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await unpack(await testTemplateArchive(), `${dir}/pg`, "off");
    const engine = await openFolder(`${dir}/pg`, "commit", disk);
    await body(engine);
    await engine.close().catch(() => {});
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

async function ask(engine: Engine, text: string): Promise<string> {
  const answered = await engine.answer(new Uint8Array(protocol.serialize.query(text)));
  await engine.tidy();
  return new TextDecoder().decode(answered);
}

Deno.test("a checkpoint truncates the log every 64 MB, but never inside a transaction or while the folder is copied", async () => {
  await withEngine(DISK, async (engine) => {
    const behind = async () => {
      const text = await ask(
        engine,
        "select 'MB:' || (pg_current_wal_lsn() - redo_lsn) / 1048576 || ';' from pg_control_checkpoint()",
      );
      return Number(/MB:(\d+)/.exec(text)?.[1] ?? assert.fail(text));
    };
    const write = () =>
      ask(engine, "insert into filler select repeat('x', 5000) from generate_series(1, 10000)");
    await ask(engine, "create table filler (text text)");
    await ask(engine, "alter table filler alter text set storage plain");
    await ask(engine, "begin");
    await write();
    await write();
    assert.ok(await behind() > 64, "a transaction is open");
    engine.hold(true);
    await ask(engine, "commit");
    assert.ok(await behind() > 64, "the folder is copied");
    engine.hold(false);
    await ask(engine, "select 1");
    assert.equal(await behind(), 0);
  });
});

Deno.test("after a failed sync of the log nothing is acknowledged any more", async () => {
  let failing = false;
  const syncData = () => {
    if (failing) throw new Error("EIO: i/o error");
  };
  await withEngine({ ...DISK, syncData }, async (engine) => {
    assert.match(await ask(engine, "create table kept (n int)"), /CREATE TABLE/);
    failing = true;
    await assert.rejects(ask(engine, "insert into kept values (1)"), /disk did not keep the log \(EIO/);
    failing = false;
    await assert.rejects(ask(engine, "insert into kept values (2)"), /disk did not keep the log \(EIO/);
  });
});
