import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, offered, published, registered, served } from "../procurement_fixture.ts";

const BEFORE = Date.parse("2026-12-01T00:00:00Z");
const AFTER = Date.parse("2027-01-05T00:00:00Z");
const SECRET = /98765432|secret|Hidden|SEC-1|87654/;

testOnEngines("a tender is sealed unless it says otherwise", DATABASE, async (sql) => {
  const call = served(sql);
  assert.equal((await call("POST", "/tenders", { title: "Pens" })).body.sealed, true);
});

testOnEngines(
  "no list, count, search, export, statistic, analysis or error reveals sealed bids, before and after the deadline",
  DATABASE,
  async (sql) => {
    let now = BEFORE;
    const call = served(sql, { now: () => now });
    const tender = await published(call, { sealed: true });
    const other = await published(call);
    const supplier = await registered(call, "SEC-1", "Hidden Bidder");
    const bid = await offered(call, tender, supplier, 98765432, { proposal: "secret", delivery_days: 87654 });
    assert.deepEqual([bid.sealed, bid.amount, bid.proposal, bid.delivery_days], [true, null, null, null]);
    const paths = [
      ["GET", `/tenders/${tender}`],
      ["GET", "/tenders?search=Laptops"],
      ["GET", "/tenders/stats"],
      ["GET", `/tenders/${tender}/bids`],
      ["GET", `/tenders/${tender}/bids/${bid.id}`],
      ["GET", `/tenders/${tender}/bids/${bid.id}/scores`],
      ["POST", `/tenders/${tender}/bids/${bid.id}/evaluate`],
      ["POST", `/tenders/${tender}/evaluate-all`],
      ["GET", `/tenders/${tender}/evaluations`],
      ["POST", `/reports/tender/${tender}`],
      ["GET", "/reports"],
      ["POST", `/tenders/${tender}/analyze`],
      ["POST", `/tenders/${other}/analyze`],
      ["POST", `/suppliers/${supplier}/score`],
      ["GET", `/ocds/releases/${tender}`],
      ["GET", "/ocds/releases"],
      ["GET", `/audit/${tender}`],
      ["GET", `/audit/${bid.id}`],
      ["POST", `/tenders/${tender}/award`, { bid_id: bid.id, reason: "x" }],
    ] as const;
    for (now of [BEFORE, AFTER]) {
      for (const as of [{ sub: "admin-2", role: "admin" }, { sub: "u", role: "user" }] as const) {
        for (const [method, path, given] of paths) {
          const said = JSON.stringify((await call(method, path, given, as)).body);
          assert.doesNotMatch(said, SECRET, `${method} ${path} as ${as.role} said ${said}`);
        }
      }
      assert.equal((await call("GET", `/tenders/${tender}`)).body.bid_count, null);
    }
    assert.deepEqual((await call("GET", `/tenders/${tender}/bids`, undefined, "user")).body, []);
  },
);

testOnEngines(
  "moving the deadline back and forth opens nothing: once there are bids it only moves later, with a reason, until the opening",
  DATABASE,
  async (sql) => {
    let now = BEFORE;
    const call = served(sql, { now: () => now });
    const tender = await published(call, { sealed: true });
    const put = (change: object) => call("PUT", `/tenders/${tender}`, change);
    assert.equal((await put({ deadline: "2026-12-20" })).status, 200);
    const supplier = await registered(call, "A-1");
    await offered(call, tender, supplier, 500);
    for (const deadline of ["2026-11-01", "2026-12-19", null]) {
      const { status, body } = await put({ deadline, reason: "Curious" });
      assert.deepEqual([status, body.error], [
        409,
        "There are bids: the deadline can only move to a later time",
      ]);
    }
    const unreasoned = await put({ deadline: "2026-12-31" });
    assert.deepEqual([unreasoned.status, unreasoned.body.details[0].loc], [422, ["body", "reason"]]);
    assert.equal((await put({ deadline: "2026-12-31", reason: "   " })).status, 422);
    assert.equal((await put({ deadline: "2026-12-31", reason: "Holidays" })).status, 200);
    assert.equal((await put({ sealed: false })).status, 409);
    assert.equal((await call("POST", `/tenders/${tender}/open-bids`)).status, 409);
    now = AFTER;
    assert.equal((await call("GET", `/tenders/${tender}/bids`)).body[0].amount, null);
    assert.equal((await put({ status: "under_evaluation" })).status, 409);
    assert.equal((await call("POST", `/tenders/${tender}/evaluate-all`)).status, 409);
    const opened = await call("POST", `/tenders/${tender}/open-bids`);
    assert.deepEqual([opened.body.opened_by, opened.body.bid_count], ["admin-1", 1]);
    assert.equal((await call("POST", `/tenders/${tender}/open-bids`)).status, 409);
    assert.equal((await call("GET", `/tenders/${tender}/bids`, undefined, "user")).body[0].amount, 500);
    assert.equal((await put({ deadline: "2027-02-01", reason: "One more" })).status, 409);
    const late = await call("POST", `/tenders/${tender}/bids`, { supplier_id: supplier, amount: 499 });
    assert.deepEqual([late.status, late.body.error], [409, "The bids were opened: the tender takes no more"]);
    const audit = (await call("GET", `/audit/${tender}`)).body;
    assert.deepEqual(audit.map(({ action }: { action: string }) => action), [
      "open_bids",
      "update",
      "update",
      "create",
    ]);
    assert.equal(audit[1].after.reason, "Holidays");
  },
);

