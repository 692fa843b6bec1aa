import assert from "node:assert/strict";
import { schemaFixture } from "lib/database/schema_fixture.ts";
import { testOnEngines } from "lib/testing.ts";

const FIRST = `
  create table makers (name text primary key, added int generated always as identity);
  insert into makers (name) values ('first'), ('second');
  create table goods (id serial primary key, maker text not null references makers, label text,
    upper_label text generated always as (upper(label)) stored);
  create function refuse() returns trigger language plpgsql as $$ begin raise 'goods stay'; end $$;
  create trigger goods_stay before delete or truncate on goods for each statement execute function refuse();`;

async function folderOf(text: string): Promise<{ url: string } & AsyncDisposable> {
  const dir = await Deno.makeTempDir();
  await Deno.writeTextFile(`${dir}/0001_first.sql`, text);
  return { url: `file://${dir}/`, [Symbol.asyncDispose]: () => Deno.remove(dir, { recursive: true }) };
}

const NOTHING = { schema: "nothing", migrations: import.meta.resolve("lib/sharing/sharing_fixture/") };

testOnEngines(
  "rows of a test are gone for the next, and those of the migrations are back",
  NOTHING,
  async (sql) => {
    await using folder = await folderOf(FIRST);
    const fixture = schemaFixture();
    await fixture.restore(sql, "kept", folder.url);
    const before = await sql`select oid from pg_class where oid = 'kept.goods'::regclass`;
    for (const label of ["a", "b"]) {
      await sql`insert into kept.goods (maker, label) values ('second', ${label})`;
      await sql`insert into kept.makers (name) values (${label})`;
      await sql`update kept.makers set name = 'other' where name = 'first'`;
      await fixture.restore(sql, "kept", folder.url);
      assert.deepEqual([...await sql`select * from kept.goods`], []);
      assert.deepEqual([...await sql`select name, added from kept.makers order by added`], [
        { name: "first", added: 1 },
        { name: "second", added: 2 },
      ]);
      const [next] =
        await sql`select nextval('kept.goods_id_seq') as goods, nextval('kept.makers_added_seq') as makers`;
      assert.deepEqual(next, { goods: 1, makers: 3 });
    }
    await fixture.restore(sql, "kept", folder.url);
    assert.deepEqual(
      await sql`select oid from pg_class where oid = 'kept.goods'::regclass`,
      before,
      "not made anew",
    );
    await assert.rejects(sql`delete from kept.goods`, /goods stay/);
  },
);

testOnEngines("whatever a test changes of a schema is undone for the next", NOTHING, async (sql) => {
  await using folder = await folderOf(FIRST);
  const fixture = schemaFixture();
  const definitions = async () => [
    ...await sql`select table_name, column_name, data_type, is_nullable, column_default
      from information_schema.columns where table_schema = 'kept' order by 1, 2`,
    ...await sql`select conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'kept'::regnamespace order by 1`,
    ...await sql`select tgname, tgenabled from pg_trigger where tgrelid = 'kept.goods'::regclass and not tgisinternal`,
    ...await sql`select pg_get_functiondef(oid) from pg_proc where pronamespace = 'kept'::regnamespace`,
    ...await sql`select indexname from pg_indexes where schemaname = 'kept' order by 1`,
  ];
  await fixture.restore(sql, "kept", folder.url);
  const migrated = await definitions();
  for (
    const change of [
      "create table kept.more (id int)",
      "drop table kept.goods",
      "alter table kept.goods add colour text",
      "alter table kept.goods alter label type varchar(10), drop upper_label",
      "alter table kept.goods alter label set default 'x'",
      "alter table kept.goods drop constraint goods_maker_fkey",
      "alter table kept.goods alter maker drop not null",
      "alter table kept.goods disable trigger goods_stay",
      "create or replace function kept.refuse() returns trigger language plpgsql as $$ begin return null; end $$",
      "create index on kept.goods (label)",
      "drop schema kept cascade",
    ]
  ) {
    await sql.unsafe(change);
    await fixture.restore(sql, "kept", folder.url);
    assert.deepEqual(await definitions(), migrated, change);
  }
});

testOnEngines(
  "another folder or another schema starts from its own migrations, alone",
  NOTHING,
  async (sql) => {
    await using first = await folderOf(FIRST);
    await using second = await folderOf("create table parts (id int)");
    const fixture = schemaFixture();
    const tables = async () =>
      (await sql`select schemaname || '.' || tablename as name from pg_tables
      where schemaname in ('kept', 'kept_as_migrated', 'other', 'other_as_migrated') order by 1`)
        .map(({ name }) => name);
    await fixture.restore(sql, "kept", first.url);
    await fixture.restore(sql, "kept", second.url);
    assert.deepEqual(await tables(), ["kept.migrations", "kept.parts", "kept_as_migrated.migrations"]);
    await fixture.restore(sql, "other", second.url);
    assert.deepEqual(await tables(), ["other.migrations", "other.parts", "other_as_migrated.migrations"]);
  },
);
