import assert from "node:assert/strict";
import { mock } from "node:test";
import { type JournalOptions, openJournal } from "lib/journal/journal.ts";

async function inFolder(test: (dir: string) => Promise<void>) {
  const dir = await Deno.makeTempDir({ prefix: "journal-" });
  try {
    await test(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const namesIn = async (dir: string) => (await Array.fromAsync(Deno.readDir(dir))).map(({ name }) => name);
const journalIn = (dir: string, options?: JournalOptions) => openJournal(dir, "usage", options);

Deno.test("a journal returns spilled lines, oldest first, until they are done", () =>
  inFolder(async (dir) => {
    const journal = await journalIn(dir, { segmentBytes: 20 });
    for (const line of ["1", "2", "مرحبا".repeat(3), "3"]) journal.spill(journal.append(line));
    assert.equal(journal.unread(), 4);
    const first = await journal.take();
    assert.deepEqual(first?.lines, ["1", "2", "مرحبا".repeat(3)]);
    first?.release();
    const again = await journal.take();
    assert.equal(again?.lines.length, 3);
    await again?.done();
    const second = await journal.take();
    assert.deepEqual(second?.lines, ["3"]);
    await second?.done();
    assert.deepEqual(await namesIn(dir), [], "the files of lines that are done are removed at once");
    assert.equal(await journal.take(), undefined);
    assert.equal(journal.unread(), 0);
    journal.close();
    assert.deepEqual(await namesIn(dir), []);
  }));

Deno.test("a journal shrinks as the database takes its lines", () =>
  inFolder(async (dir) => {
    const journal = await journalIn(dir, { segmentBytes: 10 });
    const kept = ["123456789", "223456789", "323456789"].map((line) => journal.append(line));
    assert.equal((await namesIn(dir)).length, 3);
    const [one, two, three] = kept;
    assert.ok(one && two && three);
    journal.stored(two);
    journal.stored(one);
    assert.equal((await namesIn(dir)).length, 1);
    journal.stored(three);
    const [name] = await namesIn(dir);
    assert.equal((await Deno.stat(`${dir}/${name}`)).size, 0, "the file that is written to is emptied");
    journal.stored(journal.append("4"));
    journal.close();
    assert.deepEqual(await namesIn(dir), []);
  }));

Deno.test("a spilled line keeps its file although the file's other lines are stored", () =>
  inFolder(async (dir) => {
    const journal = await journalIn(dir);
    const segment = journal.append("1");
    journal.append("2");
    journal.spill(segment);
    assert.equal(await journal.take(), undefined, "a line of it is still in memory");
    journal.stored(segment);
    const taken = await journal.take();
    assert.deepEqual(taken?.lines, ["1", "2"]);
    journal.stored(journal.append("3"));
    await taken?.done();
    journal.close();
    assert.deepEqual(await namesIn(dir), []);
  }));

Deno.test("a journal never takes a file that another process writes to, and takes it once that has ended", () =>
  inFolder(async (dir) => {
    const mine = await journalIn(dir);
    const theirs = await journalIn(dir);
    theirs.append("1");
    assert.equal(await mine.take(), undefined);
    theirs.close();
    const left = await mine.take();
    assert.deepEqual(left?.lines, ["1"]);
    await left?.done();
    mine.close();
    assert.deepEqual(await namesIn(dir), []);
  }));

Deno.test("a journal counts the lines it finds and skips a truncated one", () =>
  inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/usage-old.ndjson`, "1\n2\n3");
    await Deno.writeTextFile(`${dir}/audit-old.ndjson`, "9\n");
    const journal = await journalIn(dir);
    assert.equal(journal.unread(), 2);
    const left = await journal.take();
    assert.deepEqual(left?.lines, ["1", "2"]);
    await left?.done();
    assert.equal(await journal.take(), undefined);
    journal.close();
  }));

Deno.test("a file that cannot be read now is not taken for an empty one, and keeps its lines", () =>
  inFolder(async (dir) => {
    const path = `${dir}/usage-0.ndjson`;
    await Deno.writeTextFile(path, "1\n2\n");
    const journal = await journalIn(dir);
    const own = await journalIn(dir);
    own.spill(own.append("3"));
    const failing = mock.method(Deno, "readFile", () => Promise.reject(new Error("too many open files")));
    try {
      await assert.rejects(journal.take(), /too many/);
      await assert.rejects(own.take(), /too many/);
    } finally {
      failing.mock.restore();
    }
    const taken = await own.take();
    assert.deepEqual(taken?.lines, ["3"]);
    await taken?.done();
    const found = await journal.take();
    assert.deepEqual(found?.lines, ["1", "2"]);
    await found?.done();
    journal.close();
    own.close();
  }));

Deno.test("a journal leaves the empty file of a process that is just starting alone, and clears an old one", () =>
  inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/usage-new.ndjson`, "");
    const young = await journalIn(dir);
    assert.equal(await young.take(), undefined);
    const later = await journalIn(dir, { now: () => Date.now() + 60_000 });
    await (await later.take())?.done();
    assert.deepEqual(await namesIn(dir), []);
    young.close();
    later.close();
  }));

