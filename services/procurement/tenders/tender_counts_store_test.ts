import assert from "node:assert/strict";
import { PGlite } from "@electric-sql/pglite";
import type { Sql } from "lib/database/db.ts";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, published, registered, served } from "../procurement_fixture.ts";

/** The reference: counts every tender. */
async function countedOneByOne(sql: Sql, now: number) {
  const rows = await sql<{ status: string; tenders: number }[]>`
    select case when status = 'open' and closes_at <= ${new Date(
    now,
  )} then 'closed' else status end as status,
      count(*) as tenders from procurement.tenders where deleted_at is null group by 1`;
  return Object.fromEntries(rows.map(({ status, tenders }) => [status, tenders]));
}

testOnEngines(
  "totals follow every change: new, moved, closed by the clock, removed",
  DATABASE,
  async (sql) => {
    let now = Date.parse("2026-12-01T00:00:00Z");
    const call = served(sql, { now: () => now });
    const deadlines = [null, "2026-12-05T10:00:00Z", "2026-12-05T14:00:00Z", "2026-12-06", "2027-03-01"];
    const ids = [];
    for (const deadline of deadlines) ids.push(await published(call, { deadline }));
    ids.push(await published(call, { status: "draft", category: "works" }));
    const totals = async () => {
      const { body } = await call("GET", "/tenders/stats");
      const listed: Record<string, number> = {};
      for (const status of Object.keys(body.by_status)) {
        listed[status] = (await call("GET", `/tenders?status=${status}`)).body.total;
      }
      assert.deepEqual(listed, body.by_status);
      assert.deepEqual(body.by_status, await countedOneByOne(sql, now));
      return body;
    };
    assert.deepEqual((await totals()).by_status, { open: 5, draft: 1 });
    now = Date.parse("2026-12-05T12:00:00Z");
    assert.deepEqual((await totals()).by_status, { open: 4, closed: 1, draft: 1 });
    assert.equal((await call("GET", "/tenders?status=closed&category=it")).body.total, 1);
    now = Date.parse("2026-12-07T00:00:00Z");
    assert.deepEqual((await totals()).by_status, { closed: 3, open: 2, draft: 1 });
    await call("PUT", `/tenders/${ids[1]}`, { status: "cancelled" });
    await call("PUT", `/tenders/${ids[2]}`, { category: "works" });
    await call("PUT", `/tenders/${ids[3]}`, { budget_min: 0, budget_max: 0 });
    await call("DELETE", `/tenders/${ids[4]}`);
    const after = await totals();
    assert.deepEqual(after.by_status, { closed: 2, cancelled: 1, draft: 1, open: 1 });
    assert.deepEqual([after.total, after.by_category], [5, { it: 3, works: 2 }]);
    assert.deepEqual(after.budgets, [{ currency: "AED", tenders: 4, average_min: 400, average_max: 1200 }]);
  },
);

testOnEngines(
  "a search within a category and a status matches all three, using one index",
  DATABASE,
  async (sql) => {
    const call = served(sql);
    for (const category of ["it", "works"]) {
      for (const status of ["open", "draft"]) {
        for (const title of ["أجهزة", "ورق"]) await published(call, { title, category, status });
      }
    }
    const { body } = await call("GET", "/tenders?search=اجهزه&category=works&status=draft");
    assert.deepEqual([body.total, body.tenders[0].title, body.tenders[0].category], [1, "أجهزة", "works"]);
    await call("PUT", `/tenders/${body.tenders[0].id}`, { status: "open" });
    assert.equal((await call("GET", "/tenders?search=اجهزه&category=works&status=open")).body.total, 2);
    const [index] = await sql<{ indexdef: string }[]>`
    select indexdef from pg_indexes where schemaname = 'procurement' and indexname = 'tenders_search'`;
    assert.match(index?.indexdef ?? "", /USING gin \(category, status, title_folded .*, description_folded /);
  },
);

testOnEngines("many writers at once are all counted, and the sums stay few", DATABASE, async (sql) => {
  const call = served(sql);
  const id = await published(call);
  const insert = (i: number) =>
    sql`insert into procurement.tenders
      select gen_random_uuid(), title, title_folded, description, description_folded, ${`c${
      i % 3
    }`}, budget_min,
        budget_max, currency, deadline, closes_at, requirements, evaluation_criteria, sealed, status, awarded_bid_id,
        opened_at, created_by, created_at, updated_at, deleted_at from procurement.tenders where id = ${id}`;
  await Promise.all(Array.from({ length: 1_100 }, (_, i) => insert(i)));
  const { body } = await call("GET", "/tenders/stats");
  assert.deepEqual(body.by_category, { c0: 367, c1: 367, c2: 366, it: 1 });
  const [kept] = await sql<
    { rows: number }[]
  >`select count(*) as rows from procurement.tender_counts`;
  assert.ok((kept?.rows ?? Infinity) < 700, `${kept?.rows} rows`);
});

testOnEngines("a search counts to a thousand and says so; pages go on", DATABASE, async (sql) => {
  const call = served(sql);
  await published(call, { title: "نموذج" });
  await registered(call, "A-1", "الواحة");
  await sql`insert into procurement.tenders
    select gen_random_uuid(), title, title_folded, description, description_folded, category, budget_min, budget_max,
      currency, deadline, closes_at, requirements, evaluation_criteria, sealed, status, awarded_bid_id, opened_at,
      created_by, created_at - i * interval '1 second', updated_at, deleted_at
    from procurement.tenders, generate_series(1, 1200) i`;
  const page = async (query: string) => {
    const { body } = await call("GET", `/tenders?search=نموذج&page_size=100&${query}`);
    return [body.tenders.length, body.total, body.total_is_exact];
  };
  assert.deepEqual(await page("page=1"), [100, 1000, false]);
  assert.deepEqual(await page("page=13"), [1, 1000, false]);
  assert.deepEqual((await call("GET", "/tenders?page=13&page_size=100")).body.total, 1201);
  const suppliers = await call("GET", "/suppliers?search=الواحه");
  assert.deepEqual([suppliers.body.total, suppliers.body.total_is_exact], [1, true]);
  assert.deepEqual((await call("GET", "/suppliers?search=الواحه&page=2")).body, {
    suppliers: [],
    total: 1,
    total_is_exact: true,
    page: 2,
    page_size: 20,
  });
});

Deno.test("a server without trigrams is migrated all the same, without the search indexes", async () => {
  await using engine = await PGlite.create();
  await engine.exec("create schema procurement; set search_path to procurement, public");
  const files = ["0001_procurement.sql", "0002_search_and_counts.sql", "0004_search_within.sql"];
  for (const file of files) {
    await engine.exec(await Deno.readTextFile(new URL(`../migrations/${file}`, import.meta.url)));
  }
  const { rows } = await engine.query("select 1 from pg_indexes where indexname = 'tenders_search'");
  assert.equal(rows.length, 0);
  const triggers = await engine.query("select tgname from pg_trigger where tgname = 'tenders_counted'");
  assert.equal(triggers.rows.length, 1);
});
