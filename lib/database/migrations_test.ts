import assert from "node:assert/strict";
import { migrate, pendingMigrations } from "lib/database/migrations.ts";
import { testOnEngines } from "lib/testing.ts";

interface Folder extends AsyncDisposable {
  url: string;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

async function migrationFolder(files: Record<string, string> = {}): Promise<Folder> {
  const path = await Deno.makeTempDir();
  const write = (name: string, text: string) => Deno.writeTextFile(`${path}/${name}`, text);
  for (const [name, text] of Object.entries(files)) await write(name, text);
  return {
    url: `file://${path}/`,
    write,
    remove: (name) => Deno.remove(`${path}/${name}`),
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}

const nothing = await migrationFolder();
const empty = { schema: "nothing_test", migrations: nothing.url };

testOnEngines("migrate() applies new files once and refuses changed ones", empty, async (sql) => {
  await using files = await migrationFolder({ "0001_a.sql": "create table a ()", "notes.txt": "ignored" });
  assert.deepEqual(await migrate(sql, "steps", files.url), ["0001_a.sql"]);
  assert.deepEqual(await migrate(sql, "steps", files.url), []);
  await files.write("0002_b.sql", "create table b ();");
  assert.deepEqual(await pendingMigrations(sql, "steps", files.url), ["0002_b.sql"]);
  assert.deepEqual(await migrate(sql, "steps", files.url), ["0002_b.sql"]);
  await files.write("0001_a.sql", "create table a (id int)");
  await assert.rejects(migrate(sql, "steps", files.url), /0001_a.sql was changed after it was applied/);
});

testOnEngines("migrate() goes by the numbers, whatever the order of the folder", empty, async (sql) => {
  await using files = await migrationFolder({
    "0010_late.sql": "insert into seen values ('0010')",
    "0002_next.sql": "insert into seen values ('0002')",
    "0001_first.sql": "create table seen (name text, place int generated always as identity)",
  });
  const names = ["0001_first.sql", "0002_next.sql", "0010_late.sql"];
  assert.deepEqual(await migrate(sql, "ordered", files.url), names);
  const seen = await sql`select name from ordered.seen order by place`;
  assert.deepEqual(seen.map(({ name }) => name), ["0002", "0010"]);
});

testOnEngines("a file that fails takes those before it in the same start with it", empty, async (sql) => {
  await using files = await migrationFolder({
    "0001_a.sql": "create table a ()",
    "0002_b.sql": "create table b (); create table b ();",
  });
  await assert.rejects(migrate(sql, "failing", files.url), /already exists/);
  assert.equal((await sql`select to_regnamespace('failing') as schema`)[0]?.schema, null);
  await files.write("0002_b.sql", "create table b ()");
  assert.deepEqual(await migrate(sql, "failing", files.url), ["0001_a.sql", "0002_b.sql"]);
});

testOnEngines("migrate() refuses a database that is ahead of this version", empty, async (sql) => {
  await using files = await migrationFolder({ "0001_a.sql": "create table a ()", "0002_b.sql": "select 1" });
  await migrate(sql, "ahead", files.url);
  await files.remove("0002_b.sql");
  await assert.rejects(migrate(sql, "ahead", files.url), {
    name: "SettingsError",
    message: /^ahead: migration 0002_b.sql was applied but is not in this version: start the newer version/,
  });
});

testOnEngines(
  "migrate() of one schema leaves others, and the client's own search path, alone",
  empty,
  async (sql) => {
    await using files = await migrationFolder({ "0001_a.sql": "create table same_name ()" });
    const before = (await sql`show search_path`)[0]?.search_path;
    assert.deepEqual(await migrate(sql, "one", files.url), ["0001_a.sql"]);
    assert.deepEqual(await migrate(sql, "two", files.url), ["0001_a.sql"]);
    assert.equal((await sql`show search_path`)[0]?.search_path, before);
    assert.equal((await sql`select to_regclass('public.same_name') as name`)[0]?.name, null);
  },
);

testOnEngines("two migrations at once of one schema both end well", empty, async (sql) => {
  await using files = await migrationFolder({ "0001_a.sql": "create table a ()" });
  const applied = await Promise.all([migrate(sql, "twice", files.url), migrate(sql, "twice", files.url)]);
  assert.deepEqual(applied.flat(), ["0001_a.sql"]);
});

globalThis.addEventListener("unload", () => Deno.removeSync(new URL(nothing.url), { recursive: true }));
