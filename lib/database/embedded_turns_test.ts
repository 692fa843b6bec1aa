import assert from "node:assert/strict";
import { clientOf, openEmbedded } from "lib/embedded/embedded.ts";
import { testTemplate } from "lib/testing.ts";

Deno.test("clients of one embedded engine take turns: a transaction of one is never mixed with queries of others", async () => {
  const database = await openEmbedded(undefined, { template: await testTemplate() });
  try {
    const { sql } = database;
    await sql`create table tallies (id int primary key, count int not null)`;
    await sql`insert into tallies values (1, 0)`;
    const visitors = Array.from({ length: 3 }, () => database.visit());
    const clients = [sql, ...visitors.map((visitor) => clientOf(visitor.send))];
    await Promise.all(clients.flatMap((client, n) =>
      Array.from({ length: 20 }, async (_, m) => {
        if (m % 5 === 4) {
          const failing = client.begin(async (tx) => {
            await tx`update tallies set count = count + 1000`;
            await tx`select ${`${n}`}::text, 1 / 0`;
          });
          return await assert.rejects(failing, /division by zero/);
        }
        await client.begin(async (tx) => {
          const [row] = await tx<{ count: number }[]>`select count from tallies where id = ${1}`;
          await new Promise((resolve) => setTimeout(resolve, 1));
          await tx`update tallies set count = ${(row?.count ?? 0) + 1} where id = ${1}`;
        });
      })
    ));
    assert.equal((await sql`select count from tallies`)[0]?.count, 64);
    for (const client of clients.slice(1)) await client.end({ timeout: 1 });
  } finally {
    await database.close();
  }
});

Deno.test("a client that goes away in a transaction leaves nothing of it, and keeps nobody waiting", async () => {
  const database = await openEmbedded(undefined, { template: await testTemplate() });
  try {
    const { sql } = database;
    await sql`create table notes (text text)`;
    const visitor = database.visit();
    const client = clientOf(visitor.send);
    const { promise: inside, resolve } = Promise.withResolvers<void>();
    const cut = client.begin(async (tx) => {
      await tx`insert into notes values ('half')`;
      resolve();
      await new Promise((later) => setTimeout(later, 50));
      await tx`insert into notes values ('never')`;
    });
    const failed = assert.rejects(cut);
    await inside;
    const waiting = sql`select count(*)::int as count from notes`;
    visitor.leave();
    assert.equal((await waiting)[0]?.count, 0);
    await client.end({ timeout: 0 });
    await failed;
  } finally {
    await database.close();
  }
});