testOnEngines(
  "opening the bids of a tender without a deadline closes it, so that nobody bids knowing the other bids",
  DATABASE,
  async (sql) => {
    const call = served(sql, { now: () => BEFORE });
    const tender = await published(call, { sealed: true, deadline: null });
    const supplier = await registered(call, "A-1");
    await offered(call, tender, supplier, 500);
    const opened = (await call("POST", `/tenders/${tender}/open-bids`)).body;
    assert.deepEqual([opened.status, opened.closes_at], ["closed", "2026-12-01T00:00:00.000Z"]);
    assert.equal(
      (await call("POST", `/tenders/${tender}/bids`, { supplier_id: supplier, amount: 1 })).status,
      409,
    );
    assert.equal((await call("POST", `/tenders/${tender}/evaluate-all`)).status, 200);
    const open = await published(call, { deadline: null });
    assert.equal((await call("POST", `/tenders/${open}/open-bids`)).status, 409);
  },
);

testOnEngines("no bid is judged or disqualified before the opening", DATABASE, async (sql) => {
  let now = BEFORE;
  const call = served(sql, { now: () => now });
  const tender = await published(call, { sealed: true });
  const bid = await offered(call, tender, await registered(call, "A-1"), 700);
  const path = `/tenders/${tender}/bids/${bid.id}`;
  const acts = [
    ["POST", "scores", { criterion: "quality", score: 80 }],
    ["PUT", "requirements", { requirement: 0, status: "met", evidence: "Seen" }],
    ["POST", "disqualify", { reason: "The bid bond is missing" }],
  ] as const;
  for (now of [BEFORE, AFTER]) {
    for (const [method, act, given] of acts) {
      const { status, body } = await call(method, `${path}/${act}`, given);
      assert.deepEqual([act, status], [act, 409]);
      assert.match(body.error, /sealed/);
    }
  }
  assert.equal((await call("POST", `/tenders/${tender}/open-bids`)).status, 200);
  for (const [method, act, given] of acts) {
    assert.ok((await call(method, `${path}/${act}`, given)).status < 300, act);
  }
});

testOnEngines("many callers open a tender once", DATABASE, async (sql) => {
  let now = BEFORE;
  const call = served(sql, { now: () => now });
  const tender = await published(call, { sealed: true });
  await offered(call, tender, await registered(call, "A-1"), 500);
  now = AFTER;
  const all = await Promise.all(
    Array.from({ length: 5 }, () => call("POST", `/tenders/${tender}/open-bids`)),
  );
  assert.deepEqual(all.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
});

testOnEngines("naming a committee tells nobody who bids on a sealed tender", DATABASE, async (sql) => {
  let now = BEFORE;
  const call = served(sql, { now: () => now });
  const [maker, bidder] = [{ sub: "maker", role: "user" }, { sub: "bidder", role: "user" }] as const;
  const given = { title: "Laptops", deadline: "2027-01-01T00:00:00Z" };
  const tender = (await call("POST", "/tenders", given, maker)).body.id;
  const supplier_id = (await call("POST", "/suppliers", { name: "S" }, bidder)).body.id;
  const { status } = await call("POST", `/tenders/${tender}/bids`, { supplier_id, amount: 1 }, bidder);
  assert.equal(status, 201);
  for (const committee of [["stranger"], ["bidder"]]) {
    assert.equal((await call("PUT", `/tenders/${tender}`, { committee }, maker)).status, 200, committee[0]);
  }
  now = AFTER;
  assert.equal((await call("POST", `/tenders/${tender}/open-bids`, {}, bidder)).status, 403);
  assert.equal((await call("POST", `/tenders/${tender}/open-bids`, {}, maker)).status, 200);
  assert.equal((await call("POST", `/tenders/${tender}/evaluate-all`, {}, bidder)).status, 403);
  // After the opening the refusal reveals nothing new.
  const named = await call("PUT", `/tenders/${tender}`, { committee: ["bidder", "x"] }, maker);
  assert.equal(named.status, 422);
});
