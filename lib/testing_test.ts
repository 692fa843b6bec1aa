import assert from "node:assert/strict";
import { testDatabase } from "lib/testing.ts";

Deno.test("what a test leaves running cannot ask the database of the next one", async () => {
  const migrations = import.meta.resolve("./sharing_fixture/");
  let left;
  {
    await using database = await testDatabase("left", migrations);
    left = database.sql;
    assert.equal((await left`select ${1}::int as one`)[0]?.one, 1);
  }
  await using _next = await testDatabase("left", migrations);
  const over = /has ended/;
  await assert.rejects(async () => await left`select ${left("one")}, ${left`piece`}`, over);
  await assert.rejects(left.begin(() => Promise.resolve()), over);
  await assert.rejects(async () => await left.unsafe("select 1"), over);
});
