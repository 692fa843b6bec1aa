import assert from "node:assert/strict";
import { openServer } from "lib/database/db.ts";
import { lagOf, openReplica } from "lib/database/read_replica.ts";
import { pause } from "lib/deadlines.ts";
import { createLogger } from "lib/telemetry/log.ts";

Deno.test("a replica is as far behind as the time since the server was where it is now", () => {
  let time = 0;
  const lag = lagOf(() => time);
  assert.equal(lag(100, 100), 0);
  time = 10_000;
  assert.equal(lag(200, 100), 0);
  time = 14_000;
  assert.equal(lag(300, 150), 4);
  time = 15_000;
  assert.equal(lag(300, 200), 1);
  assert.equal(lag(300, 300), 0);
  // A replica cut off from a server that no longer writes still lacks what was written before.
  time = 20_000;
  assert.equal(lag(400, 300), 0);
  for (let look = 0; look < 5_000; look++) {
    time += 2_000;
    lag(400, 300);
  }
  assert.equal(lag(400, 300), 10_000);
  assert.equal(lag(400, 400), 0);
});

Deno.test("a server that follows none is taken for the same server", () => {
  assert.equal(lagOf(() => 0)(5_000, undefined), 0);
});

const SERVER = Deno.env.get("TEST_DATABASE_URL");

Deno.test({
  name: `heavy reads go to the replica, and to the server while it is away${
    SERVER ? "" : ", skipped: TEST_DATABASE_URL is not set"
  }`,
  ignore: !SERVER,
  async fn() {
    const server = new URL(SERVER ?? "");
    const primary = openServer(server.href, 2);
    const name = `replica_${crypto.randomUUID().replaceAll("-", "")}`;
    const url = new URL(server);
    url.pathname = `/${name}`;
    const lines: string[] = [];
    const log = createLogger({ write: (line) => lines.push(line), format: "json" });
    // Another database on the same server plays the replica.
    const replica = await openReplica({
      ...{ url: url.href, connections: 1, primary: primary.sql, maxLagSeconds: 10, log, everyMs: 5 },
    });
    const readFrom = async () =>
      (await replica.reads()<{ at: string }[]>`select current_database()::text as at`)[0]?.at;
    const until = async (wanted: boolean) => {
      while ((replica.fault() === undefined) !== wanted) await pause(5);
    };
    try {
      assert.equal(replica.fault(), "the replica does not answer");
      assert.equal(await readFrom(), server.pathname.slice(1));
      await primary.sql.unsafe(`create database ${name}`);
      await until(true);
      assert.equal(await readFrom(), name);
      await primary.sql.unsafe(`drop database ${name} with (force)`);
      await until(false);
      assert.equal(await readFrom(), server.pathname.slice(1));
      assert.equal(lines.length, 3);
    } finally {
      await replica.close();
      await primary.sql.unsafe(`drop database if exists ${name} with (force)`);
      await primary.close();
    }
  },
});

Deno.test({
  name: `a replica that hangs is asked once, however often it is looked at${
    SERVER ? "" : ", skipped: TEST_DATABASE_URL is not set"
  }`,
  ignore: !SERVER,
  async fn() {
    const primary = openServer(SERVER ?? "", 2);
    let asked = 0;
    const counted = new Proxy(primary.sql, {
      apply(sql, self, given) {
        asked++;
        return Reflect.apply(sql, self, given);
      },
    });
    // It accepts connections and never answers.
    const hung = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const taken: Deno.Conn[] = [];
    const taking = (async () => {
      for await (const connection of hung) taken.push(connection);
    })();
    const replica = await openReplica({
      url: `postgres://x@127.0.0.1:${hung.addr.port}/x?sslmode=disable`,
      ...{ connections: 1, primary: counted, maxLagSeconds: 10, everyMs: 1, answerMs: 1 },
      log: createLogger({ write: () => {} }),
    });
    try {
      for (let n = 0; n < 40; n++) await pause(2);
      assert.equal(asked, 1);
      assert.equal(replica.fault(), "the replica does not answer");
    } finally {
      hung.close();
      await taking;
      for (const connection of taken) connection.close();
      await replica.close();
      await primary.close();
    }
  },
});
