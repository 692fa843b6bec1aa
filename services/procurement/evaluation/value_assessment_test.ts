import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, offered, published, registered, served } from "../procurement_fixture.ts";

testOnEngines("a price that is a little above the lowest is not called the lowest", DATABASE, async (sql) => {
  const call = served(sql, { now: () => Date.parse("2026-12-01T00:00:00Z") });
  const tender = await published(call, {});
  const [one, two] = [await registered(call, "A-1"), await registered(call, "B-1")];
  await offered(call, tender, one, 100_000);
  await offered(call, tender, two, 100_010);
  const { body } = await call("POST", `/tenders/${tender}/evaluate-all`);
  const evaluations: { amount: number; value_assessment: string }[] = body.evaluations;
  const of = (amount: number) => evaluations.find((one) => one.amount === amount)?.value_assessment ?? "";
  assert.match(of(100_000), /: the lowest valid bid/);
  assert.match(of(100_010), /: less than 0.1 % above the lowest valid bid/);
});

testOnEngines("a disqualified bid is never called the lowest valid one", DATABASE, async (sql) => {
  const call = served(sql, { now: () => Date.parse("2026-12-01T00:00:00Z") });
  const tender = await published(call, {});
  const amounts = [900, 950, 950];
  const bids: { id: string }[] = [];
  for (const [at, amount] of amounts.entries()) {
    bids.push(await offered(call, tender, await registered(call, `A-${at}`), amount));
  }
  for (const at of [0, 2]) {
    await call("POST", `/tenders/${tender}/bids/${bids[at]?.id}/disqualify`, {
      reason: "The bid bond is missing",
    });
  }
  const { body } = await call("POST", `/tenders/${tender}/evaluate-all`);
  const evaluations: { bid_id: string; value_assessment: string }[] = body.evaluations;
  const of = (at: number) =>
    evaluations.find(({ bid_id }) => bid_id === bids[at]?.id)?.value_assessment ?? "";
  assert.match(of(0), /: 5.3 % below the lowest valid bid, within/);
  assert.match(of(1), /: the lowest valid bid/);
  assert.match(of(2), /: as much as the lowest valid bid/);
});
