import assert from "node:assert/strict";
import { openServer } from "lib/database/db.ts";
import { relay } from "lib/database/relay_fixture.ts";
import { serverSocket, sslModeOf } from "lib/database/server_socket.ts";

const server = Deno.env.get("TEST_DATABASE_URL");
const skipped = server ? "" : ", skipped: TEST_DATABASE_URL is not set";
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 5));

Deno.test({
  name: `a connection that closes anywhere in a transaction ends neither process nor pool${skipped}`,
  ignore: !server,
  async fn() {
    const { hostname, port } = new URL(server ?? "");
    await using between = relay({ hostname, port: Number(port || 5432) });
    const way = new URL(server ?? "");
    way.hostname = "127.0.0.1";
    way.port = String(between.port);
    const { sql, close } = openServer(way.href, 2);
    const recovered = async () => {
      between.mend();
      for (;;) {
        // Each connection of the pool must recover.
        const both = await Promise.allSettled([1, 2].map((n) => sql`select ${n}::int, pg_sleep(0.01)`));
        if (both.every(({ status }) => status === "fulfilled")) return;
      }
    };
    await sql`select 1`;
    // Between two queries, the second at once, soon, or late.
    for (
      const wait of [() => Promise.resolve(), nextTurn, () => new Promise((later) => setTimeout(later, 50))]
    ) {
      await assert.rejects(sql.begin(async (tx) => {
        await tx`select 1`;
        between.cut();
        await wait();
        await tx`select 2`;
      }));
      await recovered();
    }
    // During a query, with a savepoint around it.
    await assert.rejects(sql.begin((tx) =>
      tx.savepoint(async (inner) => {
        const asleep = inner`select pg_sleep(10)`;
        setTimeout(between.cut, 20);
        await asleep;
      })
    ));
    await recovered();
    // While queries are being sent.
    const asked = Array.from({ length: 50 }, (_, n) => sql`select ${n}::int`);
    const all = Promise.allSettled(asked);
    between.cut();
    await all;
    await recovered();
    await close();
  },
});

Deno.test({
  name: `a connection that closes while it is made, at any point of that, is made again${skipped}`,
  ignore: !server,
  async fn() {
    const { hostname, port } = new URL(server ?? "");
    await using between = relay({ hostname, port: Number(port || 5432) });
    const way = new URL(server ?? "");
    way.hostname = "127.0.0.1";
    way.port = String(between.port);
    for (let ms = 0; ms < 40; ms += 2) {
      const { sql } = openServer(way.href, 2);
      const asked = Promise.allSettled([sql`select 1`, sql.begin((tx) => tx`select 2`)]);
      await new Promise((later) => setTimeout(later, ms));
      between.drop();
      await asked;
      // The first queries may get a connection that is about to close.
      while (!await sql`select 3`.then(() => true, () => false));
      await sql.end({ timeout: 0 });
    }
  },
});

Deno.test("a transaction's client refuses once the transaction is over", {
  ignore: !server,
}, async () => {
  const { sql, close } = openServer(server ?? "", 1);
  const kept = await sql.begin((tx) => ({ ask: () => tx`select 1` }));
  assert.throws(kept.ask, /The transaction is over/);
  await close();
});

Deno.test("serverSocket() takes the first server that answers, and says how the last one failed", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted = listener.accept();
  const { port } = listener.addr;
  const options = { mode: "disable", timeoutMs: 2_000 } as const;
  const socket = await serverSocket({ host: ["127.0.0.1", "127.0.0.1"], port: [9, port] }, options);
  (await accepted).close();
  await new Promise((resolve) => socket.on("error", () => {}).on("close", resolve).resume());
  const failed = await serverSocket({ host: ["127.0.0.1"], port: [9] }, options);
  const failure = new Promise<{ code?: string }>((resolve) => failed.on("error", resolve));
  const closed = new Promise((resolve) => failed.on("close", resolve));
  assert.equal((await failure).code, "ECONNREFUSED");
  await closed;
});

Deno.test("sslModeOf() reads what a URL says, for several hosts too", () => {
  assert.equal(sslModeOf("postgres://a:b@c/d"), "disable");
  assert.equal(sslModeOf("postgres://a:b@c:1,e:2/d?sslmode=verify-full"), "verify-full");
  assert.equal(sslModeOf("postgres://a:b@c/d?ssl=true"), "require");
  assert.equal(sslModeOf("postgres://a:b@c/d?ssl=false&x=1"), "disable");
});
