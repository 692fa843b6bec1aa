import assert from "node:assert/strict";
import { openJournal } from "lib/journal/journal.ts";
import { recorder, type RecorderOptions } from "lib/journal/recorder.ts";

interface Item {
  id: string;
  name?: string;
}

const log = { info() {}, warn() {}, error() {} };

class Refusal extends Error {
  constructor(readonly code = "22P02") {
    super(code);
  }
}

function decode(line: string): Item {
  const { id, name } = JSON.parse(line);
  if (typeof id !== "string") throw new Error("no record");
  return { id, name };
}

async function inFolder(test: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir({ prefix: "recorder-" });
  try {
    await test(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

async function open(dir: string, options: Partial<RecorderOptions<Item>>) {
  const set: unknown[] = [];
  const journal = await openJournal(dir, "items");
  const records = recorder<Item>({
    write: () => Promise.resolve(),
    ...{ what: "items", encode: JSON.stringify, decode, journal, log, waitMs: 5, maxBatch: 3, retryMs: 10 },
    // Long timeouts, so that a busy machine does not look like a hanging database; tests of a hanging one set
    // their own.
    patienceMs: 30_000,
    quarantine: { add: (_kind, record) => void set.push(record) },
    ...options,
  });
  return { ...records, journal, set };
}

/** A table whose ids are unique. */
function table() {
  const rows = new Map<string, Item>();
  const write = (items: Item[]) => {
    for (const item of items) if (!rows.has(item.id)) rows.set(item.id, item);
    return Promise.resolve();
  };
  return { rows, write };
}

async function until(condition: () => boolean) {
  for (let tries = 0; !condition(); tries++) {
    assert.ok(tries < 6000, "waited too long");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function filesIn(dir: string) {
  const entries = await Array.fromAsync(Deno.readDir(dir));
  return await Promise.all(entries.map(({ name }) => Deno.readTextFile(`${dir}/${name}`)));
}

Deno.test("a record is on disk once added, and only in the database once stored there", () =>
  inFolder(async (dir) => {
    const { rows, write } = table();
    const sizes: number[] = [];
    const items = await open(dir, {
      // Only the flush writes, however slowly the file is read before it.
      waitMs: 3_600_000,
      write: (records) => write(records).then(() => void sizes.push(records.length)),
    });
    for (let n = 0; n < 7; n++) items.add({ id: `${n}` });
    assert.equal((await filesIn(dir))[0]?.split("\n").length, 8);
    assert.equal(items.waiting(), 7);
    await items.flush();
    assert.equal(rows.size, 7);
    assert.deepEqual(sizes, [3, 3, 1]);
    assert.equal(items.waiting(), 0);
    assert.deepEqual(await filesIn(dir), [""]);
    await items.close();
    assert.deepEqual(await filesIn(dir), []);
  }));

Deno.test("records wait while the database is away and are written when it is back", () =>
  inFolder(async (dir) => {
    const { rows, write } = table();
    let away = true;
    const items = await open(dir, {
      // Memory holds two: the rest is read from disk again.
      maxItems: 2,
      write: (records) => away ? Promise.reject(new Error("away")) : write(records),
    });
    for (let n = 0; n < 6; n++) items.add({ id: `${n}` });
    await items.flush();
    assert.equal(rows.size, 0);
    assert.equal(items.waiting(), 6);
    away = false;
    await until(() => items.waiting() === 0);
    assert.deepEqual([...rows.keys()].sort(), ["0", "1", "2", "3", "4", "5"]);
    assert.equal(items.lost(), 0);
    await items.close();
    assert.deepEqual(await filesIn(dir), []);
  }));

Deno.test("flush waits no longer than its timeout, and a late write counts once", () =>
  inFolder(async (dir) => {
    const { rows, write } = table();
    const gate = Promise.withResolvers<void>();
    const items = await open(dir, {
      patienceMs: 40,
      stuckMs: 60,
      write: (records) => gate.promise.then(() => write(records)),
    });
    items.add({ id: "slow" });
    await items.flush();
    assert.equal(rows.size, 0);
    assert.deepEqual(await filesIn(dir), ['{"id":"slow"}\n']);
    await items.flush();
    gate.resolve();
    await until(() => items.waiting() === 0);
    items.add({ id: "next" });
    await until(() => rows.size === 2);
    await items.close();
    assert.deepEqual(await filesIn(dir), []);
  }));

Deno.test("a record that the database refuses is set aside and takes no others with it", () =>
  inFolder(async (dir) => {
    const { rows, write } = table();
    const picky = (records: Item[]) =>
      records.some(({ name }) => name === "bad") ? Promise.reject(new Refusal()) : write(records);
    const items = await open(dir, { write: picky, maxBatch: 100 });
    for (let n = 0; n < 20; n++) items.add({ id: `${n}`, name: n === 13 ? "bad" : "good" });
    await items.flush();
    assert.equal(rows.size, 19);
    assert.deepEqual(items.set, [{ id: "13", name: "bad" }]);
    assert.equal(items.waiting(), 0);
    await items.close();
    assert.deepEqual(await filesIn(dir), []);
  }));

Deno.test("recovery sets bad lines and refused records aside and stores the rest", () =>
  inFolder(async (dir) => {
    const lines = ['{"id":"1"}', "{half", '{"id":7}', '{"id":"2","name":"bad"}', "null", '{"id":"3"}'];
    await Deno.writeTextFile(`${dir}/items-old.ndjson`, lines.join("\n") + '\n{"id":"cut');
    const { rows, write } = table();
    const picky = (records: Item[]) =>
      records.some(({ name }) => name === "bad") ? Promise.reject(new Refusal()) : write(records);
    const items = await open(dir, { write: picky });
    assert.equal(await items.recover(), 2);
    assert.deepEqual([...rows.keys()], ["1", "3"]);
    assert.deepEqual(items.set.length, 4);
    assert.equal(items.waiting(), 0);
    await items.close();
    assert.deepEqual(await filesIn(dir), []);
  }));

Deno.test("recovery while the database is away leaves the records on disk and retries", () =>
  inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/items-old.ndjson`, '{"id":"1"}\n{"id":"2"}\n');
    const { rows, write } = table();
    let away = true;
    const items = await open(dir, {
      write: (records) => away ? Promise.reject(new Error("away")) : write(records),
    });
    assert.equal(await items.recover(), 0);
    assert.equal(items.waiting(), 2);
    away = false;
    await until(() => items.waiting() === 0);
    assert.equal(rows.size, 2);
    await items.close();
  }));

Deno.test("a closed recorder leaves nothing in memory: records that the database did not take are on disk", () =>
  inFolder(async (dir) => {
    const items = await open(dir, { patienceMs: 20, write: () => Promise.reject(new Error("away")) });
    items.add({ id: "1" });
    await items.close();
    assert.deepEqual(await filesIn(dir), ['{"id":"1"}\n']);
  }));

Deno.test("without room on disk records wait in memory, and are counted as lost when that is full too", () =>
  inFolder(async (dir) => {
    const { rows, write } = table();
    const journal = await openJournal(dir, "items", { maxBytes: 24 });
    let away = true;
    const items = await open(dir, {
      ...{ journal, maxItems: 4 },
      write: (records) => away ? Promise.reject(new Error("away")) : write(records),
    });
    for (let n = 0; n < 6; n++) items.add({ id: `${n}` });
    assert.equal(items.lost(), 2);
    away = false;
    await until(() => items.waiting() === 0);
    assert.deepEqual([...rows.keys()], ["0", "1", "2", "3"]);
    await items.close();
  }));

/** Numbers from 0 to 1 that are the same for the same seed. */
function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

Deno.test("whatever fails, is refused or ends early, every record is stored once or set aside", async () => {
  for (let seed = 0; seed < 25; seed++) {
    await inFolder(async (dir) => {
      const next = random(seed);
      const { rows, write } = table();
      const set = new Set<string>();
      const quarantine = { add: (_kind: string, record: unknown) => void set.add(JSON.stringify(record)) };
      const good: string[] = [];
      const bad: string[] = [];
      // Each round is a process that ends while it cannot write: its memory is lost, the next one finds its files.
      for (let round = 0; round < 4; round++) {
        const last = round === 3;
        let alive = true;
        const items = await open(dir, {
          ...{ quarantine, maxItems: 5, waitMs: 0, retryMs: 1, patienceMs: 5_000 },
          async write(records) {
            await Promise.resolve();
            if (!alive) throw new Error("no more");
            const lot = last ? 1 : next();
            if (lot < 0.3) throw new Error("away");
            if (records.some(({ name }) => name === "bad")) throw new Refusal();
            await write(records);
            if (lot < 0.4) throw new Error("the answer was lost");
          },
        });
        items.recover();
        for (let n = 0; n < 30; n++) {
          const id = `${round}-${n}`;
          const refused = next() < 0.1;
          (refused ? bad : good).push(id);
          items.add({ id, name: refused ? "bad" : "good" });
          if (next() < 0.2) await items.flush();
        }
        if (last) await until(() => items.waiting() === 0);
        alive = last;
        await items.close();
        assert.equal(items.lost(), 0);
      }
      assert.deepEqual([...rows.keys()].sort(), good.sort(), `seed ${seed}`);
      const asides = [...set].map((record) => String(JSON.parse(record).id));
      assert.deepEqual(asides.sort(), bad.sort(), `seed ${seed}`);
      assert.deepEqual(await filesIn(dir), []);
    });
  }
});
