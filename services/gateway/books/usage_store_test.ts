import assert from "node:assert/strict";
import fc from "fast-check";
import { uuidv7 } from "lib/ids.ts";
import { testOnEngines } from "lib/testing.ts";
import { nanoUsd, usd } from "../money.ts";
import type { UsageRecord } from "../usage.ts";
import { filled, START, usageRecord } from "./usage_fixture.ts";
import type { UsageFilter } from "./usage_filter.ts";
import { usageStore } from "./usage_store.ts";

const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };
const HOUR = 3_600_000;

function matches(record: UsageRecord, filter: UsageFilter): boolean {
  return (filter.model === undefined || record.model === filter.model) &&
    (filter.provider === undefined || record.provider === filter.provider) &&
    (filter.tenant_id === undefined || record.tenant_id === filter.tenant_id) &&
    (filter.team_id === undefined || record.team_id === filter.team_id) &&
    (filter.customer_id === undefined || record.customer_id === filter.customer_id) &&
    (filter.unpriced === undefined || record.unpriced === filter.unpriced) &&
    (filter.request_id === undefined || record.request_id === filter.request_id) &&
    (filter.start_time === undefined || Date.parse(record.timestamp) >= Date.parse(filter.start_time)) &&
    (filter.end_time === undefined || Date.parse(record.timestamp) < Date.parse(filter.end_time));
}

function at(hours: number): string {
  return new Date(START + hours * HOUR).toISOString();
}

const FILTERS: UsageFilter[] = [
  {},
  { model: "نموذج" },
  { provider: "azure_openai" },
  { tenant_id: "t2" },
  { tenant_id: "t1", model: "large" },
  { team_id: "team-a" },
  { customer_id: "customer-b" },
  { start_time: at(10.4) },
  { end_time: at(70.7) },
  { start_time: at(10.4), end_time: at(70.7) },
  { start_time: at(30.1), end_time: at(30.6) },
  { start_time: at(30.2), end_time: at(31.7), provider: "openai" },
  { start_time: at(5), end_time: at(5) },
  { start_time: at(24), end_time: at(48), tenant_id: "t3" },
];

/** Ranges that begin and end anywhere, some in one hour or day, of all records or of some. */
function anyFilters(count: number): UsageFilter[] {
  const field = fc.constantFrom<UsageFilter>(...FILTERS.slice(0, 7));
  const hour = fc.integer({ min: -10_000, max: 110_000 }).map((thousandths) => thousandths / 1000);
  const length = fc.oneof(hour, fc.integer({ min: 0, max: 3_000 }).map((thousandths) => thousandths / 1000));
  const some = fc.tuple(field, hour, length, fc.boolean()).map(([of, from, hours, isOpen]) => {
    const end_time = isOpen ? undefined : at(from + hours);
    return { ...of, start_time: at(from), end_time };
  });
  return fc.sample(some, { numRuns: count, seed: 7 });
}

testOnEngines("the cost pages agree with a count by hand, whatever is filtered", DATABASE, async (sql) => {
  const { store, records } = await filled(sql, 1500);
  const newest = records.toSorted((a, b) =>
    a.timestamp === b.timestamp ? (a.id < b.id ? 1 : -1) : a.timestamp < b.timestamp ? 1 : -1
  );
  for (
    const filter of [...FILTERS, { unpriced: true }, { unpriced: false, tenant_id: "t1" }, {
      request_id: "r-7",
    }]
  ) {
    const expected = newest.filter((record) => matches(record, filter));
    const label = JSON.stringify(filter);
    assert.equal(await store.total(filter), expected.length, label);
    for (const offset of [0, 40, 510, 900]) {
      const page = await store.page(filter, { sort_by: "timestamp", sort_dir: "desc", limit: 20, offset });
      assert.deepEqual(
        page.map(({ id }) => id),
        expected.slice(offset, offset + 20).map(({ id }) => id),
        label,
      );
      const turned = await store.page(filter, { sort_by: "timestamp", sort_dir: "asc", limit: 20, offset });
      const ascending = expected.toReversed().slice(offset, offset + 20);
      assert.deepEqual(turned.map(({ id }) => id), ascending.map(({ id }) => id), label);
    }
  }
});

testOnEngines("the cost summary agrees with a sum by hand, whatever is filtered", DATABASE, async (sql) => {
  const { store, records } = await filled(sql, 1500);
  for (const filter of [...FILTERS, ...anyFilters(60)]) {
    const expected = records.filter((record) => matches(record, filter));
    const label = JSON.stringify(filter);
    const cost = (of: UsageRecord[]) =>
      Number(usd(of.reduce((sum, each) => sum + nanoUsd(each.cost_usd), 0n)));
    const summary = await store.summary(filter, () => {});
    assert.equal(await store.total(filter), expected.length, label);
    assert.equal(summary.total_requests, expected.length, label);
    assert.equal(summary.total_cost_usd, cost(expected), label);
    assert.equal(summary.total_tokens, expected.reduce((sum, each) => sum + each.total_tokens, 0), label);
    assert.equal(summary.unpriced_requests, expected.filter((each) => each.unpriced).length, label);
    const grouped = (of: (record: UsageRecord) => string) => Object.entries(Object.groupBy(expected, of));
    const tenants = summary.by_tenant.map((
      { tenant_id, requests, cost_usd },
    ) => [tenant_id, requests, cost_usd]);
    const byTenant = grouped((each) => each.tenant_id).map(([name, of = []]) => [name, of.length, cost(of)]);
    assert.deepEqual(tenants.sort(), byTenant.sort(), label);
    const models = summary.by_model.map((
      { model, requests, prompt_tokens },
    ) => [model, requests, prompt_tokens]);
    const byModel = grouped((each) => each.model)
      .map(([name, of = []]) => [name, of.length, of.reduce((sum, each) => sum + each.prompt_tokens, 0)]);
    assert.deepEqual(models.sort(), byModel.sort(), label);
    const days = grouped((each) => each.timestamp.slice(0, 10)).map(([date, of = []]) => [date, cost(of)]);
    assert.deepEqual(summary.daily_costs.map(({ date, cost_usd }) => [date, cost_usd]), days.sort(), label);
    const providers = summary.by_provider.map(({ provider, requests }) => [provider, requests]);
    assert.deepEqual(
      providers.sort(),
      grouped((each) => each.provider).map(([name, of = []]) => [name, of.length]).sort(),
    );
  }
});

