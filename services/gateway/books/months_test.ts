import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { ServiceError } from "lib/errors.ts";
import { migrate } from "lib/database/migrations.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { pause } from "lib/deadlines.ts";
import { testOnEngines, testServerDatabase } from "lib/testing.ts";
import { auditStore } from "./audit_store.ts";
import { MIGRATIONS, migrationsBefore } from "./migrations_fixture.ts";
import { dropMonths, keptSince, lastKept, markKept, openMonths } from "./months.ts";
import { usageRecord } from "./usage_fixture.ts";
import type { UsageFilter } from "./usage_filter.ts";
import { allowRange } from "./usage_rules.ts";
import { usageStore } from "./usage_store.ts";

const DATABASE = { schema: "gateway", migrations: MIGRATIONS };
const SINCE = "2026-03-01T00:00:00.000Z";
const TIMES = [
  "2026-01-31T23:59:59.000Z",
  "2026-02-10T10:20:00.000Z",
  "2026-02-28T23:59:59.999Z",
  SINCE,
  "2026-03-05T12:30:00.000Z",
];

async function fill(sql: Sql): Promise<void> {
  const records = TIMES.map((timestamp, n) =>
    usageRecord({ timestamp, request_id: `r-${n}`, id: `00000000-0000-7000-8000-00000000000${n}` })
  );
  await usageStore(sql).insert(JSON.stringify(records));
}

/** The partitions with records, and their numbers of records. */
async function partitions(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ name: string; n: number }[]>`
    select tableoid::regclass::text as name, count(*) as n from gateway.usage_records group by 1 order by 1`;
  return Object.fromEntries(rows.map(({ name, n }) => [name.replace("gateway.", ""), n]));
}

async function addMonths(sql: Sql, ...days: string[]): Promise<void> {
  for (const day of days) {
    for (const table of ["usage_records", "audit_events"]) {
      await sql`select gateway.add_month(${table}, ${day}::date)`;
    }
  }
}

testOnEngines(
  "records without a monthly partition are in the default one, and move when theirs is created",
  DATABASE,
  async (sql) => {
    await fill(sql);
    assert.deepEqual(await partitions(sql), { usage_records_other: 5 });
    await addMonths(sql, "2026-02-17", "2026-02-01");
    assert.deepEqual(await partitions(sql), { usage_records_2026_02: 2, usage_records_other: 3 });
    await fill(sql);
    assert.equal(await usageStore(sql).total({}), 5);
  },
);

