import assert from "node:assert/strict";
import { isDataRefusal, sqlState } from "lib/database/sql_state.ts";
import { testOnEngines } from "lib/testing.ts";

const dir = await Deno.makeTempDir({ prefix: "sql-state-" });
await Deno.writeTextFile(
  `${dir}/0001_things.sql`,
  "create table things (id text primary key, n smallint check (n > 0));",
);
addEventListener("unload", () => Deno.removeSync(dir, { recursive: true }));
const options = { schema: "refusals", migrations: `file://${dir}/` };

testOnEngines("refused data is told from failures that may pass", options, async (sql) => {
  const failure = (work: Promise<unknown>) => work.then(() => undefined, (error: unknown) => error);
  const long = Array.from({ length: 500 }, () => crypto.randomUUID()).join("");
  const refused = [
    sql`insert into refusals.things values (${"a\0b"}, 1)`,
    sql`insert into refusals.things values ('a', ${100_000}::int)`,
    sql`insert into refusals.things values ('a', 0)`,
    sql`insert into refusals.things values (${long}, 1)`,
    sql`select ${"x"}::int`,
  ];
  for (const [index, work] of refused.entries()) {
    const error = await failure(work);
    assert.ok(isDataRefusal(error), `${index}: ${sqlState(error)} ${error}`);
  }
  for (const work of [sql`select * from nothing_there`, sql`select pg_nothing()`]) {
    assert.equal(isDataRefusal(await failure(work)), false);
  }
  const closed = Object.assign(new Error("write CONNECTION_CLOSED"), { code: "CONNECTION_CLOSED" });
  assert.equal(isDataRefusal(closed), false);
  assert.equal(isDataRefusal(new TypeError("a fault of ours")), false);
});
