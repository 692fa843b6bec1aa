/**
 * Compares lists, search, totals and statistics over 100,000 tenders and suppliers with 1,000 of them on a
 * Postgres server (TEST_DATABASE_URL). Whole requests alternate; it fails if a median is more than three
 * times that of the small set. BENCH_ONLY is a filter by name.
 */
import type { Sql } from "lib/database/db.ts";
import { testServerDatabase } from "lib/testing.ts";
import { type Call, DATABASE, served } from "../procurement_fixture.ts";
import { median } from "lib/median.ts";
import { print } from "lib/print.ts";

const LIMIT = 3;
const [SMALL, LARGE] = [1_000, 100_000];
const ROUNDS = Number(Deno.env.get("BENCH_ROUNDS") ?? 60);
const ONLY = new RegExp(Deno.env.get("BENCH_ONLY") ?? "");
const NOW = Date.parse("2026-11-21T08:00:00Z");

/** The small set has fewer pages; later pages are compared with its last one. */
const CASES: [string, string][] = [
  ["tenders, first page", "/tenders"],
  ["tenders, 100 a page", "/tenders?page_size=100"],
  ["tenders, page 45", "/tenders?page=45"],
  ["tenders of a category", "/tenders?category=it"],
  ["tenders of a category, page 4", "/tenders?category=it&page=4"],
  ["tenders that are open", "/tenders?status=open"],
  ["tenders that are closed", "/tenders?status=closed"],
  ["tenders that are awarded, page 20", "/tenders?status=awarded&page=20"],
  ["tenders of category and status", "/tenders?category=works&status=evaluated"],
  ["tenders, search: in all", "/tenders?search=توريد"],
  ["tenders, search: in a tenth", "/tenders?search=laptops"],
  ["tenders, search: a phrase in a hundredth", "/tenders?search=صيانة المباني"],
  ["tenders, search: one", "/tenders?search=TN-000777"],
  ["tenders, search: none", "/tenders?search=submarine"],
  ["tenders, search with category and status", "/tenders?search=laptops&category=it&status=awarded"],
  ["tenders, statistics", "/tenders/stats"],
  ["suppliers, first page", "/suppliers"],
  ["suppliers, page 45", "/suppliers?page=45"],
  ["suppliers of a category", "/suppliers?category=it"],
  ["suppliers, search: in all", "/suppliers?search=شركة"],
  ["suppliers, search: in a hundredth", "/suppliers?search=النخيل"],
  ["suppliers, search: one", "/suppliers?search=NO-000777"],
  ["suppliers, score 50 or more", "/suppliers?min_score=50"],
  ["suppliers, score 99 or more", "/suppliers?min_score=99"],
  ["suppliers, all filters", "/suppliers?min_score=60&category=it&search=شركة"],
];

async function fill(sql: Sql, size: number): Promise<void> {
  const newest = new Date(NOW);
  await sql`
    insert into procurement.tenders
    select gen_random_uuid(), title, lower(title), description, lower(description),
      (array['it', 'works', 'services', 'goods', 'medical', 'food', 'fleet', 'furniture', 'energy', 'other'])[1 + i % 10],
      1000 * (i % 90), 1000 * (i % 90) + 500000, (array['AED', 'SAR', 'QAR', 'OMR', 'USD'])[1 + i % 5], null,
      case when i % 20 < 2 then ${newest}::timestamptz + (i % 60 - 5) * interval '1 day' end, '["ISO 9001"]', '{}',
      false, coalesce((array['open', 'open', 'draft', 'under_evaluation', 'evaluated', 'evaluated', 'cancelled',
        'unsuccessful'])[1 + i % 20], 'awarded'), null, null, 'alice', made, made, null
    from (
      select i, ${newest}::timestamptz - i * interval '5 minutes' as made,
        'توريد ' || (array['laptops', 'اثاث', 'ادويه', 'مركبات', 'cables', 'اغذيه', 'paper', 'خدمات', 'pumps', 'اجهزه'])[
          1 + (i / 7) % 10] || ' TN-' || lpad(i::text, 6, '0') as title,
        repeat('وصف المناقصه والشروط والمواصفات ', 8) || case when i % 100 = 3 then 'صيانه المباني' else md5(i::text) end
          as description
      from generate_series(1, ${size}) i
    ) rows`;
  await sql`
    insert into procurement.suppliers
    select gen_random_uuid(), name, lower(name), 'NO-' || i, 'NO' || i,
      (array['it', 'works', 'services', 'goods', 'other'])[1 + i % 5], null, null, '[]', '[]',
      case when i % 3 > 0 then (i * 37) % 10000 / 100.0 end, made, made
    from (
      select i, ${newest}::timestamptz - i * interval '7 minutes' as made,
        'شركه ' || case when i % 100 = 5 then 'النخيل' else md5(i::text) end || ' NO-' || lpad(i::text, 6, '0') as name
      from generate_series(1, ${size}) i
    ) rows`;
  for (const table of ["tenders", "suppliers", "tender_counts", "supplier_counts"]) {
    await sql`vacuum analyze procurement.${sql(table)}`;
  }
}

async function timed(call: Call, path: string): Promise<number> {
  const begun = performance.now();
  const { status } = await call("GET", path);
  const took = performance.now() - begun;
  if (status !== 200) throw new Error(`${path} answered ${status}`);
  return took;
}

const server = Deno.env.get("TEST_DATABASE_URL");
if (!server) {
  print("lists: skipped, TEST_DATABASE_URL is not set");
} else {
  await using small = await testServerDatabase(server, DATABASE.schema, DATABASE.migrations);
  await using large = await testServerDatabase(server, DATABASE.schema, DATABASE.migrations);
  await fill(small.sql, SMALL);
  await fill(large.sql, LARGE);
  const [few, many] = [small, large].map(({ sql }) => served(sql, { now: () => NOW }));
  if (!few || !many) throw new Error("Two services were expected");
  const over: string[] = [];
  for (const [name, path] of CASES.filter(([name]) => ONLY.test(name))) {
    const times: [number[], number[]] = [[], []];
    for (let round = -10; round < ROUNDS; round++) {
      const pair = [await timed(few, path), await timed(many, path)] as const;
      if (round >= 0) pair.forEach((took, at) => times[at]?.push(took));
    }
    const [a, b] = [median(times[0]), median(times[1])];
    print(
      `${name}: ${a.toFixed(2)} ms of ${SMALL}, ${b.toFixed(2)} ms of ${LARGE}, ×${(b / a).toFixed(2)}`,
    );
    if (b > LIMIT * a) over.push(name);
  }
  for (
    const path of ["/tenders?page=500", "/tenders?page=5000", "/suppliers?page=5000"].filter((path) =>
      ONLY.test(path)
    )
  ) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await timed(many, path));
    print(`${path}: ${median(times).toFixed(2)} ms of ${LARGE}; there is no such page of ${SMALL}`);
  }
  if (over.length > 0) throw new Error(`More than ${LIMIT} times as slow: ${over.join("; ")}`);
  print(`all within ${LIMIT} times`);
}
