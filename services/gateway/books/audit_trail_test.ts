import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { testOnEngines } from "lib/testing.ts";
import { openAuditLog } from "./audit.ts";
import { auditStore } from "./audit_store.ts";
import type { UsageRecord } from "../usage.ts";
import { usageRecord } from "./usage_fixture.ts";
import { usageStore } from "./usage_store.ts";
import { openMeter } from "./usage_writer.ts";

const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };
const START = Date.parse("2026-03-01T00:00:00.000Z");
const KEEPING = { maxBytes: 1_000_000, patienceMs: 60_000, log: { warn: () => {}, error: () => {} } };

const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();

/** Writes calls, one a minute from the hour, and half a minute after each of the first two a refusal. */
async function written(sql: Sql, calls: Partial<UsageRecord>[]) {
  const dir = await Deno.makeTempDir({ prefix: "trail-" });
  const meter = await openMeter({ store: usageStore(sql), dir, ...KEEPING });
  let time = START + 30_000;
  const audit = await openAuditLog({ store: auditStore(sql), dir, ...KEEPING, now: () => time });
  calls.forEach((call, n) =>
    meter.record(usageRecord({ request_id: `call-${n}`, timestamp: at(n), ...call }))
  );
  for (const n of [0, 1]) {
    time = START + 30_000 + n * 60_000;
    audit.record({
      ...{ actor: "key:t1", action: "rate_limited", outcome: "limited", resource: "/v1/embeddings" },
      ...{ provider: null, model: "small", request_id: `limited-${n}`, ip: "10.0.0.1", latency_ms: 1 },
    });
  }
  await meter.close();
  await audit.close();
  await Deno.remove(dir, { recursive: true });
  return auditStore(sql);
}

testOnEngines(
  "a model call is an audit event, found by every filter together with others, newest first",
  DATABASE,
  async (sql) => {
    const store = await written(sql, [
      {},
      { outcome: "error", detail: { status: 502, type: "provider_error" } },
      { outcome: "cut", actor: "user:ليلى", tenant_id: "user:ليلى", model: "نموذجٌ" },
      { outcome: "cached", cached: true, provider: "groq" },
      { outcome: "aborted", provider: "none", model: "none" },
      { outcome: "blocked", resource: "/v1/embeddings" },
    ]);
    const cases: [Parameters<typeof store.list>[0], string[]][] = [
      [{}, ["call-5", "call-4", "call-3", "call-2", "limited-1", "call-1", "limited-0", "call-0"]],
      [{ action: "model_request" }, ["call-5", "call-4", "call-3", "call-2", "call-1", "call-0"]],
      [{ action: "rate_limited" }, ["limited-1", "limited-0"]],
      [{ outcome: "success" }, ["call-3", "call-0"]],
      [{ outcome: "failure" }, ["call-2", "call-1"]],
      [{ outcome: "aborted" }, ["call-4"]],
      [{ outcome: "blocked" }, ["call-5"]],
      [{ outcome: "limited" }, ["limited-1", "limited-0"]],
      [{ outcome: "error" }, []],
      [{ actor: "user:ليلى" }, ["call-2"]],
      [{ resource: "/v1/embeddings" }, ["call-5", "limited-1", "limited-0"]],
      [{ provider: "groq" }, ["call-3"]],
      [{ model: "small", outcome: "limited" }, ["limited-1", "limited-0"]],
      [{ request_id: "call-1" }, ["call-1"]],
      [{ search: "PROVIDER_error" }, ["call-1"]],
      [{ search: "نموذج" }, ["call-2"]],
      [{ search: "model_request success" }, ["call-3", "call-0"]],
      [{ start_time: at(1), end_time: at(3) }, ["call-2", "limited-1", "call-1"]],
    ];
    for (const [filter, expected] of cases) {
      const label = JSON.stringify(filter);
      const events = await store.list(filter, { limit: 10, offset: 0 });
      assert.deepEqual(events.map(({ request_id }) => request_id), expected, label);
      assert.deepEqual(await store.total(filter), { total: expected.length, capped: false }, label);
      const second = await store.list(filter, { limit: 1, offset: 1 });
      assert.deepEqual(second.map(({ request_id }) => request_id), expected.slice(1, 2), label);
    }
    const [failed] = await store.list({ request_id: "call-1" }, { limit: 1, offset: 0 });
    const { id: _, ...event } = failed ?? { id: "" };
    assert.deepEqual(event, {
      ...{ timestamp: at(1), actor: "key:t1", action: "model_request", outcome: "failure" },
      ...{ resource: "/v1/chat/completions", provider: "openai", model: "small", request_id: "call-1" },
      ...{ ip: "10.0.0.1", latency_ms: 12.5, detail: { status: 502, type: "provider_error" } },
    });
    const [aborted] = await store.list({ outcome: "aborted" }, { limit: 1, offset: 0 });
    assert.deepEqual([aborted?.provider, aborted?.model], [null, null]);
  },
);

testOnEngines(
  "model calls are in the statistics, each once even if inserted repeatedly",
  DATABASE,
  async (sql) => {
    const store = await written(sql, [{}, { outcome: "error" }, { actor: "user:b", tenant_id: "user:b" }]);
    const again = usageRecord({ timestamp: at(5) });
    for (let n = 0; n < 2; n++) await usageStore(sql).insert(JSON.stringify([again]));
    const stats = await store.stats(at(0), {});
    assert.equal(stats.total, 6);
    assert.deepEqual(stats.by_action, [{ action: "model_request", count: 4 }, {
      action: "rate_limited",
      count: 2,
    }]);
    assert.equal(stats.unique_actors, 2);
    assert.equal(await store.failures(at(0), {}), 3);
    assert.equal((await store.stats(at(0), { actor: "user:b" })).total, 1);
  },
);

testOnEngines("a usage record from before calls were events is no event", DATABASE, async (sql) => {
  const { actor: _, ...old } = usageRecord();
  await usageStore(sql).insert(JSON.stringify([old]));
  assert.equal((await auditStore(sql).total({})).total, 0);
  assert.equal((await auditStore(sql).list({}, { limit: 10, offset: 0 })).length, 0);
  assert.equal(await usageStore(sql).total({}), 1);
});
