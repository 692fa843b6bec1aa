import assert from "node:assert/strict";
import { ServiceError } from "lib/errors.ts";
import { testOnEngines } from "lib/testing.ts";
import { DATABASE, offered, published, registered, served } from "../procurement_fixture.ts";
import { complianceReader } from "./compliance.ts";
import { evaluate } from "./evaluate.ts";
import type { Inputs } from "./evaluation.ts";
import { createEvaluator, type Evaluator } from "./evaluator.ts";

function inputsOf(proposals: string[], requirements: string[]): Inputs {
  return {
    tender: {
      ...{ id: "t", title: "Laptops", description: "", category: "it", currency: "AED" },
      ...{ budget_min: 0, budget_max: 0, coverage_order: false },
      ...{ created_at: "2026-01-01T00:00:00Z", closes_at: null, requirements },
      evaluation_criteria: { price: 0.5, compliance: 0.5 },
    },
    bids: proposals.map((proposal, index) => ({
      ...{ id: `b${index}`, supplier_id: `s${index}`, supplier_name: `S${index}`, amount: `${700 + index}` },
      ...{ delivery_days: 10, proposal, listed: [], disqualified: false, disqualified_reason: null },
      ...{ judged: {}, findings: {}, late: false },
    })),
  };
}

Deno.test("the thread evaluates bids as they are evaluated without it", async () => {
  const evaluator = createEvaluator({ inline: 0 });
  const inputs = inputsOf(
    ["We hold an ISO 9001 certificate.", "We do not hold an ISO 9001 certificate."],
    ["ISO 9001 certificate"],
  );
  const [bid] = inputs.bids;
  assert.ok(bid);
  try {
    const evaluated = await evaluator.evaluate(inputs);
    assert.deepEqual(evaluated, evaluate(inputs));
    assert.equal(evaluated.evaluations[0]?.compliance_check.met, 1);
    assert.deepEqual(await evaluator.compliance(inputs.tender, bid), complianceReader(inputs.tender)(bid));
  } finally {
    evaluator.close();
  }
});

Deno.test("bids that take too long to read are refused, and hold up neither the service nor the next evaluation", async () => {
  const evaluator = createEvaluator({ inline: 0, limitMs: 5_000 });
  const long = inputsOf(
    Array.from({ length: 100 }, (_, n) => `We delivered ${n} servers within 3 days in 2024. `.repeat(1_000)),
    Array.from({ length: 100 }, (_, n) => `At least ${n} servers delivered within ${n} days since 2019`),
  );
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 1);
  try {
    await assert.rejects(
      evaluator.evaluate(long),
      (error) => error instanceof ServiceError && error.status === 422,
    );
    assert.ok(ticks > 0, "nothing else could run");
    const short = inputsOf(["We hold an ISO 9001 certificate."], ["ISO 9001 certificate"]);
    assert.equal((await evaluator.evaluate(short)).evaluations[0]?.compliance_check.met, 1);
  } finally {
    clearInterval(ticking);
    evaluator.close();
  }
});

testOnEngines(
  "bids that come while others are read are part of the evaluation; where that never ends it is a conflict",
  DATABASE,
  async (sql) => {
    const plain = createEvaluator();
    let whileReading = async () => {};
    const evaluator: Evaluator = {
      ...plain,
      async evaluate(inputs) {
        await whileReading();
        return await plain.evaluate(inputs);
      },
    };
    const call = served(sql, { now: () => Date.parse("2026-12-01T00:00:00Z"), evaluator });
    const tender = await published(call);
    const suppliers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => registered(call, `N-${index}`)),
    );
    const bid = async () => {
      const supplier = suppliers.pop();
      if (supplier) await offered(call, tender, supplier, 900);
    };
    await bid();
    let left = 2;
    whileReading = async () => {
      if (left-- > 0) await bid();
    };
    const { status, body } = await call("POST", `/tenders/${tender}/evaluate-all`);
    assert.deepEqual([status, body.version, body.evaluations.length], [200, 1, 3]);
    whileReading = bid;
    assert.equal((await call("POST", `/tenders/${tender}/evaluate-all`)).status, 409);
    assert.equal((await call("GET", `/tenders/${tender}/evaluations`)).body.length, 1);
  },
);
