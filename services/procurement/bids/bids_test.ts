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

testOnEngines("a late bid is 409 unless the setting keeps it", DATABASE, async (sql) => {
  const call = served(sql, { now: () => Date.parse("2027-01-01T00:00:00Z") });
  const tender = await published(call);
  const supplier = await registered(call, "A-1");
  const late = await call("POST", `/tenders/${tender}/bids`, { supplier_id: supplier, amount: 5 });
  assert.equal(late.status, 409);
});

testOnEngines(
  "a late bid waits apart and changes nothing until a manager admits it with a reason",
  DATABASE,
  async (sql) => {
    let now = Date.parse("2026-12-01T00:00:00Z");
    const call = served(sql, { now: () => now, lateBids: "flag" });
    const tender = await published(call, { evaluation_criteria: { price: 1 }, requirements: [] });
    const [early, tardy] = [await registered(call, "A-1"), await registered(call, "B-1")];
    const first = await offered(call, tender, early, 1000);
    now = Date.parse("2027-01-01T00:00:00Z");
    const evaluate = async () => (await call("POST", `/tenders/${tender}/evaluate-all`)).body;
    const late = await offered(call, tender, tardy, 10);
    const own = await offered(call, tender, early, 20);
    assert.deepEqual([late.status, late.late, own.replaces], ["waiting", true, null]);
    const listed = async (as: "admin" | "user") =>
      (await call("GET", `/tenders/${tender}/bids`, undefined, as)).body.map(({ id }: { id: string }) => id);
    const counted = async () => (await call("GET", `/tenders/${tender}`)).body.bid_count;
    for (const as of ["admin", "user"] as const) {
      assert.deepEqual(await listed(as), [first.id, own.id, late.id]);
    }
    assert.equal(await counted(), 1);
    const alone = await evaluate();
    assert.deepEqual(alone.ranking, [{ bid_id: first.id, rank: 1, total_score: 100 }]);
    assert.deepEqual(alone.late_bids.map(({ bid_id }: { bid_id: string }) => bid_id), [late.id, own.id]);
    assert.deepEqual(alone.red_flags.map(({ code }: { code: string }) => code), ["single_bid"]);
    const admit = `/tenders/${tender}/bids/${late.id}/admit`;
    assert.equal(
      (await call("POST", `/tenders/${tender}/award`, { bid_id: late.id, reason: "x" })).status,
      409,
    );
    assert.equal((await call("POST", admit, { reason: " " })).status, 422);
    assert.equal((await call("POST", admit, { reason: "x" }, "user")).status, 403);
    const admitted = await call("POST", admit, { reason: "The portal was down" });
    assert.deepEqual([admitted.body.status, admitted.body.admission.reason], [
      "submitted",
      "The portal was down",
    ]);
    assert.equal((await call("POST", admit, { reason: "again" })).status, 409);
    assert.equal(await counted(), 2);
    await call("POST", `/tenders/${tender}/bids/${own.id}/admit`, { reason: "The same" });
    assert.equal((await call("GET", `/tenders/${tender}/bids/${first.id}`)).body.status, "superseded");
    const stale = await call("POST", `/tenders/${tender}/award`, { bid_id: late.id, reason: "Cheapest" });
    assert.match(stale.body.error, /changed since evaluation version 1: evaluate again/);
    assert.deepEqual((await evaluate()).ranking.map(({ bid_id }: { bid_id: string }) => bid_id), [
      late.id,
      own.id,
    ]);
  },
);

testOnEngines("a disqualified supplier cannot bid again", DATABASE, async (sql) => {
  const call = served(sql);
  const tender = await published(call);
  const supplier = await registered(call, "A-1");
  const bid = await offered(call, tender, supplier, 10);
  await call("POST", `/tenders/${tender}/bids/${bid.id}/disqualify`, { reason: "Forged certificate" });
  const again = await call("POST", `/tenders/${tender}/bids`, { supplier_id: supplier, amount: 9 });
  assert.deepEqual([again.status, again.body.error], [
    409,
    "This supplier was disqualified from the tender: it cannot bid again",
  ]);
});

