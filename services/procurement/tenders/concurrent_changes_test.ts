import assert from "node:assert/strict";
import type { Sql } from "lib/database/db.ts";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, offered, published, registered, served } from "../procurement_fixture.ts";

/** The actions on record for a tender and its bids, in the order in which they were made. */
async function recorded(sql: Sql, tender: string): Promise<string[]> {
  const events = await sql<{ action: string }[]>`
    select action from procurement.audit_events where resource_id = ${tender}
      or resource_id in (select id from procurement.bids where tender_id = ${tender}) order by id`;
  return events.map(({ action }) => action);
}

testOnEngines("nothing that binds bidders changes once a bid is in, however close", DATABASE, async (sql) => {
  const call = served(sql, { now: () => Date.parse("2026-12-01T00:00:00Z") });
  const suppliers = [await registered(call, "A-1"), await registered(call, "B-1")];
  const changes = [{ sealed: false }, { deadline: "2026-12-10" }, { evaluation_criteria: { price: 1 } }];
  for (let round = 0; round < 5; round++) {
    const tender = await published(call, { sealed: true });
    const [first, second] = suppliers.map((supplier_id) =>
      call("POST", `/tenders/${tender}/bids`, { supplier_id, amount: 500 })
    );
    const answers = await Promise.all([
      first,
      ...changes.map((change) => call("PUT", `/tenders/${tender}`, change)),
      second,
    ]);
    const statuses = answers.map((answer) => answer?.status ?? 0);
    assert.deepEqual(statuses.filter((status) => status !== 201 && status !== 200 && status !== 409), []);
    const actions = await recorded(sql, tender);
    const bound = actions.slice(actions.indexOf("submit"));
    assert.deepEqual(bound.filter((action) => action === "update"), [], `round ${round}: ${actions}`);
  }
});

testOnEngines("no score and no finding is stored after the award, however close", DATABASE, async (sql) => {
  const call = served(sql, { now: () => Date.parse("2027-01-05T00:00:00Z"), lateBids: "flag" });
  for (let round = 0; round < 4; round++) {
    const tender = await published(call);
    const bid = await offered(call, tender, await registered(call, `A-${round}`), 500);
    const path = `/tenders/${tender}/bids/${bid.id}`;
    await call("POST", `${path}/admit`, { reason: "The portal was down" });
    await call("POST", `${path}/scores`, { criterion: "quality", score: 80 });
    assert.equal((await call("POST", `/tenders/${tender}/evaluate-all`)).status, 200);
    const score = { criterion: "quality", score: 10 };
    const finding = { requirement: 0, status: "met", evidence: "Seen" };
    const judged = Array.from({ length: 3 }, (_, index) => [
      call("POST", `${path}/scores`, score, { sub: `judge ${index}`, role: "manager" }),
      call("PUT", `${path}/requirements`, finding, { sub: `judge ${index}`, role: "manager" }),
    ]).flat();
    await Promise.all([
      call("POST", `/tenders/${tender}/award`, { bid_id: bid.id, reason: "The only bid" }),
      ...judged,
    ]);
    const actions = await recorded(sql, tender);
    const settled = actions.includes("award") ? actions.slice(actions.indexOf("award") + 1) : [];
    assert.deepEqual(settled, [], `round ${round}: ${actions}`);
  }
});
