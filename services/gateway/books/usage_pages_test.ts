import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { filled, START } from "./usage_fixture.ts";
import { migrate } from "lib/database/migrations.ts";
import type { UsageRecord } from "../usage.ts";
import { MIGRATIONS, migrationsBefore } from "./migrations_fixture.ts";
import type { UsageFilter } from "./usage_filter.ts";
import { SORTS } from "./usage_pages.ts";

const SOME_HOURS = new Date(START + 7.4 * 3_600_000).toISOString();
const DATABASE = { schema: "gateway", migrations: import.meta.resolve("../migrations/") };

testOnEngines("a page far down the list reads the hourly sums of its day alone", DATABASE, async (sql) => {
  const { store } = await filled(sql, 1500);
  const page = { sort_by: "timestamp", sort_dir: "desc", limit: 20, offset: 700 } as const;
  const pages = () => Promise.all([{}, { team_id: "team-a" }].map((filter) => store.page(filter, page)));
  const before = await pages();
  assert.equal(before[1]?.length, 20);
  const days = before.flat().map(({ timestamp }) => timestamp.slice(0, 10));
  await sql`
    delete from gateway.usage_rollups
    where grain = 'hour' and (start at time zone 'UTC')::date::text not in ${sql([...new Set(days)])}`;
  assert.deepEqual(await pages(), before);
});

testOnEngines("the pages of a tenant read no sums of other tenants", DATABASE, async (sql) => {
  const { store } = await filled(sql, 1500);
  const filters = [{ tenant_id: "t1" }, { tenant_id: "t1", provider: "openai" }];
  const page = { sort_by: "timestamp", sort_dir: "asc", limit: 20, offset: 510 } as const;
  const answers = () =>
    Promise.all(filters.map(async (filter) => [
      await store.total(filter),
      await store.page(filter, { ...page, offset: filter.provider ? 40 : page.offset }),
      await store.summary(filter, () => {}),
    ]));
  const before = await answers();
  // Those that are not in the order of tenants.
  await sql`delete from gateway.usage_rollups where dims = 1`;
  await sql`delete from gateway.provider_rollups where dims = 5`;
  await sql`delete from gateway.usage_rollups where tenant_id not in ('', 't1')`;
  assert.deepEqual(await answers(), before);
});

testOnEngines("a deep page is the same in every order as skipping all before it", DATABASE, async (sql) => {
  const { store } = await filled(sql, 1500);
  for (const sort_by of SORTS) {
    for (const sort_dir of ["asc", "desc"] as const) {
      for (
        const filter of [{}, { model: "large" }, { team_id: "team-a" }, {
          start_time: SOME_HOURS,
          unpriced: false,
        }]
      ) {
        const order = { sort_by, sort_dir };
        const all = (await store.page(filter, { ...order, limit: 1500, offset: 0 })).map(({ id }) => id);
        for (const offset of [499, 500, 731, 900, 1490, 1600]) {
          const page = await store.page(filter, { ...order, limit: 20, offset });
          assert.deepEqual(page.map(({ id }) => id), all.slice(offset, offset + 20), `${sort_by} ${offset}`);
        }
      }
    }
  }
});

/** Whether `a` comes before `b` in the order of a page: of a name, then of time and id. */
function isBefore(column: "model" | "provider" | "tenant_id", a: UsageRecord, b: UsageRecord): boolean {
  const [one, other] = [[a[column], a.timestamp, a.id], [b[column], b.timestamp, b.id]];
  const at = one.findIndex((value, n) => value !== other[n]);
  return (one[at] ?? "") < (other[at] ?? "");
}

testOnEngines(
  "pages in the order of a name are of the records that a filter selects",
  DATABASE,
  async (sql) => {
    const { store, records } = await filled(sql, 900);
    const filters: [UsageFilter, (record: UsageRecord) => boolean][] = [
      [{ provider: "openai" }, (record) => record.provider === "openai"],
      [{ tenant_id: "t1" }, (record) => record.tenant_id === "t1"],
      [{ unpriced: true }, (record) => record.unpriced],
      [
        { customer_id: "customer-b", unpriced: false },
        (each) => each.customer_id === "customer-b" && !each.unpriced,
      ],
      [{ start_time: SOME_HOURS }, (record) => record.timestamp >= SOME_HOURS],
      [
        { end_time: SOME_HOURS, model: "large" },
        (each) => each.timestamp < SOME_HOURS && each.model === "large",
      ],
      [{ model: "nothing" }, () => false],
    ];
    for (const [filter, matches] of filters) {
      for (const sort_by of ["model", "provider", "tenant_id"] as const) {
        const ascending = records.filter(matches).sort((a, b) => isBefore(sort_by, a, b) ? -1 : 1);
        for (const sort_dir of ["asc", "desc"] as const) {
          const ids = (sort_dir === "asc" ? ascending : ascending.toReversed()).map(({ id }) => id);
          for (const [offset, limit] of [[0, 20], [35, 200], [0, 900], [510, 40]] as const) {
            const page = await store.page(filter, { sort_by, sort_dir, limit, offset });
            const label = `${JSON.stringify(filter)} ${sort_by} ${sort_dir} ${offset}`;
            assert.deepEqual(page.map(({ id }) => id), ids.slice(offset, offset + limit), label);
          }
        }
      }
    }
  },
);

testOnEngines("a page in the order of a name reads the sums to know its names", DATABASE, async (sql) => {
  const { store } = await filled(sql, 600);
  const page = { sort_by: "model", sort_dir: "asc", limit: 20, offset: 0 } as const;
  assert.equal((await store.page({ team_id: "team-a" }, page)).length, 20);
  await sql`delete from gateway.usage_rollups where dims = 4`;
  assert.deepEqual(await store.page({ team_id: "team-a" }, page), []);
});

testOnEngines(
  "the records of a tenant are in an index in the order of cost and of tokens",
  DATABASE,
  async (sql) => {
    await using before = await migrationsBefore("0022");
    await sql`drop schema gateway cascade`;
    await migrate(sql, "gateway", before.folder);
    const { store } = await filled(sql, 600);
    const pages = () =>
      Promise.all(
        (["cost_usd", "total_tokens"] as const).map((sort_by) =>
          store.page({ tenant_id: "t1", unpriced: false }, {
            sort_by,
            sort_dir: "desc",
            limit: 30,
            offset: 20,
          })
        ),
      );
    const old = await pages();
    assert.ok((await migrate(sql, "gateway", MIGRATIONS)).includes("0022_page_orders.sql"));
    assert.deepEqual(await pages(), old);
    // A month that begins later has them, too.
    await sql`select gateway.add_month('usage_records', '2031-01-01'::date)`;
    const indexes = await sql`
    select indexdef from pg_indexes where schemaname = 'gateway' and tablename = 'usage_records_2031_01'`;
    for (const columns of ["(tenant_id, cost_nano_usd, id)", "(tenant_id, total_tokens, id)"]) {
      assert.ok(
        indexes.some(({ indexdef }) => indexdef.endsWith(columns)),
        columns,
      );
    }
  },
);