testOnEngines(
  "evaluators may not bid and bidders may not evaluate, whichever came first",
  DATABASE,
  async (sql) => {
    const call = served(sql);
    const [maker, judge, bidder] = ["maker", "judge", "bidder"].map((sub) => ({
      sub,
      role: "user" as const,
    }));
    const { body: { id: tender } } = await call("POST", "/tenders", {
      title: "Pens",
      sealed: false,
      committee: ["judge"],
    }, maker);
    const supplierOf = async (as: typeof maker) =>
      (await call("POST", "/suppliers", { name: "S" }, as)).body.id;
    for (const as of [maker, judge]) {
      const given = { supplier_id: await supplierOf(as), amount: 1 };
      assert.equal((await call("POST", `/tenders/${tender}/bids`, given, as)).status, 403);
    }
    const supplier_id = await supplierOf(bidder);
    const { body: bid } = await call("POST", `/tenders/${tender}/bids`, { supplier_id, amount: 1 }, bidder);
    const named = await call("PUT", `/tenders/${tender}`, { committee: ["bidder"] }, maker);
    assert.deepEqual([named.status, named.body.details[0].loc], [422, ["body", "committee", 0]]);
    // The score of an evaluator who later becomes an owner no longer counts.
    const score = { criterion: "quality", score: 100 };
    await call("POST", `/tenders/${tender}/bids/${bid.id}/scores`, score, judge);
    const quality = async () =>
      (await call("POST", `/tenders/${tender}/evaluate-all`)).body.evaluations[0].criterion_scores.quality
        .score;
    assert.equal(await quality(), 100);
    await call("PUT", `/suppliers/${supplier_id}`, { owners: ["bidder", "judge"] }, "admin");
    assert.equal(await quality(), null);
    assert.equal((await call("POST", `/tenders/${tender}/bids/${bid.id}/scores`, score, judge)).status, 403);
    // Leaving the supplier does not make a bidder an evaluator.
    await call("PUT", `/suppliers/${supplier_id}`, { owners: ["judge"] }, bidder);
    assert.equal((await call("PUT", `/tenders/${tender}`, { committee: ["bidder"] }, maker)).status, 422);
  },
);

testOnEngines("a finding of a manager is not overwritten by the committee", DATABASE, async (sql) => {
  const call = served(sql);
  const judge = { sub: "judge", role: "user" as const };
  const tender = await published(call, { committee: ["judge"] });
  const bid = await offered(call, tender, await registered(call, "A-1"), 10);
  const path = `/tenders/${tender}/bids/${bid.id}/requirements`;
  assert.equal(
    (await call("PUT", path, { requirement: 0, status: "met", evidence: "Certificate seen" }, judge)).status,
    200,
  );
  assert.equal(
    (await call("PUT", path, { requirement: 0, status: "not_met", evidence: "It expired" }, "manager"))
      .status,
    200,
  );
  assert.equal(
    (await call("PUT", path, { requirement: 0, status: "met", evidence: "Certificate seen" }, judge)).status,
    403,
  );
});

testOnEngines("a proposal may be empty, and is not blank", DATABASE, async (sql) => {
  const call = served(sql);
  const tender = await published(call);
  const supplier_id = await registered(call, "A-1");
  const bid = { supplier_id, amount: 10 };
  for (const proposal of ["   ", "\u200f\n"]) {
    const { status, body } = await call("POST", `/tenders/${tender}/bids`, { ...bid, proposal });
    assert.deepEqual([status, body.details?.[0].loc], [422, ["body", "proposal"]]);
  }
  assert.equal((await call("POST", `/tenders/${tender}/bids`, { ...bid, proposal: "" })).status, 201);
});

