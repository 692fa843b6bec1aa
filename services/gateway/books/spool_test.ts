import assert from "node:assert/strict";
import { openSpool } from "./spool.ts";

const ROOM = { maxBytes: 1_000_000 };

async function inFolder(test: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir({ prefix: "spool-" });
  try {
    await test(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("a spool gives back what was appended, oldest first, until it is done", () =>
  inFolder(async (dir) => {
    const spool = await openSpool(dir, "usage", { ...ROOM, segmentBytes: 20 });
    assert.equal(await spool.append(['{"n":1}', '{"n":2}', '{"text":"مرحبا"}']), 3);
    assert.equal(await spool.append(['{"n":3}']), 1);
    assert.equal(spool.lines(), 4);
    const first = await spool.take();
    assert.deepEqual(first?.lines, ['{"n":1}', '{"n":2}', '{"text":"مرحبا"}']);
    first?.release();
    const again = await spool.take();
    assert.equal(again?.lines.length, 3);
    await again?.done();
    const second = await spool.take();
    assert.deepEqual(second?.lines, ['{"n":3}']);
    await second?.done();
    assert.equal(await spool.take(), undefined);
    assert.equal(spool.lines(), 0);
    spool.close();
  }));

Deno.test("a spool never takes a file that another process writes to", () =>
  inFolder(async (dir) => {
    const mine = await openSpool(dir, "usage", ROOM);
    const theirs = await openSpool(dir, "usage", ROOM);
    await theirs.append(['{"n":1}']);
    assert.equal(await mine.take(), undefined);
    theirs.close();
    const left = await mine.take();
    assert.deepEqual(left?.lines, ['{"n":1}']);
    await left?.done();
    mine.close();
  }));

Deno.test("a spool counts what it finds and leaves out a line that was cut off", () =>
  inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/usage-old.ndjson`, '{"n":1}\n{"n":2}\n{"n":3');
    await Deno.writeTextFile(`${dir}/audit-old.ndjson`, '{"n":9}\n');
    const spool = await openSpool(dir, "usage", ROOM);
    assert.equal(spool.lines(), 2);
    const left = await spool.take();
    assert.deepEqual(left?.lines, ['{"n":1}', '{"n":2}']);
    await left?.done();
    assert.equal(await spool.take(), undefined);
    spool.close();
  }));

Deno.test("a spool leaves the empty file of a process that is just starting alone, and clears an old one", () =>
  inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/usage-new.ndjson`, "");
    const young = await openSpool(dir, "usage", ROOM);
    assert.equal(await young.take(), undefined);
    const later = await openSpool(dir, "usage", { ...ROOM, now: () => Date.now() + 60_000 });
    await (await later.take())?.done();
    assert.deepEqual(await Array.fromAsync(Deno.readDir(dir)), []);
    young.close();
    later.close();
  }));

Deno.test("a full spool keeps what fits and says how much", () =>
  inFolder(async (dir) => {
    const spool = await openSpool(dir, "usage", { maxBytes: 20 });
    assert.equal(await spool.append(['{"n":1}', '{"n":2}', '{"n":3}']), 2);
    assert.equal(await spool.append(['{"n":4}']), 0);
    const kept = await spool.take();
    await kept?.done();
    assert.equal(await spool.append(['{"n":4}']), 1);
    spool.close();
  }));
