import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, offered, published, registered, served } from "../procurement_fixture.ts";

testOnEngines(
  "a person's finding takes precedence over the text, a disqualified bid is not ranked, a winner is awarded",
  DATABASE,
  async (sql) => {
    let now = Date.parse("2026-12-01T00:00:00Z");
    const call = served(sql, { now: () => now });
    const tender = await published(call);
    const suppliers = [
      await registered(call, "A-1"),
      await registered(call, "B-1"),
      await registered(call, "C-1"),
    ];
    const bids = [];
    for (const [index, supplier] of suppliers.entries()) {
      bids.push(
        await offered(call, tender, supplier, 800 + index),
      );
    }
    const path = `/tenders/${tender}/bids`;
    const found = { requirement: 0, status: "not_met", evidence: "The certificate expired" };
    assert.equal((await call("PUT", `${path}/${bids[1].id}/requirements`, found)).status, 200);
    for (const evidence of ["   ", undefined]) {
      const unreasoned = await call("PUT", `${path}/${bids[1].id}/requirements`, { ...found, evidence });
      assert.deepEqual([unreasoned.status, unreasoned.body.details[0].loc], [422, ["body", "evidence"]]);
    }
    const { body: trail } = await call("GET", `/audit/${bids[1].id}`);
    assert.deepEqual(
      trail.find(({ action }: { action: string }) => action === "find").after.evidence,
      found.evidence,
    );
    assert.equal(
      (await call("PUT", `${path}/${bids[1].id}/requirements`, { ...found, requirement: 1 })).status,
      422,
    );
    assert.equal(
      (await call("POST", `${path}/${bids[0].id}/disqualify`, { reason: "No bond" }, "user")).status,
      403,
    );
    assert.equal(
      (await call("POST", `${path}/${bids[0].id}/disqualify`, { reason: "No bond" })).body.status,
      "disqualified",
    );
    assert.equal((await call("POST", `/tenders/${tender}/award`, { bid_id: bids[2].id })).status, 409);
    now = Date.parse("2027-01-01T00:00:00Z");
    const { body } = await call("POST", `/tenders/${tender}/evaluate-all`);
    assert.deepEqual(body.ranking.map(({ bid_id }: { bid_id: string }) => bid_id), [bids[2].id, bids[1].id]);
    assert.deepEqual(body.red_flags.map(({ code }: { code: string }) => code), ["lowest_disqualified"]);
    assert.equal((await call("POST", `/tenders/${tender}/award`, { bid_id: bids[0].id })).status, 404);
    assert.equal(
      (await call("POST", `/tenders/${tender}/award`, { bid_id: bids[2].id }, "user")).status,
      403,
    );
    const unreasoned = await call("POST", `/tenders/${tender}/award`, { bid_id: bids[2].id });
    assert.deepEqual([unreasoned.status, unreasoned.body.details[0].loc], [422, ["body", "reason"]]);
    const award = { bid_id: bids[2].id, reason: "The committee looked at quality in a session" };
    assert.equal((await call("POST", `/tenders/${tender}/award`, award)).status, 200);
    assert.partialDeepStrictEqual((await call("GET", `/tenders/${tender}`)).body, {
      status: "awarded",
      awarded_bid_id: bids[2].id,
    });
    assert.equal((await call("POST", `/tenders/${tender}/evaluate-all`)).status, 409);
    const score = await call("POST", `/suppliers/${suppliers[2]}/score`);
    assert.partialDeepStrictEqual(score.body, { rated: true, total_bids: 1, won_bids: 1, win_rate: 1 });
    assert.equal((await call("GET", "/suppliers?min_score=1")).body.suppliers[0].id, suppliers[2]);
    const records = await call("GET", `/suppliers/${suppliers[2]}/records`);
    assert.deepEqual(records.body.map(({ kind }: { kind: string }) => kind), ["award"]);
    assert.equal(
      (await call("POST", `/suppliers/${suppliers[2]}/records`, { kind: "breach" }, "user")).status,
      403,
    );
    await call("POST", `/suppliers/${suppliers[2]}/records`, { kind: "breach", tender_id: tender });
    const after = await call("POST", `/suppliers/${suppliers[2]}/score`);
    assert.ok(after.body.overall_score < score.body.overall_score);
  },
);
