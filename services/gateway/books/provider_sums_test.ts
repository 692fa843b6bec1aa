import assert from "node:assert/strict";
import { migrate } from "lib/database/migrations.ts";
import type { Sql } from "lib/database/db.ts";
import { testOnEngines } from "lib/testing.ts";
import { uuidv7 } from "lib/ids.ts";
import { MIGRATIONS, migrationsBefore } from "./migrations_fixture.ts";
import { dropMonths, markKept } from "./months.ts";
import { usageRecord } from "./usage_fixture.ts";
import type { UsageFilter } from "./usage_filter.ts";
import { usageStore } from "./usage_store.ts";

const DATABASE = { schema: "gateway", migrations: MIGRATIONS };
const HOUR = 3_600_000;
const START = Date.parse("2026-03-02T00:00:00.000Z");
const PROVIDERS = ["openai", "azure", "local"];

/** Records of three providers, one every `minutes` minutes. */
function records(count: number, { from = START, minutes = 20 } = {}) {
  return Array.from({ length: count }, (_, n) =>
    usageRecord({
      id: uuidv7(from + n),
      timestamp: new Date(from + n * minutes * 60_000).toISOString(),
      provider: PROVIDERS[n % 3] ?? "",
      model: `m${n % 5}`,
      tenant_id: `t${n % 4}`,
      team_id: n % 2 ? "team" : null,
      cost_usd: `0.00000${1000 + n}`,
      prompt_tokens: n,
      unpriced: n % 7 === 0,
    }));
}

const EDGE = new Date(START + 9.5 * HOUR).toISOString();
const FILTERS: UsageFilter[] = [
  { provider: "openai" },
  { provider: "openai", start_time: EDGE },
  {
    provider: "local",
    start_time: new Date(START + 14 * HOUR).toISOString(),
    end_time: new Date(START + 61 * HOUR).toISOString(),
  },
  { provider: "azure", tenant_id: "t1", start_time: EDGE },
  { provider: "azure", model: "m2", start_time: EDGE },
  { provider: "local", model: "m1", tenant_id: "t2" },
  { model: "m3", start_time: EDGE },
];

/** A plain sum over records, in the names of the page, by one column. */
async function summed(sql: Sql, filter: UsageFilter, column: "tenant_id" | "model" | "provider") {
  const { provider = null, tenant_id = null, model = null, start_time = null, end_time = null } = filter;
  return await sql`
    select ${
    sql(column)
  } as name, count(*) as requests, count(*) filter (where unpriced) as unpriced_requests,
      sum(cost_nano_usd)::bigint as nano, sum(prompt_tokens)::bigint as prompt_tokens
    from gateway.usage_records where (${provider}::text is null or provider = ${provider})
      and (${tenant_id}::text is null or tenant_id = ${tenant_id}) and (${model}::text is null or model = ${model})
      and (${start_time}::timestamptz is null or timestamp >= ${start_time})
      and (${end_time}::timestamptz is null or timestamp < ${end_time})
    group by 1 order by 1`;
}

/** Compares summaries with plain sums over the records. */
async function assertSummed(sql: Sql, filters = FILTERS) {
  const store = usageStore(sql);
  for (const filter of filters) {
    const summary = await store.summary(filter, () => {});
    const label = JSON.stringify(filter);
    const nano = (cost: number) => Math.round(cost * 1e9);
    const byName = <T extends { name: string }>(lines: T[]) =>
      lines.toSorted((a, b) => a.name < b.name ? -1 : 1);
    const tenants = summary.by_tenant.map(({ tenant_id: name, requests, unpriced_requests, cost_usd }) => ({
      name,
      requests,
      unpriced_requests,
      nano: nano(cost_usd),
    }));
    const expected = (await summed(sql, filter, "tenant_id")).map(({ prompt_tokens: _, ...row }) => row);
    assert.deepEqual(byName(tenants), expected, label);
    const models = summary.by_model.map((
      { model: name, requests, unpriced_requests, cost_usd, prompt_tokens },
    ) => ({ name, requests, unpriced_requests, nano: nano(cost_usd), prompt_tokens }));
    assert.deepEqual(byName(models), (await summed(sql, filter, "model")).map((row) => ({ ...row })), label);
    const providers = summary.by_provider.map(({ provider: name, requests }) => ({ name, requests }));
    const ofProviders = await summed(sql, filter, "provider");
    assert.deepEqual(byName(providers), ofProviders.map(({ name, requests }) => ({ name, requests })), label);
    assert.equal(await store.total(filter), summary.total_requests, label);
  }
}

const insert = (sql: Sql, some: unknown[]) => usageStore(sql).insert(JSON.stringify(some));

testOnEngines(
  "the summary of a provider agrees with its records, late and repeated ones and those of moved months included",
  DATABASE,
  async (sql) => {
    const first = records(200);
    await insert(sql, first);
    await assertSummed(sql);
    // A journal that is replayed, and twice in one batch.
    await insert(sql, [...first.slice(50, 90), ...first.slice(60, 70)]);
    await assertSummed(sql);
    await insert(sql, records(40, { from: START - 40 * 24 * HOUR, minutes: 700 }));
    await assertSummed(sql);
    await sql`select gateway.add_month('usage_records', '2026-03-01'::date)`;
    await sql`select gateway.add_month('usage_records', '2026-02-01'::date)`;
    await assertSummed(sql);
    await Promise.all([1, 2, 3, 4].map((n) => insert(sql, records(80, { from: START + n, minutes: 30 }))));
    await assertSummed(sql);
  },
);

testOnEngines("the sums of a provider outlive its dropped records", DATABASE, async (sql) => {
  for (const day of ["2026-02-01", "2026-03-01"]) {
    await sql`select gateway.add_month('usage_records', ${day}::date)`;
  }
  await insert(sql, [...records(60, { from: START - 20 * 24 * HOUR, minutes: 90 }), ...records(100)]);
  const filters = [{ provider: "openai" }, { provider: "azure", model: "m2" }];
  const store = usageStore(sql);
  const summaries = () => Promise.all(filters.map((filter) => store.summary(filter, () => {})));
  const before = await summaries();
  await markKept(sql, "2026-03-01T00:00:00.000Z");
  assert.ok((await dropMonths(sql, "0 s")).includes("usage_records_2026_02"));
  assert.deepEqual(await summaries(), before);
  assert.equal(before[0]?.total_requests, 54);
});

testOnEngines("the summary of a provider does not read the finest sums", DATABASE, async (sql) => {
  await insert(sql, records(200));
  const store = usageStore(sql);
  const filter = { provider: "openai", start_time: new Date(START + 9 * HOUR).toISOString() };
  const before = await store.summary(filter, () => {});
  await sql`delete from gateway.usage_rollups where dims = 4`;
  assert.deepEqual(await store.summary(filter, () => {}), before);
  assert.equal(before.by_tenant.length, 4);
});

testOnEngines(
  "a database of the version before has the sums of its providers after the upgrade",
  DATABASE,
  async (sql) => {
    await using before = await migrationsBefore("0020");
    await sql`drop schema gateway cascade`;
    await migrate(sql, "gateway", before.folder);
    await insert(sql, records(150));
    await insert(sql, records(30, { from: START - 40 * 24 * HOUR, minutes: 700 }));
    assert.ok((await migrate(sql, "gateway", MIGRATIONS)).includes("0020_provider_sums.sql"));
    await assertSummed(sql);
    // A process of the version before writes the same statement.
    await insert(sql, records(50, { from: START + HOUR }));
    await assertSummed(sql);
  },
);