Deno.test("a full journal refuses a line and takes others once there is room", () =>
  inFolder(async (dir) => {
    await Deno.writeTextFile(`${dir}/usage-old.ndjson`, "12345678\n");
    const journal = await journalIn(dir, { maxBytes: 20 });
    const segment = journal.append("1234567890");
    assert.throws(() => journal.append("1"), /full/);
    journal.stored(segment);
    journal.stored(journal.append("1234567890"));
    await (await journal.take())?.done();
    journal.stored(journal.append("1234567890123456789"));
    journal.close();
  }));

Deno.test("lines longer than the shared buffer are kept whole", () =>
  inFolder(async (dir) => {
    const journal = await journalIn(dir);
    const long = "سطر".repeat(40_000);
    // Fewer characters than the buffer has bytes.
    const wide = "€".repeat(30_000);
    for (const line of [long, "short", wide, long]) journal.spill(journal.append(line));
    assert.deepEqual((await journal.take())?.lines, [long, "short", wide, long]);
    journal.close();
  }));

Deno.test("a line that a full disk cuts off is no part of the next one", () =>
  inFolder(async (dir) => {
    const journal = await journalIn(dir);
    journal.append("first");
    const write = Deno.FsFile.prototype.writeSync;
    const full = mock.method(
      Deno.FsFile.prototype,
      "writeSync",
      function (this: Deno.FsFile, data: Uint8Array) {
        write.call(this, data.subarray(0, 3));
        throw new Error("No space left on device");
      },
    );
    try {
      assert.throws(() => journal.append("second"), /No space/);
    } finally {
      full.mock.restore();
    }
    journal.append("third");
    journal.close();
    const later = await journalIn(dir);
    assert.deepEqual((await later.take())?.lines, ["first", "third"]);
    later.close();
  }));

Deno.test("after a partial line that cannot be removed, lines go to another file", () =>
  inFolder(async (dir) => {
    const journal = await journalIn(dir);
    journal.append("first");
    const write = Deno.FsFile.prototype.writeSync;
    const full = mock.method(
      Deno.FsFile.prototype,
      "writeSync",
      function (this: Deno.FsFile, data: Uint8Array) {
        write.call(this, data.subarray(0, 3));
        throw new Error("No space left on device");
      },
    );
    const stuck = mock.method(Deno.FsFile.prototype, "truncateSync", () => {
      throw new Error("Input/output error");
    });
    try {
      assert.throws(() => journal.append("second"), /No space/);
    } finally {
      full.mock.restore();
      stuck.mock.restore();
    }
    journal.append("third");
    journal.close();
    const later = await journalIn(dir);
    for (const line of ["first", "third"]) {
      const left = await later.take();
      assert.deepEqual(left?.lines, [line]);
      await left?.done();
    }
    later.close();
  }));

Deno.test("a file that cannot be emptied is left, and later lines go to another", () =>
  inFolder(async (dir) => {
    const journal = await journalIn(dir);
    const first = journal.append("1");
    const stuck = mock.method(Deno.FsFile.prototype, "truncateSync", () => {
      throw new Error("Input/output error");
    });
    try {
      journal.stored(first);
    } finally {
      stuck.mock.restore();
    }
    const second = journal.append("2");
    assert.notEqual(second.path, first.path);
    journal.spill(second);
    assert.deepEqual((await journal.take())?.lines, ["2"]);
    assert.equal(journal.unread(), 1);
    journal.close();
  }));

Deno.test("the previous version's files are taken over, except one that is still written to", () =>
  inFolder(async (dir) => {
    const spool = `${dir}/spool`;
    await Deno.mkdir(spool);
    await Deno.writeTextFile(`${spool}/usage-1.ndjson`, "1\n2\nhal");
    await Deno.writeTextFile(`${spool}/usage-2.ndjson`, "3\n");
    await Deno.writeTextFile(`${spool}/audit-3.ndjson`, "4\n");
    const inUse = await Deno.open(`${spool}/usage-2.ndjson`, { append: true });
    await inUse.lock(true);
    const open = () =>
      openJournal(`${dir}/journal`, "gateway_usage", { former: { dir: spool, prefix: "usage-" } });
    const journal = await open();
    assert.equal(journal.unread(), 2);
    const taken = await journal.take();
    assert.deepEqual(taken?.lines, ["1", "2"]);
    await taken?.done();
    assert.equal(await journal.take(), undefined);
    journal.close();
    inUse.close();
    const later = await open();
    assert.deepEqual((await later.take())?.lines, ["3"]);
    later.close();
    assert.deepEqual(await namesIn(spool), ["audit-3.ndjson"]);
    const audit = { former: { dir: spool, prefix: "audit-" } };
    (await openJournal(`${dir}/journal`, "gateway_audit", audit)).close();
    await assert.rejects(Deno.stat(spool), Deno.errors.NotFound);
  }));

Deno.test("a folder that nobody may write to is refused, not taken for a journal", async () => {
  await assert.rejects(openJournal("/proc/self", "j"), {
    name: "SettingsError",
    message: /^DATA_DIR \/proc\/self cannot be /,
  });
});
