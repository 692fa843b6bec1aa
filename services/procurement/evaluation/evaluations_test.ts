import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, offered, published, registered, served } from "../procurement_fixture.ts";

testOnEngines(
  "evaluate-all ranks by arithmetic, keeps versions, and lists carry scores and ranks",
  DATABASE,
  async (sql) => {
    let now = Date.parse("2026-12-01T00:00:00Z");
    const call = served(sql, { now: () => now });
    const tender = await published(call, { committee: ["carol"] });
    assert.equal((await call("POST", `/tenders/${tender}/evaluate-all`)).status, 409);
    const [one, two] = [await registered(call, "A-1", "Gulf Tech"), await registered(call, "B-1")];
    const cheap = await offered(call, tender, one, 800);
    const dear = await offered(call, tender, two, 1000);
    const scores = `/tenders/${tender}/bids`;
    assert.equal(
      (await call("POST", `${scores}/${cheap.id}/scores`, { criterion: "price", score: 90 })).status,
      422,
    );
    await call("POST", `${scores}/${cheap.id}/scores`, { criterion: "quality", score: 70 });
    await call("POST", `${scores}/${dear.id}/scores`, { criterion: "quality", score: 95 }, "manager");
    await call("POST", `${scores}/${dear.id}/scores`, { criterion: "quality", score: 85 }, {
      sub: "carol",
      role: "user",
    });
    assert.equal((await call("GET", `${scores}/${dear.id}/scores`)).body.length, 2);
    const { status, body } = await call("POST", `/tenders/${tender}/evaluate-all`);
    assert.equal(status, 200);
    assert.deepEqual(body.ranking, [
      { bid_id: cheap.id, rank: 1, total_score: 94 },
      { bid_id: dear.id, rank: 2, total_score: 86 },
    ]);
    assert.match(body.recommendation, /^Award to Gulf Tech/);
    assert.match(body.recommendation_ar, /الترسية على Gulf Tech/);
    assert.match(body.inputs_sha256, /^[0-9a-f]{64}$/);
    assert.equal(body.evaluations[0].compliance_check.met, 1);
    assert.deepEqual(body.evaluations[0].strengths, ["price: 100", "compliance: 100"]);
    const list = (await call("GET", `/tenders/${tender}/bids`)).body;
    assert.deepEqual(
      list.map(({ rank, total_score }: { rank: number; total_score: number }) => [rank, total_score]),
      [[1, 94], [2, 86]],
    );
    assert.equal(list[1].scores.quality, 90);
    const [again, twice] = await Promise.all(
      [1, 2].map(() => call("POST", `/tenders/${tender}/evaluate-all`)),
    );
    assert.deepEqual([again?.body.version, twice?.body.version].sort(), [2, 3]);
    assert.equal(again?.body.inputs_sha256, body.inputs_sha256);
    const single = await call("POST", `${scores}/${dear.id}/evaluate`);
    assert.partialDeepStrictEqual(single.body, { bid_id: dear.id, rank: 2, version: 4, tender_id: tender });
    assert.equal((await call("GET", `/tenders/${tender}/evaluations`)).body.length, 4);
    assert.equal((await call("GET", `/tenders/${tender}`)).body.status, "open");
    assert.equal(
      (await call("PUT", `/tenders/${tender}`, { evaluation_criteria: { price: 1 } })).status,
      409,
    );
    now = Date.parse("2027-01-01T00:00:00Z");
    await call("POST", `/tenders/${tender}/evaluate-all`);
    assert.equal((await call("GET", `/tenders/${tender}`)).body.status, "evaluated");
    const [change] = (await call("GET", `/audit/${tender}`)).body;
    assert.partialDeepStrictEqual(change, {
      action: "evaluate",
      before: { status: "closed", version: 4 },
      after: { status: "evaluated", version: 5 },
    });
  },
);

