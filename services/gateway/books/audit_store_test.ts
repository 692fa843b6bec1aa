import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { migrate } from "lib/database/migrations.ts";
import { testOnEngines } from "lib/testing.ts";
import { openAuditLog } from "./audit.ts";
import type { AuditEvent } from "../audit_event.ts";
import { MIGRATIONS, migrationsBefore } from "./migrations_fixture.ts";
import { EXAMINED } from "./audit_lead.ts";
import { auditStore } from "./audit_store.ts";
import type { AuditFilter } from "./audit_filter.ts";
import { uuidv7 } from "lib/ids.ts";
import { usageRecord } from "./usage_fixture.ts";
import { usageStore } from "./usage_store.ts";

const DATABASE = { schema: "gateway", migrations: MIGRATIONS };
const START = Date.parse("2026-03-01T00:00:00.000Z");

function event(changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    actor: "key:k1",
    action: "model_request",
    outcome: "success",
    resource: "/v1/chat/completions",
    provider: "openai",
    model: "small",
    request_id: "r-1",
    ip: "10.0.0.1",
    latency_ms: 12,
    ...changes,
  };
}

/** Writes events, one every ten minutes. */
async function written(sql: Sql, events: AuditEvent[]) {
  const dir = await Deno.makeTempDir({ prefix: "audit-" });
  const store = auditStore(sql);
  let minutes = 0;
  const log = await openAuditLog({
    store,
    dir,
    maxBytes: 1_000_000,
    patienceMs: 60_000,
    log: { warn: () => {}, error: () => {} },
    now: () => START + 600_000 * minutes++,
  });
  for (const each of events) log.record(each);
  await log.close();
  await Deno.remove(dir, { recursive: true });
  return store;
}

function at(minutes: number): string {
  return new Date(START + minutes * 60_000).toISOString();
}

testOnEngines(
  "audit events are found by every filter, newest first, with their count",
  DATABASE,
  async (sql) => {
    const events = Array.from({ length: 90 }, (_, n) =>
      event({
        actor: n % 3 ? "key:k1" : "admin",
        action: n % 9 ? "model_request" : "virtual_key_create",
        outcome: n % 10 ? "success" : "denied",
        provider: n % 2 ? "openai" : "groq",
        model: n % 5 ? "small" : "نموذجٌ كبير",
        resource: n % 9 ? "/v1/chat/completions" : `virtual_key:${n}`,
        request_id: `r-${n}`,
        detail: { note: n === 45 ? "100% مؤسسة_x" : "none" },
      }));
    const store = await written(sql, events);
    const stamped = events.map((each, n) => ({ ...each, timestamp: at(10 * n) }));
    const cases: [AuditFilter, (event: AuditEvent & { timestamp: string }) => boolean][] = [
      [{}, () => true],
      [{ actor: "admin" }, (each) => each.actor === "admin"],
      [{ action: "virtual_key_create" }, (each) => each.action === "virtual_key_create"],
      [
        { action: "model_request", outcome: "denied" },
        (each) => each.action[0] === "m" && each.outcome === "denied",
      ],
      [{ outcome: "success" }, (each) => each.outcome === "success"],
      [{ provider: "groq", actor: "key:k1" }, (each) => each.provider === "groq" && each.actor === "key:k1"],
      [{ model: "small" }, (each) => each.model === "small"],
      [{ resource: "virtual_key:18" }, (each) => each.resource === "virtual_key:18"],
      [{ request_id: "r-7" }, (each) => each.request_id === "r-7"],
      [
        { start_time: at(125), end_time: at(500) },
        (each) => each.timestamp >= at(125) && each.timestamp < at(500),
      ],
      [
        { start_time: at(123), outcome: "denied" },
        (each) => each.timestamp >= at(123) && each.outcome === "denied",
      ],
      [{ search: "نموذج" }, (each) => each.model !== "small"],
      [{ search: "GROQ" }, (each) => each.provider === "groq"],
      [{ search: "100%" }, (each) => each.detail?.note !== "none"],
      [{ search: "%" }, (each) => each.detail?.note !== "none"],
      [{ search: "مؤسسه_" }, (each) => each.detail?.note !== "none"],
      [{ search: "nobody" }, () => false],
    ];
    for (const [filter, matches] of cases) {
      const expected = stamped.filter(matches).reverse().map(({ request_id }) => request_id);
      const label = JSON.stringify(filter);
      assert.deepEqual(await store.total(filter), { total: expected.length, capped: false }, label);
      const rows = await store.list(filter, { limit: 10, offset: 3 });
      assert.deepEqual(rows.map(({ request_id }) => request_id), expected.slice(3, 13), label);
    }
    const [newest] = await store.list({}, { limit: 1, offset: 0 });
    const { id: _, ...row } = newest ?? { id: "" };
    assert.deepEqual(row, { ...stamped.at(-1) });
  },
);

