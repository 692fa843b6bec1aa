import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, offered, published, registered, served } from "../procurement_fixture.ts";

testOnEngines("what a supplier lists after its bid improves no bid", DATABASE, async (sql) => {
  const call = served(sql);
  const tender = await published(call, { requirements: ["شهادة ISO 22301", "ISO 9001 certificate"] });
  const supplier = await registered(call, "A-1");
  const bid = await offered(call, tender, supplier, 500);
  const statuses = async () =>
    (await call("POST", `/tenders/${tender}/evaluate-all`)).body.evaluations[0].compliance_check.requirements
      .map(({ status }: { status: string }) => status);
  const before = await statuses();
  assert.equal(before[1], "met");
  for (const field of ["certifications", "capabilities"]) {
    assert.equal((await call("PUT", `/suppliers/${supplier}`, { [field]: ["شهادة ISO 22301"] })).status, 200);
    assert.deepEqual(await statuses(), before, field);
  }
  // A new bid states what the supplier has now.
  const again = await offered(call, tender, supplier, 500);
  assert.equal(again.replaces, bid.id);
  assert.deepEqual(await statuses(), ["met", "unclear"]);
});

testOnEngines("what bids are compared with stays once somebody can read them", DATABASE, async (sql) => {
  const call = served(sql, { now: () => Date.parse("2026-12-01T00:00:00Z") });
  const changes = [{ description: "We hold an ISO 9001 certificate" }, { budget_max: 450 }, {
    budget_min: 600,
  }];
  const supplier = await registered(call, "A-1");
  const sealed = await published(call, { sealed: true, deadline: null });
  const open = await published(call);
  for (const tender of [sealed, open]) await offered(call, tender, supplier, 500);
  const statuses = async (tender: string) => {
    const answers = [];
    for (const change of changes) answers.push((await call("PUT", `/tenders/${tender}`, change)).status);
    return answers;
  };
  assert.deepEqual(await statuses(open), [409, 409, 409]);
  // A clarification before the opening helps no bidder more than another.
  assert.equal((await call("PUT", `/tenders/${sealed}`, { description: "Laptops, new" })).status, 200);
  assert.equal((await call("POST", `/tenders/${sealed}/open-bids`)).status, 200);
  assert.deepEqual(await statuses(sealed), [409, 409, 409]);
  assert.equal((await call("PUT", `/tenders/${sealed}`, { description: "Laptops, new" })).status, 200);
});

testOnEngines("a criterion may have any name", DATABASE, async (sql) => {
  const call = served(sql);
  for (const name of ["constructor", "toString", "hasOwnProperty", "المنشئ"]) {
    const tender = await published(call, {
      evaluation_criteria: { price: 0.5, [name]: 0.5 },
      requirements: [],
    });
    const bid = await offered(call, tender, await registered(call, name), 500);
    const evaluated = async () => (await call("POST", `/tenders/${tender}/evaluate-all`)).body;
    assert.equal((await evaluated()).preliminary, true, name);
    const score = { criterion: name, score: 60 };
    assert.equal((await call("POST", `/tenders/${tender}/bids/${bid.id}/scores`, score)).status, 201);
    assert.equal((await evaluated()).ranking[0].total_score, 80, name);
    const report = await call("POST", `/reports/tender/${tender}`);
    assert.equal(report.body.content.scores[0].by_criterion[name], 60);
  }
});
