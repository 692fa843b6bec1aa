import assert from "node:assert/strict";
import { recordWriter, type RecordWriterOptions } from "./record_writer.ts";
import { openSpool } from "./spool.ts";

interface Item {
  id: string;
  name?: string;
}

const QUIET = { warn: () => {}, error: () => {} };

class SqlError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

async function withWriter(
  options: Partial<RecordWriterOptions>,
  test: (writer: ReturnType<typeof recordWriter<Item>>, dir: string) => Promise<void>,
) {
  const dir = await Deno.makeTempDir({ prefix: "writer-" });
  const spool = await openSpool(dir, "usage", { maxBytes: 1_000_000 });
  // Patient, so that a busy machine does not look like a database that hangs; tests of one that does say so.
  const fast = { everyMs: 5, patienceMs: 30_000, retryMs: 10, batch: 3, log: QUIET, what: "records" };
  const writer = recordWriter<Item>({ insert: () => Promise.resolve(), spool, ...fast, ...options });
  try {
    await test(writer, dir);
  } finally {
    await writer.close();
    await Deno.remove(dir, { recursive: true });
  }
}

/** A table whose ids are unique. */
function table() {
  const rows = new Map<string, Item>();
  const insert = (json: string) => {
    const items: Item[] = JSON.parse(json);
    for (const item of items) if (!rows.has(item.id)) rows.set(item.id, item);
    return Promise.resolve();
  };
  return { rows, insert };
}

async function until(condition: () => boolean) {
  for (let tries = 0; !condition(); tries++) {
    assert.ok(tries < 6000, "waited too long");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

Deno.test("a writer inserts in batches what was added, and flush waits for it", async () => {
  const { rows, insert } = table();
  const sizes: number[] = [];
  const counted = (json: string) => {
    sizes.push(JSON.parse(json).length);
    return insert(json);
  };
  await withWriter({ insert: counted }, async (writer) => {
    for (let n = 0; n < 7; n++) writer.add({ id: `${n}` });
    assert.equal(writer.depth(), 7);
    await writer.flush();
    assert.equal(rows.size, 7);
    assert.deepEqual(sizes, [3, 3, 1]);
    assert.equal(writer.depth(), 0);
  });
});

Deno.test("a writer spools while the database is away and replays when it is back", async () => {
  const { rows, insert } = table();
  let away = true;
  await withWriter(
    { insert: (json) => away ? Promise.reject(new Error("refused")) : insert(json) },
    async (writer) => {
      for (let n = 0; n < 5; n++) writer.add({ id: `${n}` });
      await writer.flush();
      writer.add({ id: "5" });
      await writer.flush();
      assert.equal(rows.size, 0);
      assert.equal(writer.depth(), 6);
      away = false;
      await until(() => writer.depth() === 0);
      assert.deepEqual([...rows.keys()].sort(), ["0", "1", "2", "3", "4", "5"]);
      assert.equal(writer.lost(), 0);
    },
  );
});

Deno.test("a batch that hangs is safe in the spool in time, and counts once when it arrives after all", async () => {
  const { rows, insert } = table();
  const gate = Promise.withResolvers<void>();
  const insertions: string[] = [];
  // Whatever is sent hangs, the replay too: were it let through, the spool could be empty before it is looked at.
  const slow = async (json: string) => {
    await gate.promise;
    insertions.push(json);
    await insert(json);
  };
  await withWriter({ insert: slow, patienceMs: 40 }, async (writer, dir) => {
    writer.add({ id: "slow" });
    await writer.flush();
    const [file] = await Array.fromAsync(Deno.readDir(dir));
    assert.equal(await Deno.readTextFile(`${dir}/${file?.name}`), '{"id":"slow"}\n');
    gate.resolve();
    await until(() => writer.depth() === 0);
    assert.equal(rows.size, 1);
  });
  assert.deepEqual(new Set(insertions), new Set(['[{"id":"slow"}]']));
});

Deno.test("a record the database refuses for what it holds does not take others with it", async () => {
  const { rows, insert } = table();
  const picky = (json: string) => json.includes("bad") ? Promise.reject(new SqlError("22P02")) : insert(json);
  await withWriter({ insert: picky, batch: 100 }, async (writer) => {
    for (let n = 0; n < 20; n++) writer.add({ id: `${n}`, name: n === 13 ? "bad" : "good" });
    await writer.flush();
    assert.equal(rows.size, 19);
    assert.equal(writer.lost(), 1);
    assert.equal(writer.depth(), 0);
  });
});

Deno.test("what Postgres cannot store in a text is taken out before it is sent", async () => {
  const { rows, insert } = table();
  await withWriter({ insert }, async (writer) => {
    writer.add({ id: "1", name: "nul\0 half\ud800 مرحبا 😀" });
    await writer.flush();
    assert.equal(rows.get("1")?.name, "nul half\ufffd مرحبا 😀");
  });
});

Deno.test("a stopped writer leaves nothing in memory: what the database did not take is on disk", async () => {
  let seen = "";
  await withWriter({ insert: () => Promise.reject(new Error("refused")) }, async (writer, dir) => {
    writer.add({ id: "1" });
    await writer.close();
    const [file] = await Array.fromAsync(Deno.readDir(dir));
    seen = await Deno.readTextFile(`${dir}/${file?.name}`);
  });
  assert.equal(seen, '{"id":"1"}\n');
});

Deno.test("a connection that never answers is given up, and its records are written over another", async () => {
  const { rows, insert } = table();
  let first = true;
  const blackHole = (json: string) => {
    if (!first) return insert(json);
    first = false;
    return new Promise<void>(() => {});
  };
  await withWriter({ insert: blackHole, patienceMs: 40, stuckMs: 60 }, async (writer) => {
    writer.add({ id: "1" });
    await writer.flush();
    assert.equal(rows.size, 0);
    await until(() => rows.has("1"));
    await until(() => writer.depth() === 0);
  });
});
