import assert from "node:assert/strict";
import { clientOf, openEmbedded } from "lib/embedded/embedded.ts";
import { takeTurns } from "lib/database/embedded_turns.ts";
import type { Wire } from "lib/database/wire_messages.ts";
import { testTemplate } from "lib/embedded/template_fixture.ts";

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
    visitor.release();
    assert.equal((await waiting)[0]?.count, 0);
    await client.end({ timeout: 0 });
    await failed;
  } finally {
    await database.close();
  }
});

const text = new TextDecoder();
const STARTUP = new Uint8Array([0, 0, 0, 8, 0, 3, 0, 0]);
const query = (sql: string): Wire =>
  new Uint8Array([
    ...new TextEncoder().encode("Q"),
    0,
    0,
    0,
    5 + sql.length,
    ...new TextEncoder().encode(`${sql}\0`),
  ]);

/** An engine that tracks transactions and fails at the message `fail`. */
function scripted() {
  const seen: string[] = [];
  let inside = false;
  const run = (bytes: Wire): Promise<Wire> => {
    const asked = text.decode(bytes);
    for (const word of ["begin", "insert", "other", "fail", "rollback", "commit"]) {
      if (asked.includes(word)) seen.push(word);
    }
    if (asked.includes("begin")) inside = true;
    if (/rollback|commit/.test(asked)) inside = false;
    if (asked.includes("fail")) return Promise.reject(new Error("the engine failed"));
    return Promise.resolve(new Uint8Array([0x5a, 0, 0, 0, 5, inside ? 0x54 : 0x49]));
  };
  return { seen, run };
}

Deno.test("after a query that fails inside a transaction the next client finds none, and the failed one starts anew", async () => {
  const { seen, run } = scripted();
  const visit = takeTurns(run);
  const [one, two] = [visit(), visit()];
  await one.send(query("begin"));
  const next = two.send(query("other"));
  await assert.rejects(one.send(query("fail")), /the engine failed/);
  await next;
  assert.deepEqual(seen, ["begin", "fail", "rollback", "other"]);
  await assert.rejects(one.send(query("commit")), /not started anew/);
  await one.send(STARTUP);
  await one.send(query("insert"));
  assert.deepEqual(seen.slice(4), ["insert"]);
});

Deno.test("a transaction in which nothing is asked for long is undone, and what its client asks next is refused", async () => {
  const { seen, run } = scripted();
  const visit = takeTurns(run, { idleMs: 50 });
  const [one, two] = [visit(), visit()];
  await one.send(query("begin"));
  const asking = setInterval(() => two.send(query("other")).catch(() => {}), 10);
  await two.send(query("other"));
  clearInterval(asking);
  assert.deepEqual(seen.slice(0, 3), ["begin", "rollback", "other"]);
  await assert.rejects(one.send(query("insert")), /undone, since nothing was asked in it for 50 ms/);
  assert.ok(!seen.includes("insert"));
  await one.send(STARTUP);
  await one.send(query("insert"));
});

Deno.test("a client that is released, or connects anew, leaves no prepared statements", async () => {
  const database = await openEmbedded(undefined, { template: await testTemplate() });
  try {
    const { sql } = database;
    const count = async () => {
      const names =
        await sql`select name from pg_prepared_statements where statement like 'select $1::int +%'`;
      return names.length;
    };
    const visitor = database.visit();
    const client = clientOf(visitor.send);
    for (let n = 0; n < 5; n++) await client.unsafe(`select $1::int + ${n}`, [n], { prepare: true });
    assert.equal(await count(), 5);
    const again = clientOf(visitor.send);
    await again.unsafe("select $1::int + 1", [1], { prepare: true });
    assert.equal(await count(), 1);
    visitor.release();
    assert.equal(await count(), 0);
    for (const one of [client, again]) await one.end({ timeout: 0 });
  } finally {
    await database.close();
  }
});
