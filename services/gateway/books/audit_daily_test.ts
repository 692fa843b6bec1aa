import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { migrate } from "lib/database/migrations.ts";
import { testOnEngines } from "lib/testing.ts";
import type { AuditFilter } from "./audit_filter.ts";
import { auditStore } from "./audit_store.ts";
import { MIGRATIONS, migrationsBefore } from "./migrations_fixture.ts";
import { countAuditDays } from "./months.ts";

const DATABASE = { schema: "gateway", migrations: MIGRATIONS };
const START = Date.parse("2026-03-01T00:00:00.000Z");

function at(minutes: number): string {
  return new Date(START + minutes * 60_000).toISOString();
}

/** An event with the columns of the table, as JSON that `insert` takes. */
function inserted(actor: string, minutes: number): string {
  return JSON.stringify([{
    ...{ id: crypto.randomUUID(), timestamp: at(minutes), actor, action: "model_request", request_id: "r-1" },
    ...{ outcome: minutes % 3 ? "success" : "failure", resource: "/v1/chat/completions", search: "" },
    ...{ provider: "openai", model: "small", ip: "10.0.0.1", latency_ms: 12 },
  }]);
}

/** Days, of `START` on, whose counts are those of each hour added up. */
async function countedDays(sql: Sql, days: number) {
  await sql`delete from gateway.audit_daily`;
  await sql`update gateway.audit_daily_until set until = ${at(0)}`;
  return async () => {
    for (let day = 0; day < days; day++) await sql`select gateway.count_audit_day()`;
  };
}

testOnEngines(
  "events are counted alike before and after their days are counted, late ones too",
  DATABASE,
  async (sql) => {
    const count = await countedDays(sql, 3);
    const store = auditStore(sql);
    const filters: AuditFilter[] = [
      {},
      { actor: "key:k1" },
      { actor: "key:k2", start_time: at(700) },
      { model: "small" },
      { outcome: "failure" },
      { start_time: at(90), end_time: at(5_000) },
    ];
    const agrees = async () => {
      for (const filter of filters) {
        const { actor = null, model = null, outcome = null, start_time = null, end_time = null } = filter;
        const [row] = await sql<{ n: number }[]>`
          select count(*) as n from gateway.audit_events
          where (${actor}::text is null or actor = ${actor}) and (${model}::text is null or model = ${model})
            and (${outcome}::text is null or outcome = ${outcome})
            and (${start_time}::timestamptz is null or timestamp >= ${start_time})
            and (${end_time}::timestamptz is null or timestamp < ${end_time})`;
        assert.deepEqual(await store.total(filter), { total: row?.n, capped: false }, JSON.stringify(filter));
      }
    };
    const minutes = Array.from({ length: 300 }, (_, n) => n * 25);
    for (const each of minutes) await store.insert(inserted(each % 2 ? "key:k1" : "key:k2", each));
    await agrees();
    const [none] = await sql`select count(*) as n from gateway.audit_daily`;
    assert.equal(none?.n, 0);
    await count();
    await agrees();
    // Late ones: of an hour with counts and of one without, of a new actor, repeated, and all at once.
    await store.insert(inserted("key:k1", 125));
    await store.insert(inserted("key:k3", 30));
    await store.insert(inserted("key:k1", -300));
    const late = inserted("key:k2", 1_500);
    await Promise.all(Array.from({ length: 6 }, () => store.insert(late)));
    await Promise.all(Array.from({ length: 8 }, (_, n) => store.insert(inserted("key:k1", 400 * n + 7))));
    await agrees();
    // They are read: without them the counts of these days are missing.
    await sql`delete from gateway.audit_daily`;
    assert.ok((await store.total({})).total < 150);
  },
);

testOnEngines("a day is counted once it is over, and once", DATABASE, async (sql) => {
  const hour = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 13) + ":00:00Z";
  await sql`update gateway.audit_daily_until set until = date_trunc('day', now() - interval '2 days', 'UTC')`;
  await sql`
    insert into gateway.audit_rollups (start, actor, action, outcome, provider, model, events)
    select start::timestamptz, '', 'a', 'success', '', '', 5 from unnest(${[
    hour(-2),
    hour(-1),
    hour(0),
  ]}::text[]) as start`;
  await Promise.all([countAuditDays(sql), countAuditDays(sql)]);
  const [counted] = await sql`select count(*) as days, sum(events)::int as events from gateway.audit_daily`;
  assert.deepEqual({ ...counted }, { days: 2, events: 10 });
  assert.equal((await auditStore(sql).total({})).total, 15);
});

testOnEngines(
  "a database of the version before has daily counts after its upgrade",
  DATABASE,
  async (sql) => {
    await using before = await migrationsBefore("0021");
    await sql`drop schema gateway cascade`;
    await migrate(sql, "gateway", before.folder);
    const store = auditStore(sql);
    for (let n = 0; n < 40; n++) await store.insert(inserted(`key:k${n % 3}`, n * 97));
    assert.ok((await migrate(sql, "gateway", MIGRATIONS)).includes("0021_audit_days.sql"));
    await store.insert(inserted("key:k1", 1));
    assert.equal((await store.total({})).total, 41);
    assert.equal((await store.total({ actor: "key:k1" })).total, 14);
    assert.equal((await store.list({}, { limit: 10, offset: 35 })).length, 6);
  },
);
