import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, offered, published, registered, served } from "../procurement_fixture.ts";

testOnEngines("a supplier's new bid replaces the one before as a new version", DATABASE, async (sql) => {
  const call = served(sql);
  const tender = await published(call);
  const supplier = await registered(call, "A-1");
  const first = await offered(call, tender, supplier, 500);
  const second = await offered(call, tender, supplier, 450);
  assert.deepEqual([second.version, second.replaces], [2, first.id]);
  const list = await call("GET", `/tenders/${tender}/bids`);
  assert.deepEqual(list.body.map(({ id }: { id: string }) => id), [second.id]);
  assert.equal((await call("GET", `/tenders/${tender}/bids/${first.id}`)).body.status, "superseded");
  const bid = { supplier_id: supplier, amount: 1 };
  assert.equal((await call("POST", `/tenders/${crypto.randomUUID()}/bids`, bid)).status, 404);
  assert.equal(
    (await call("POST", `/tenders/${tender}/bids`, { ...bid, supplier_id: crypto.randomUUID() })).status,
    404,
  );
  for (const wrong of [{ amount: 0 }, { amount: -1 }, { delivery_days: 0 }, { rank: 1 }]) {
    assert.equal((await call("POST", `/tenders/${tender}/bids`, { ...bid, ...wrong })).status, 422);
  }
  const many = await Promise.all(
    Array.from({ length: 10 }, (_, i) => call("POST", `/tenders/${tender}/bids`, { ...bid, amount: i + 1 })),
  );
  assert.deepEqual(many.map(({ body }) => body.version).sort((a, b) => a - b), [
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
  ]);
  assert.equal((await call("GET", `/tenders/${tender}/bids`)).body.length, 1);
});

testOnEngines(
  "a late bid is 409, or accepted and marked where the setting says so",
  DATABASE,
  async (sql) => {
    const now = () => Date.parse("2027-01-01T00:00:00Z");
    const strict = served(sql, { now });
    const tender = await published(strict);
    const supplier = await registered(strict, "A-1");
    const late = await strict("POST", `/tenders/${tender}/bids`, { supplier_id: supplier, amount: 5 });
    assert.equal(late.status, 409);
    const bid = await offered(served(sql, { now, lateBids: "flag" }), tender, supplier, 5);
    assert.equal(bid.late, true);
  },
);

testOnEngines(
  "sealed bids show nothing before the deadline, to no role, and their opening is on record",
  DATABASE,
  async (sql) => {
    let now = Date.parse("2026-12-01T00:00:00Z");
    const call = served(sql, { now: () => now });
    const tender = await published(call, { sealed: true });
    const bid = await offered(call, tender, await registered(call, "A-1"), 500, { proposal: "secret" });
    assert.deepEqual([bid.sealed, bid.amount, bid.proposal, bid.delivery_days], [true, null, null, null]);
    assert.equal((await call("POST", `/tenders/${tender}/evaluate-all`)).status, 409);
    assert.equal(
      (await call("POST", `/tenders/${tender}/bids/${bid.id}/scores`, { criterion: "quality", score: 1 }))
        .status,
      409,
    );
    now = Date.parse("2027-01-01T00:00:00Z");
    const opened = await call("GET", `/tenders/${tender}/bids`);
    assert.deepEqual([opened.body[0].sealed, opened.body[0].amount], [false, 500]);
    await call("GET", `/tenders/${tender}/bids`);
    const actions = (await call("GET", `/audit/${tender}`)).body.map(({ action }: { action: string }) =>
      action
    );
    assert.deepEqual(actions, ["open_bids", "create"]);
  },
);