testOnEngines(
  "audit statistics count by action, outcome, provider, hour and actor",
  DATABASE,
  async (sql) => {
    const store = await written(sql, [
      event({ outcome: "failure" }),
      ...Array.from(
        { length: 11 },
        (_, n) => event({ actor: `key:k${n % 4}`, outcome: n % 2 ? "success" : "failure" }),
      ),
      event({ actor: "admin", action: "team_create", provider: null }),
    ]);
    const stats = await store.stats(at(60), {});
    assert.equal(stats.total, 7);
    assert.deepEqual(stats.by_action, [{ action: "model_request", count: 6 }, {
      action: "team_create",
      count: 1,
    }]);
    assert.deepEqual(stats.by_outcome, [{ outcome: "success", count: 4 }, { outcome: "failure", count: 3 }]);
    assert.deepEqual(stats.by_provider, [{ provider: "openai", count: 6 }]);
    assert.deepEqual(stats.hourly, [
      { hour: "2026-03-01T01:00:00Z", count: 6, failures: 3 },
      { hour: "2026-03-01T02:00:00Z", count: 1, failures: 0 },
    ]);
    assert.equal(stats.unique_actors, 5);
    assert.equal(await store.failures(at(0), {}), 7);
    const own = await store.stats(at(0), { actor: "key:k2" });
    assert.equal(own.total, 3);
    assert.equal(own.unique_actors, 1);
  },
);

/** An event with the columns of the table, as JSON that `insert` takes. */
function inserted(actor: string, minutes: number) {
  return JSON.stringify([{
    ...event({ actor }),
    id: crypto.randomUUID(),
    timestamp: at(minutes),
    search: "",
  }]);
}

async function actorsSince(sql: Sql, minutes: number): Promise<number> {
  return (await auditStore(sql).stats(at(minutes), {})).unique_actors;
}

testOnEngines("an actor counts in its newest hour, whatever comes late", DATABASE, async (sql) => {
  const store = auditStore(sql);
  for (const minutes of [130, 10, 131, 70]) await store.insert(inserted("key:k1", minutes));
  await store.insert(inserted("key:k2", 20));
  const counts = [];
  for (const minutes of [0, 60, 120, 180]) counts.push(await actorsSince(sql, minutes));
  assert.deepEqual(counts, [2, 1, 1, 0]);
});

testOnEngines(
  "the actors of a database of the version before are counted after its upgrade",
  DATABASE,
  async (sql) => {
    await using before = await migrationsBefore("0018");
    await sql`drop schema gateway cascade`;
    await migrate(sql, "gateway", before.folder);
    const store = auditStore(sql);
    for (const minutes of [10, 70, 130]) await store.insert(inserted("key:k1", minutes));
    await store.insert(inserted("key:k2", 20));
    await store.insert(inserted("مفتاح", 75));
    await migrate(sql, "gateway", MIGRATIONS);
    assert.deepEqual([await actorsSince(sql, 0), await actorsSince(sql, 60), await actorsSince(sql, 120)], [
      3,
      2,
      1,
    ]);
    await store.insert(inserted("key:k2", 140));
    assert.equal(await actorsSince(sql, 120), 2);
  },
);