testOnEngines(
  "sums of dropped months are kept, and lists and totals of the rest agree",
  DATABASE,
  async (sql) => {
    await addMonths(sql, "2026-02-01", "2026-03-01");
    await fill(sql);
    await markKept(sql, SINCE);
    await markKept(sql, "2026-02-01T00:00:00.000Z");
    assert.equal(await keptSince(sql), SINCE);
    assert.deepEqual(await dropMonths(sql), []);
    // Other processes check every hour and may not know it yet.
    await sql`update gateway.kept set changed_at = now() - interval '1 hour'`;
    assert.deepEqual(await dropMonths(sql), []);
    assert.equal((await partitions(sql)).usage_records_2026_02, 2);
    assert.deepEqual((await dropMonths(sql, "0 s")).toSorted(), [
      "audit_events_2026_02",
      "usage_records_2026_02",
    ]);
    assert.deepEqual(await partitions(sql), { usage_records_2026_03: 2 });

    const usage = usageStore(sql, { keptSince: () => SINCE });
    const events = auditStore(sql, { keptSince: () => SINCE });
    const newest = { sort_by: "timestamp", sort_dir: "desc", limit: 10, offset: 0 } as const;
    for (const filter of [{}, { tenant_id: "t1" }, { start_time: TIMES[1] }]) {
      assert.equal(await usage.total(filter), 2);
      assert.deepEqual((await usage.page(filter, newest)).map(({ request_id }) => request_id), [
        "r-4",
        "r-3",
      ]);
      assert.equal((await usage.after(filter, undefined, 10)).length, 2);
    }
    assert.deepEqual(await events.total({}), { total: 2, capped: false });
    assert.equal((await events.list({}, { limit: 10, offset: 0 })).length, 2);

    const summary = (filter: UsageFilter) => usage.summary(filter, (since) => allowRange(filter, since));
    assert.equal((await summary({})).total_requests, 5);
    assert.equal((await summary({ start_time: "2026-02-10T10:00:00.000Z" })).total_requests, 4);
    assert.equal((await summary({ start_time: "2026-03-05T12:15:00.000Z" })).total_requests, 1);
    for (
      const range of [{ start_time: "2026-02-10T10:15:00.000Z" }, { end_time: "2026-02-28T23:59:59.000Z" }]
    ) {
      await assert.rejects(summary(range), (error) => {
        assert.ok(error instanceof ServiceError);
        assert.match(JSON.stringify([error.status, error.details]), /^\[422,.*_time.*must be a whole hour/);
        return true;
      });
    }
  },
);

testOnEngines("months are made at the start, for now and what is soon", DATABASE, async (sql) => {
  const now = () => Date.parse("2026-12-15T10:00:00Z");
  const months = await openMonths({ sql, days: 0, log: createLogger({ write: () => {} }), now });
  assert.equal(months.keptSince(), undefined);
  await months.close();
  const made = await sql<{ name: string }[]>`
    select relname as name from pg_class where relname ~ '^usage_records_2\\d+_\\d+$' and relkind = 'r' order by 1`;
  assert.deepEqual(made.map(({ name }) => name), [
    "usage_records_2026_12",
    "usage_records_2027_01",
    "usage_records_2027_02",
  ]);
});

const SERVER = Deno.env.get("TEST_DATABASE_URL");

Deno.test({
  name: `a long query delays the months and nothing else${
    SERVER ? "" : ", skipped: TEST_DATABASE_URL is not set"
  }`,
  ignore: !SERVER,
  async fn() {
    await using database = await testServerDatabase(SERVER ?? "", "gateway", MIGRATIONS);
    const { sql } = database;
    const lines: string[] = [];
    const log = createLogger({ write: (line) => lines.push(line), format: "json" });
    const query = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const reading = sql.begin(async (tx) => {
      await tx`select count(*) from gateway.usage_records`;
      asked.resolve();
      await query.promise;
    });
    await asked.promise;
    const months = await openMonths({ sql, days: 0, log, retryMs: 5 });
    assert.match(
      lines.join("\n"),
      /monthly partitions of records or daily counts could not be maintained.*lock timeout/,
    );
    await fill(sql);
    assert.deepEqual(await partitions(sql), { usage_records_other: 5 });
    query.resolve();
    await reading;
    const made = async () =>
      (await sql`select 1 from pg_class where relname ~ '^(usage_records|audit_events)_\\d+_\\d+$' and relkind = 'r'`)
        .length;
    while (await made() < 6) await pause(5);
    await months.close();
  },
});

testOnEngines(
  "a process whose clock is years ahead deletes no records early",
  DATABASE,
  async (sql) => {
    const now = () => Date.parse("2090-01-15T10:00:00Z");
    const months = await openMonths({ sql, days: 30, log: createLogger({ write: () => {} }), now });
    await months.close();
    assert.ok(Date.parse(await keptSince(sql) ?? "") < Date.now());
  },
);

testOnEngines(
  "a database of the previous version keeps its records in one partition until all have expired",
  DATABASE,
  async (sql) => {
    await using before = await migrationsBefore("0014");
    await sql`drop schema gateway cascade`;
    await migrate(sql, "gateway", before.folder);
    await sql`insert into gateway.usage_records (id, request_id, model, provider, prompt_tokens, completion_tokens,
        total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_prompt_tokens, audio_completion_tokens,
        cost_nano_usd, tenant_id, timestamp, outcome, estimated, unpriced, cached, streamed, latency_ms)
      select ('00000000-0000-7000-8000-00000000000' || n)::uuid, 'r', 'm', 'p', 1, 1, 2, 0, 0, 0, 0, 0, 5, 't1',
        '2026-03-05T12:00:00Z'::timestamptz - n * interval '30 days', 'ok', false, false, false, false, 1
      from generate_series(0, 4) as n`;
    assert.ok((await migrate(sql, "gateway", MIGRATIONS)).includes("0014_months.sql"));
    assert.deepEqual(await partitions(sql), { usage_records_before: 5 });
    const months = await openMonths({ sql, days: 0, log: createLogger({ write: () => {} }) });
    await months.close();
    // A journal that is replayed after the upgrade.
    await usageStore(sql).insert(JSON.stringify([
      usageRecord({ id: "00000000-0000-7000-8000-000000000000", timestamp: "2026-03-05T12:00:00.000Z" }),
    ]));
    assert.deepEqual(await partitions(sql), { usage_records_before: 5 });
    await markKept(sql, "2026-03-01T00:00:00.000Z");
    assert.deepEqual(await dropMonths(sql, "0 s"), []);
    await sql`update gateway.kept set since = now() + interval '40 days'`;
    assert.ok((await dropMonths(sql, "0 s")).includes("usage_records_before"));
    assert.deepEqual(await partitions(sql), {});
  },
);

Deno.test("the oldest kept month contains the oldest day to keep", () => {
  const now = Date.parse("2026-11-22T23:00:00Z");
  assert.equal(lastKept(now, 1), "2026-11-01T00:00:00.000Z");
  assert.equal(lastKept(now, 22), "2026-10-01T00:00:00.000Z");
  for (let days = 1; days < 2000; days += 7) {
    const kept = Date.parse(lastKept(now, days));
    assert.ok(kept <= now - days * 86_400_000);
    assert.ok(now - days * 86_400_000 - kept < 31 * 86_400_000);
  }
});
