import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { filled } from "./usage_fixture.ts";
import { SORTS } from "./usage_pages.ts";

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
      for (const filter of [{}, { model: "large" }]) {
        const order = { sort_by, sort_dir };
        const all = (await store.page(filter, { ...order, limit: 1500, offset: 0 })).map(({ id }) => id);
        for (const offset of [499, 500, 731, 1490, 1600]) {
          const page = await store.page(filter, { ...order, limit: 20, offset });
          assert.deepEqual(page.map(({ id }) => id), all.slice(offset, offset + 20), `${sort_by} ${offset}`);
        }
      }
    }
  }
});