testOnEngines(
  "a record is stored exactly and counts once even if inserted repeatedly",
  DATABASE,
  async (sql) => {
    const store = usageStore(sql);
    const record = usageRecord({
      provider_model: "small-2026",
      cost_usd: "1234567.000000001",
      ttft_ms: 3.5,
      reasoning_tokens: 4,
      outcome: "aborted",
      team_id: "team",
      customer_id: "customer",
    });
    await store.insert(JSON.stringify([record, record]));
    await store.insert(JSON.stringify([record]));
    const [row, ...more] = await store.page({}, {
      sort_by: "cost_usd",
      sort_dir: "desc",
      limit: 5,
      offset: 0,
    });
    assert.deepEqual(more, []);
    const { actor: _, ip: __, resource: ___, ...shown } = record;
    assert.deepEqual({ ...row }, { ...shown, cost_usd: 1234567.000000001, units: null });
    const summary = await store.summary({}, () => {});
    assert.equal(summary.total_requests, 1);
    assert.equal(summary.total_cost_usd, 1234567.000000001);
    assert.equal(await store.spent("team", "team", new Date(START).toISOString()), 1234567000000001n);
    assert.equal(await store.spent("key", "t1", new Date(START + 24 * HOUR).toISOString()), 0n);
  },
);

testOnEngines("a request is found by its client's name for it or by its id", DATABASE, async (sql) => {
  const store = usageStore(sql);
  const [unnamed, named, borrowed] = [uuidv7(), uuidv7(), uuidv7()];
  const { request_id: _, ...plain } = usageRecord({ id: unnamed });
  await store.insert(JSON.stringify([
    plain,
    usageRecord({ id: named, request_id: "order/42" }),
    // The client's request id equals another record's id.
    usageRecord({ id: borrowed, request_id: unnamed, timestamp: at(1) }),
  ]));
  const recordOf = async (request_id: string) => {
    const page = await store.page({ request_id }, {
      sort_by: "timestamp",
      sort_dir: "asc",
      limit: 5,
      offset: 0,
    });
    assert.equal(await store.total({ request_id }), page.length);
    return page.map(({ id }) => id);
  };
  assert.deepEqual(await recordOf("order/42"), [named]);
  assert.deepEqual(await recordOf(unnamed), [unnamed, borrowed]);
  // Their names are others.
  assert.deepEqual(await recordOf(named), []);
  assert.deepEqual(await recordOf(borrowed), []);
  assert.deepEqual(await recordOf("nobody"), []);
});

testOnEngines("an export walks through every record once", DATABASE, async (sql) => {
  const { store, records } = await filled(sql, 450);
  const seen: string[] = [];
  let last = undefined;
  for (;;) {
    const rows = await store.after({ tenant_id: "t1" }, last, 25);
    seen.push(...rows.map(({ id }) => id));
    last = rows.at(-1);
    if (!last) break;
  }
  const expected = records.filter((record) => record.tenant_id === "t1").map(({ id }) => id);
  assert.deepEqual(seen.toSorted(), expected.sort());
});

testOnEngines(
  "concurrent writers to the same sums neither deadlock nor lose a record",
  DATABASE,
  async (sql) => {
    const store = usageStore(sql);
    const batch = (turn: number) => {
      const records = Array.from({ length: 60 }, (_, n) => {
        return usageRecord({ tenant_id: `t${n % 20}`, actor: `key:t${n % 20}` });
      });
      return JSON.stringify(turn % 2 ? records : records.reverse());
    };
    await Promise.all(Array.from({ length: 12 }, (_, turn) => store.insert(batch(turn))));
    assert.equal(await store.total({}), 720);
    assert.equal(await store.total({ tenant_id: "t7" }), 36);
  },
);

testOnEngines("a record keeps what was used beside tokens", DATABASE, async (sql) => {
  const store = usageStore(sql);
  const heard = usageRecord({ model: "whisper-1", total_tokens: 0, units: { seconds: 12.5 } });
  await store.insert(JSON.stringify([heard, usageRecord({ model: "small" })]));
  const page = { sort_by: "model", sort_dir: "desc", limit: 10, offset: 0 } as const;
  const units = (await store.page({}, page)).map(({ model, units }) => [model, units]);
  assert.deepEqual(units, [["whisper-1", { seconds: 12.5 }], ["small", null]]);
});
