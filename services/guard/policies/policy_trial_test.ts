import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS, testGuard } from "../guard_fixture.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const RULE = { rule_type: "keyword", rule_config: JSON.stringify({ keywords: ["budget"] }), action: "block" };
const SAMPLES = ["the budget of May", "good morning", "a budget, again", "secret budget"];

testOnEngines(
  "a policy is tried on samples, beside those in force, and nothing changes",
  options,
  async (sql) => {
    const guard = await testGuard(sql);
    const { ask } = guard;
    const secret = { ...RULE, name: "Secret", rule_config: JSON.stringify({ keywords: ["secret"] }) };
    await ask("POST", "/policies", secret);
    const { status, body } = await ask("POST", "/policies/try", { policy: RULE, samples: SAMPLES }, {
      role: "manager",
    });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      checked: 4,
      matched: 3,
      new: 2,
      action: "block",
      summary: "would have blocked 3 of 4",
      without_text: 0,
      hits: [
        { index: 0, event_id: null, matched_terms: ["budget"], in_force: "pass" },
        { index: 2, event_id: null, matched_terms: ["budget"], in_force: "pass" },
        { index: 3, event_id: null, matched_terms: ["budget"], in_force: "block" },
      ],
    });
    assert.equal((await ask("POST", "/governance/evaluate", { content: "budget" })).body.action, "pass");
    await guard.close();
  },
);

testOnEngines(
  "an existing policy, even an inactive one, is tried without being compared with itself",
  options,
  async (sql) => {
    const guard = await testGuard(sql);
    const { ask } = guard;
    const { body: { id } } = await ask("POST", "/policies", { ...RULE, name: "Budget", action: "warn" });
    const asked = { policy_id: id, samples: SAMPLES };
    const first = (await ask("POST", "/policies/try", asked)).body;
    assert.deepEqual([first.summary, first.new], ["would have warned of 3 of 4", 3]);
    await ask("PUT", `/policies/${id}`, { is_active: false });
    assert.equal((await ask("POST", "/policies/try", asked)).body.matched, 3);
    await guard.close();
  },
);

testOnEngines(
  "a policy is tried on the last texts kept in the trail",
  options,
  async (sql) => {
    const bare = await testGuard(sql);
    await bare.ask("POST", "/governance/evaluate", { content: "a budget of which no text is kept" });
    await bare.flush();
    const guard = await testGuard(sql, { settings: { AUDIT_SNIPPETS: "true" } });
    for (const content of SAMPLES) {
      guard.clock.now += 1_000;
      await guard.ask("POST", "/governance/evaluate", { content });
    }
    const { body } = await guard.ask("POST", "/policies/try", { policy: RULE, last: 3 });
    assert.deepEqual([body.checked, body.matched, body.without_text], [3, 2, 0]);
    assert.deepEqual([body.hits?.[0]?.index, body.hits?.[1]?.index], [0, 1]);
    const { body: trail } = await guard.ask("GET", "/audit/trail?limit=1");
    assert.equal(body.hits?.[0]?.event_id, trail[0]?.id);
    const all = (await guard.ask("POST", "/policies/try", { policy: RULE, last: 500 })).body;
    assert.deepEqual([all.checked, all.matched, all.without_text], [4, 3, 1]);
    for (const trial of [bare, guard]) await trial.close();
  },
);

testOnEngines("what cannot be tried is refused with the field", options, async (sql) => {
  const { ask } = await testGuard(sql);
  const model = { rule_type: "model-based", rule_config: '{"rubric": "be kind"}', action: "warn" };
  const costly = {
    ...RULE,
    rule_type: "regex",
    rule_config: JSON.stringify({ patterns: ["(x+x+)+y", "("] }),
  };
  const cases: [object, RegExp][] = [
    [{ samples: SAMPLES }, /"policy"/],
    [{ policy: RULE, policy_id: "x", samples: SAMPLES }, /"policy"/],
    [{ policy: RULE }, /"samples"/],
    [{ policy: RULE, samples: [], last: 3 }, /"samples"/],
    [{ policy: RULE, samples: [""] }, /"samples"/],
    [{ policy: RULE, last: 501 }, /"last"/],
    [{ policy: model, samples: SAMPLES }, /shadow mode/],
    [{ policy: costly, samples: SAMPLES }, /"patterns",1/],
    [{ policy: RULE, samples: SAMPLES, direction: "up" }, /"direction"/],
  ];
  for (const [asked, named] of cases) {
    const { status, text } = await ask("POST", "/policies/try", asked);
    assert.equal(status, 422, text);
    assert.match(text, named);
  }
  assert.equal((await ask("POST", "/policies/try", { policy_id: "none", last: 1 })).status, 404);
  assert.equal((await ask("POST", "/policies/try", { policy: RULE, last: 1 }, { role: "user" })).status, 403);
});
