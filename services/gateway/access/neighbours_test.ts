import assert from "node:assert/strict";
import { testKv, testOnEngines } from "lib/testing.ts";
import { watchNeighbours } from "./neighbours.ts";

const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };

testOnEngines(
  "gateways on one database detect others that count limits separately, but not those that share a KV",
  DATABASE,
  async (sql) => {
    using shared = await testKv();
    using own = await testKv();
    const said: string[] = [];
    const log = {
      warn: (text: string) => void said.push(text),
      info: (text: string) => void said.push(text),
    };
    const quiet = { warn: () => {}, info: () => {} };
    const first = await watchNeighbours({ sql, kv: shared, log });
    const second = await watchNeighbours({ sql, kv: shared, log: quiet });
    await first.look();
    assert.deepEqual([said, (await first.check()).status], [[], "ok"]);

    const stranger = await watchNeighbours({ sql, kv: own, log: quiet });
    assert.equal((await stranger.check()).status, "failing");
    await first.look();
    await first.look();
    assert.equal(said.length, 1);
    assert.match(
      said[0] ?? "",
      /another gateway on this database counts limits and budgets separately.* KV_URL/,
    );
    assert.match((await first.check()).detail, /KV_URL/);

    await stranger.close();
    await first.look();
    assert.deepEqual([said.length, (await first.check()).status], [2, "ok"]);

    // A killed gateway is ignored after some time.
    await sql`insert into gateway.processes (id, shares, seen_at) values (gen_random_uuid(), 'x', now() - interval '31 seconds')`;
    await first.look();
    assert.equal((await first.check()).status, "ok");
    await first.close();
    await second.close();
  },
);
