import assert from "node:assert/strict";
import { lockFile } from "lib/database/db.ts";
import { testOnEngines } from "lib/testing.ts";

async function migrationFolder(files: Record<string, string>): Promise<{ url: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir();
  for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(`${path}/${name}`, text);
  const remove = () => Deno.remove(path, { recursive: true });
  return { url: `file://${path}/`, [Symbol.asyncDispose]: remove };
}

const folder = await migrationFolder({
  "0001_notes.sql":
    "create table notes (id bigint generated always as identity, text text, made timestamptz, day date, tags text[], body jsonb, price numeric);",
});
const onNotes = { schema: "notes_test", migrations: folder.url };

testOnEngines(
  "sql gives ISO times, plain dates, numbers for int8 and text for numeric",
  onNotes,
  async (sql) => {
    const made = new Date("2026-01-02T03:04:05.678Z");
    const [row] = await sql`insert into notes_test.notes ${
      sql({
        text: "مرحبا",
        made,
        day: "2026-01-02",
        tags: ["a", "ب"],
        body: sql.json({ a: [1] }),
        price: "1.50",
      })
    } returning *`;
    assert.deepEqual({ ...row }, {
      id: 1,
      text: "مرحبا",
      made: "2026-01-02T03:04:05.678Z",
      day: "2026-01-02",
      tags: ["a", "ب"],
      body: { a: [1] },
      price: "1.50",
    });
  },
);

testOnEngines("a transaction that throws leaves nothing behind", onNotes, async (sql) => {
  await assert.rejects(
    sql.begin(async (tx) => {
      await tx`insert into notes_test.notes (text) values ('lost')`;
      throw new Error("changed my mind");
    }),
    /changed my mind/,
  );
  assert.equal((await sql`select 1 from notes_test.notes`).length, 0);
});

testOnEngines("transactions at once that write much end, and stay apart", onNotes, async (sql) => {
  const much = "x".repeat(100_000);
  const write = (name: string) =>
    sql.begin(async (tx) => {
      await tx`insert into notes_test.notes (text) values (${name + much})`;
      // Something else that a transaction awaits.
      await new Promise((resolve) => setTimeout(resolve, 5));
      await tx`insert into notes_test.notes (text) values (${name})`;
      if (name === "lost") throw new Error("changed my mind");
    });
  const done = await Promise.allSettled(["a", "lost", "b", "c"].map(write));
  assert.deepEqual(done.map(({ status }) => status), ["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  const rows =
    await sql`select left(text, 4) as text from notes_test.notes where length(text) < 9 order by text`;
  assert.deepEqual(rows.map(({ text }) => text), ["a", "b", "c"]);
});

testOnEngines(
  "the outer client inside a transaction throws instead of waiting for itself",
  onNotes,
  async (sql) => {
    await assert.rejects(
      sql.begin(async () => {
        await sql`select 1`;
      }),
      /transaction's own sql/,
    );
    await assert.rejects(sql.begin(() => sql.begin(() => [])), /transaction's own sql/);
    assert.equal((await sql`select 1 as one`)[0]?.one, 1);
  },
);

testOnEngines(
  "work started in a transaction may use the outer client once the transaction has ended",
  onNotes,
  async (sql) => {
    const after = await sql.begin(async (tx) => {
      await tx`select 1`;
      return new Promise<void>((resolve) => setTimeout(resolve, 30)).then(() => () => sql`select 2 as two`);
    });
    assert.equal((await after())[0]?.two, 2);
  },
);

testOnEngines("concurrent callers each get their own rows", onNotes, async (sql) => {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => sql`select ${i}::int as i`));
  assert.deepEqual(answers.map(([row]) => row?.i), Array.from({ length: 50 }, (_, i) => i));
});

testOnEngines(
  "a failed statement rejects with its SQL state and the client goes on",
  onNotes,
  async (sql) => {
    await assert.rejects(sql`select * from no_such_table`, { code: "42P01" });
    assert.equal((await sql`select 1 as one`)[0]?.one, 1);
  },
);

Deno.test("lockFile() refuses a second process and names the first", async () => {
  const path = await Deno.makeTempFile();
  const unlock = await lockFile(path, "The folder");
  const second = new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      `import { lockFile } from ${
        JSON.stringify(import.meta.resolve("lib/database/db.ts"))
      }; await lockFile(${JSON.stringify(path)}, "The folder");`,
    ],
    stderr: "piped",
    cwd: new URL("../..", import.meta.url).pathname,
  });
  const { success, stderr } = await second.output();
  assert.equal(success, false);
  assert.match(new TextDecoder().decode(stderr), new RegExp(`The folder is in use by process ${Deno.pid}`));
  unlock();
  (await lockFile(path, "The folder"))();
  await Deno.remove(path);
});

globalThis.addEventListener("unload", () => Deno.removeSync(new URL(folder.url), { recursive: true }));