testOnEngines(
  "events that are counted one by one are counted among the newest that an index finds, each once",
  DATABASE,
  async (sql) => {
    const store = auditStore(sql);
    const count = EXAMINED + 50;
    const many = Array.from({ length: count }, (_, n) => ({
      ...event({ actor: n % 10 ? "key:k1" : "key:k2", model: n % 5 ? "small" : "large" }),
      id: crypto.randomUUID(),
      timestamp: new Date(START + n).toISOString(),
      search: n === 3 ? "needle" : "text",
    }));
    await store.insert(JSON.stringify(many));
    await store.insert(JSON.stringify(many.slice(0, 100)));
    assert.deepEqual(await store.total({}), { total: count, capped: false });
    assert.deepEqual(await store.total({ model: "small" }), { total: count * 4 / 5, capped: false });
    assert.deepEqual(await store.total({ resource: "/v1/chat/completions" }), {
      total: EXAMINED,
      capped: true,
    });
    // The actor has few events, all of which are looked at.
    assert.deepEqual(await store.total({ actor: "key:k2", model: "large" }), {
      total: count / 10,
      capped: false,
    });
    // The oldest ones are not.
    assert.deepEqual(await store.total({ search: "needle" }), { total: 0, capped: true });
    const [found] = await store.list({ search: "needle" }, { limit: 10, offset: 0 });
    assert.equal(found?.timestamp, new Date(START + 3).toISOString());
  },
);

testOnEngines("calls are counted one by one like other events", DATABASE, async (sql) => {
  const usage = usageStore(sql);
  const records = Array.from({ length: EXAMINED + 50 }, (_, n) =>
    usageRecord({
      id: uuidv7(START + n),
      timestamp: new Date(START + n).toISOString(),
      model: n % 2 ? "small" : "large",
      outcome: n % 4 ? "ok" : "error",
    }));
  await usage.insert(JSON.stringify(records));
  const store = auditStore(sql);
  const count = (filter: AuditFilter) => store.total(filter);
  assert.deepEqual(await count({ model: "small", provider: "openai" }), {
    total: records.length / 2,
    capped: false,
  });
  // The actor has more calls than are looked at, the model has fewer.
  assert.deepEqual(await count({ model: "small", actor: "key:t1" }), {
    total: records.length / 2,
    capped: false,
  });
  assert.deepEqual(await count({ resource: "/v1/chat/completions", actor: "key:t1" }), {
    total: EXAMINED,
    capped: true,
  });
  assert.deepEqual(await count({ model: "large", outcome: "failure" }), {
    total: Math.ceil(records.length / 4),
    capped: false,
  });
  assert.deepEqual(await count({ model: "small", outcome: "failure" }), { total: 0, capped: false });
  // A call's resource is a path.
  assert.deepEqual(await count({ resource: "virtual_key:k1" }), { total: 0, capped: false });
  const failed = { model: "large", outcome: "failure", actor: "key:t1" };
  const rows = await store.list(failed, { limit: 10, offset: 505 });
  assert.deepEqual(rows.map(({ timestamp }) => Date.parse(timestamp) - START), [28, 24, 20, 16, 12, 8, 4, 0]);
});

testOnEngines("a page far down is the one that counting from the top would find", DATABASE, async (sql) => {
  const events = Array.from(
    { length: 700 },
    (_, n) =>
      event({ model: n % 7 ? "small" : "rare", actor: n % 2 ? "key:a" : "key:b", request_id: `r-${n}` }),
  );
  const store = await written(sql, events);
  const stamped = events.map((each, n) => ({ ...each, timestamp: at(10 * n) })).reverse();
  const cases: [AuditFilter, (event: AuditEvent & { timestamp: string }) => boolean][] = [
    [{}, () => true],
    [{ end_time: at(6_805) }, (each) => each.timestamp < at(6_805)],
    [{ actor: "key:a" }, (each) => each.actor === "key:a"],
    [{ model: "rare" }, (each) => each.model === "rare"],
    [
      { model: "rare", start_time: at(1_234) },
      (each) => each.model === "rare" && each.timestamp >= at(1_234),
    ],
    [{ model: "small", actor: "key:b" }, (each) => each.model === "small" && each.actor === "key:b"],
    [{ model: "nothing" }, () => false],
  ];
  for (const [filter, matches] of cases) {
    const expected = stamped.filter(matches).map(({ request_id }) => request_id);
    for (const offset of [0, 30, 90, 505, 640, 800]) {
      const rows = await store.list(filter, { limit: 20, offset });
      const label = `${JSON.stringify(filter)} ${offset}`;
      assert.deepEqual(rows.map(({ request_id }) => request_id), expected.slice(offset, offset + 20), label);
    }
    assert.equal((await store.total(filter)).total, expected.length);
  }
});