testOnEngines("50 bids at once are all there, each once", DATABASE, async (sql) => {
  const call = served(sql);
  const tender = await published(call);
  const suppliers = [];
  for (let i = 0; i < 50; i++) suppliers.push(await registered(call, `N-${i}`));
  await Promise.all(suppliers.map((supplier, i) => offered(call, tender, supplier, 500 + i)));
  const { body } = await call("POST", `/tenders/${tender}/evaluate-all`);
  assert.deepEqual(
    body.ranking.map(({ rank }: { rank: number }) => rank),
    Array.from({ length: 50 }, (_, i) => i + 1),
  );
  assert.equal((await call("GET", `/tenders/${tender}`)).body.bid_count, 50);
});

testOnEngines(
  "a bid that copies the tender is flagged, and no bid is recommended before people have scored",
  DATABASE,
  async (sql) => {
    const call = served(sql, { now: () => Date.parse("2026-12-01T00:00:00Z") });
    const description =
      "Supply, installation and commissioning of two hundred laptops with three years of on-site support in all branches";
    const tender = await published(call, { description, requirements: [] });
    const honest = await offered(call, tender, await registered(call, "A-1"), 900, {
      proposal:
        "Our team of nine engineers in Abu Dhabi installed four thousand machines for two banks last year.",
    });
    const copying = await offered(call, tender, await registered(call, "B-1"), 900, {
      proposal: `${description}. We are the best.`,
    });
    const { body } = await call("POST", `/tenders/${tender}/evaluate-all`);
    const flag = body.red_flags.find(({ code }: { code: string }) => code === "copied_text");
    assert.deepEqual(flag.bid_ids, [copying.id]);
    assert.deepEqual([body.preliminary, body.recommendation_withheld], [true, true]);
    assert.equal(body.recommendation, "No recommendation yet. Missing: quality: no evaluator has scored it");
    assert.match(body.recommendation_ar, /^لا توصية بعد/);
    for (const [bid, score] of [[honest, 90], [copying, 40]]) {
      await call("POST", `/tenders/${tender}/bids/${bid.id}/scores`, { criterion: "quality", score });
    }
    const { body: scored } = await call("POST", `/tenders/${tender}/evaluate-all`);
    assert.deepEqual([scored.preliminary, scored.recommendation_withheld], [false, false]);
    assert.match(scored.recommendation, /^Award to شركة A-1/);
  },
);

testOnEngines(
  "awarding a bid other than the recommended one needs a reason, which is recorded",
  DATABASE,
  async (sql) => {
    let now = Date.parse("2026-12-01T00:00:00Z");
    const call = served(sql, { now: () => now });
    const tender = await published(call, { evaluation_criteria: { price: 1 }, requirements: [] });
    const cheap = await offered(call, tender, await registered(call, "A-1"), 900);
    const dear = await offered(call, tender, await registered(call, "B-1"), 950);
    now = Date.parse("2027-01-01T00:00:00Z");
    await call("POST", `/tenders/${tender}/evaluate-all`);
    const award = (given: object) => call("POST", `/tenders/${tender}/award`, given);
    assert.equal((await award({ bid_id: dear.id })).status, 422);
    assert.equal((await award({ bid_id: dear.id, reason: "  " })).status, 422);
    assert.equal((await award({ bid_id: dear.id, reason: "The cheaper one cannot deliver" })).status, 200);
    assert.equal((await award({ bid_id: cheap.id })).status, 409);
    const { body } = await call("GET", `/tenders/${tender}`);
    assert.deepEqual([body.awarded_bid_id, body.award_reason], [dear.id, "The cheaper one cannot deliver"]);
  },
);

testOnEngines("the evaluations and reports of a removed tender are gone with it", DATABASE, async (sql) => {
  const call = served(sql);
  const tender = await published(call);
  await offered(call, tender, await registered(call, "A-1"), 900);
  await call("POST", `/tenders/${tender}/evaluate-all`);
  const { body: report } = await call("POST", `/reports/tender/${tender}`);
  await call("DELETE", `/tenders/${tender}`);
  for (
    const path of [
      `/tenders/${tender}/evaluations`,
      `/tenders/${tender}/bids`,
      `/reports/${report.id}/download`,
    ]
  ) {
    assert.equal((await call("GET", path)).status, 404, path);
  }
  assert.deepEqual((await call("GET", "/reports")).body, []);
});