testOnEngines(
  "who was disqualified cannot bid again under another supplier's name",
  DATABASE,
  async (sql) => {
    const call = served(sql);
    const [dana, omar] = [{ sub: "dana", role: "user" }, { sub: "omar", role: "user" }] as const;
    const tender = await published(call);
    const bids = `/tenders/${tender}/bids`;
    const supplierOf = async (as: typeof dana | typeof omar) =>
      (await call("POST", "/suppliers", { name: "S" }, as)).body.id;
    const bid = await call("POST", bids, { supplier_id: await supplierOf(dana), amount: 10 }, dana);
    assert.equal(
      (await call("POST", `${bids}/${bid.body.id}/disqualify`, { reason: "No bond" })).status,
      200,
    );
    const again = await call("POST", bids, { supplier_id: await supplierOf(dana), amount: 9 }, dana);
    assert.equal(again.status, 409);
    assert.equal(
      (await call("POST", bids, { supplier_id: await supplierOf(omar), amount: 9 }, omar)).status,
      201,
    );
  },
);

testOnEngines("no late bid of a disqualified supplier or owner is admitted", DATABASE, async (sql) => {
  let now = Date.parse("2026-12-01T00:00:00Z");
  const call = served(sql, { now: () => now, lateBids: "flag" });
  const dana = { sub: "dana", role: "user" } as const;
  const tender = await published(call);
  const bids = `/tenders/${tender}/bids`;
  const supplierOf = async () => (await call("POST", "/suppliers", { name: "S" }, dana)).body.id;
  const [own, other] = [await supplierOf(), await supplierOf()];
  const rival = await offered(call, tender, await registered(call, "R-1"), 30);
  const { body: first } = await call("POST", bids, { supplier_id: own, amount: 10 }, dana);
  now = Date.parse("2027-01-01T00:00:00Z");
  const late = [];
  for (const supplier_id of [own, other]) {
    late.push((await call("POST", bids, { supplier_id, amount: 9 }, dana)).body.id);
  }
  const outsider = await offered(call, tender, await registered(call, "L-1"), 40);
  assert.equal((await call("POST", `${bids}/${first.id}/disqualify`, { reason: "Forged bond" })).status, 200);
  for (const id of late) {
    const { status, body } = await call("POST", `${bids}/${id}/admit`, { reason: "Why not" });
    assert.deepEqual([status, /disqualified/.test(body.error)], [409, true]);
  }
  assert.equal((await call("POST", `${bids}/${outsider.id}/admit`, { reason: "Portal down" })).status, 200);
  const { body } = await call("POST", `/tenders/${tender}/evaluate-all`);
  const ranked = body.evaluations.filter(({ rank }: { rank: number | null }) => rank !== null);
  assert.deepEqual(
    ranked.map(({ bid_id }: { bid_id: string }) => bid_id).sort(),
    [rival.id, outsider.id].sort(),
  );
});

testOnEngines(
  "a bid that is disqualified after the evaluation has no rank any more",
  DATABASE,
  async (sql) => {
    const call = served(sql);
    const tender = await published(call, { evaluation_criteria: { price: 1 } });
    const best = await offered(call, tender, await registered(call, "A-1"), 500);
    const next = await offered(call, tender, await registered(call, "B-1"), 600);
    await call("POST", `/tenders/${tender}/evaluate-all`);
    const path = `/tenders/${tender}/bids`;
    const { body } = await call("POST", `${path}/${best.id}/disqualify`, { reason: "No bond" });
    assert.deepEqual([body.status, body.rank, body.total_score], ["disqualified", null, null]);
    const listed = (await call("GET", path)).body.map((
      { id, rank }: { id: string; rank: number },
    ) => [id, rank]);
    assert.deepEqual(listed, [[next.id, 2], [best.id, null]]);
    // So has one that its supplier replaced.
    await call("POST", path, { supplier_id: next.supplier_id, amount: 550 });
    assert.equal((await call("GET", `${path}/${next.id}`)).body.rank, null);
  },
);
