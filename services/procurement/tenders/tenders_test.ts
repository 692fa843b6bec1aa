import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, published, served, TENDER } from "../procurement_fixture.ts";

testOnEngines(
  "a tender is published, found by folded Arabic search, changed and removed",
  DATABASE,
  async (sql) => {
    const call = served(sql);
    const minimal = await call("POST", "/tenders", { title: "Pens" });
    assert.partialDeepStrictEqual(minimal.body, {
      category: "other",
      currency: "AED",
      budget_min: 0,
      status: "open",
      deadline: null,
    });
    const id = await published(call);
    const found = await call("GET", "/tenders?search=اجهزه");
    assert.deepEqual([found.body.total, found.body.page, found.body.page_size], [1, 1, 20]);
    assert.equal(found.body.tenders[0].id, id);
    assert.equal(found.body.tenders[0].closes_at, "2026-12-31T20:00:00.000Z");
    assert.equal((await call("GET", "/tenders?search=%25")).body.total, 0);
    assert.equal((await call("GET", "/tenders?category=it&status=open")).body.total, 1);
    const changed = await call("PUT", `/tenders/${id}`, { title: "Laptops", budget_max: 900 });
    assert.partialDeepStrictEqual(changed.body, { title: "Laptops", budget_max: 900, category: "it" });
    assert.equal((await call("DELETE", `/tenders/${id}`, undefined, "user")).status, 403);
    assert.equal((await call("DELETE", `/tenders/${id}`)).status, 204);
    assert.equal((await call("GET", `/tenders/${id}`)).status, 404);
    assert.equal((await call("DELETE", `/tenders/${id}`)).status, 404);
    const audit = await call("GET", `/audit/${id}`);
    assert.deepEqual(audit.body.map(({ action }: { action: string }) => action), [
      "delete",
      "update",
      "create",
    ]);
  },
);

testOnEngines("POST /tenders answers 422 naming the field, and keeps nothing", DATABASE, async (sql) => {
  const call = served(sql);
  const cases: [object, string][] = [
    [{ title: "" }, "title"],
    [{ title: "😀".repeat(501) }, "title"],
    [{ description: "x".repeat(10_001) }, "description"],
    [{ budget_min: 5, budget_max: 4 }, "budget_min"],
    [{ currency: "EUR" }, "currency"],
    [{ deadline: "2026-02-30" }, "deadline"],
    [{ evaluation_criteria: { price: 0.5, quality: 0.4 } }, "evaluation_criteria"],
    [{ evaluation_criteria: { price: 1.5 } }, "evaluation_criteria"],
    [{ colour: "red" }, ""],
  ];
  for (const [change, field] of cases) {
    const { status, body } = await call("POST", "/tenders", { ...TENDER, ...change });
    assert.equal(status, 422, JSON.stringify(change));
    assert.deepEqual(body.details[0].loc.slice(0, 2), field ? ["body", field] : ["body"]);
  }
  assert.equal((await call("POST", "/tenders", { ...TENDER, title: "😀".repeat(500) })).status, 201);
  assert.equal((await call("POST", "/tenders", { title: "x", budget_min: 5 })).status, 201);
  assert.equal((await call("GET", "/tenders")).body.total, 2);
});

testOnEngines(
  "a tender's status moves as the rules allow; a forbidden move is 409",
  DATABASE,
  async (sql) => {
    let now = Date.parse("2026-12-01T00:00:00Z");
    const call = served(sql, { now: () => now });
    const id = await published(call);
    const move = (status: string, more = {}) => call("PUT", `/tenders/${id}`, { status, ...more });
    assert.equal((await move("evaluated")).status, 409);
    assert.equal((await move("draft")).body.status, "draft");
    assert.equal((await move("open")).body.status, "open");
    now = Date.parse("2027-01-01T00:00:00Z");
    assert.equal((await call("GET", `/tenders/${id}`)).body.status, "closed");
    assert.equal((await call("GET", "/tenders?status=closed")).body.total, 1);
    assert.equal((await call("GET", "/tenders?status=open")).body.total, 0);
    assert.equal((await move("open")).status, 409);
    assert.equal((await move("open", { deadline: "2027-02-01" })).body.status, "open");
    assert.equal((await move("cancelled")).body.status, "cancelled");
    assert.equal((await move("open")).status, 409);
    assert.equal((await call("PUT", `/tenders/${id}`, { title: "x" })).status, 409);
  },
);

testOnEngines(
  "GET /tenders/stats counts by category and status, and averages budgets per currency",
  DATABASE,
  async (sql) => {
    const call = served(sql);
    await published(call);
    await published(call, { budget_min: 600, budget_max: 800 });
    await published(call, { currency: "SAR", category: "works", status: "draft" });
    assert.deepEqual((await call("GET", "/tenders/stats")).body, {
      total: 3,
      by_category: { it: 2, works: 1 },
      by_status: { open: 2, draft: 1 },
      budgets: [
        { currency: "AED", tenders: 2, average_min: 500, average_max: 1000 },
        { currency: "SAR", tenders: 1, average_min: 400, average_max: 1200 },
      ],
    });
  },
);
