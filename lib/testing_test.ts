import assert from "node:assert/strict";
import { testDatabase } from "lib/testing.ts";

Deno.test("work that a test leaves running cannot use the next test's database", async () => {
  const migrations = import.meta.resolve("lib/sharing/sharing_fixture/");
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
