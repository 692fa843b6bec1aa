import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { MIGRATIONS, type TestGuard, testGuard } from "../guard_fixture.ts";
import { appliesTo, EVERYBODY, PolicyScope } from "./policy_scope.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const words = (...keywords: string[]) => JSON.stringify({ keywords });
const POLICY = { name: "Words", rule_type: "keyword", rule_config: words("forbidden"), action: "block" };
const scope = (lists: object) => PolicyScope.parse(lists);

Deno.test("a call is in a scope when every non-empty list names it", () => {
  const call = { product: "agents", key: "k1", team: "t1", model: "gpt-5-mini", user: "sara" };
  const cases: [object, boolean][] = [
    [{}, true],
    [{ products: ["agents"] }, true],
    [{ products: ["voice", "agents"] }, true],
    [{ products: ["voice"] }, false],
    [{ products: ["agents"], teams: ["t2"] }, false],
    [{ keys: ["k1"], teams: ["t1"], models: ["gpt-5*"], users: ["sara"] }, true],
    [{ models: ["gpt-5"] }, false],
    [{ models: ["*"] }, true],
    [{ models: ["gpt-4*"] }, false],
  ];
  for (const [lists, is] of cases) {
    assert.equal(appliesTo({ scope: scope(lists), exceptions: [] }, call), is, JSON.stringify(lists));
  }
});

Deno.test("a call with an unknown field is in no scope and no exception that names that field", () => {
  const unknown = { model: null };
  assert.equal(appliesTo({ scope: scope({ teams: ["*"] }), exceptions: [] }, unknown), false);
  assert.equal(appliesTo({ scope: EVERYBODY, exceptions: [scope({ teams: ["*"] })] }, unknown), true);
  assert.equal(
    appliesTo({ scope: EVERYBODY, exceptions: [scope({ models: ["m"] })] }, { model: "m" }),
    false,
  );
});

async function actionFor({ ask }: TestGuard, call: object, content = "a forbidden word"): Promise<string> {
  const { body } = await ask("POST", "/governance/evaluate", { content, ...call });
  return String(body.action);
}

testOnEngines("a policy judges the calls of its scope but for its exceptions", options, async (sql) => {
  const guard = await testGuard(sql);
  const { status } = await guard.ask("POST", "/policies", {
    ...POLICY,
    scope: { products: ["agents"], models: ["gpt-5*"] },
    exceptions: [{ teams: ["legal"] }, { users: ["auditor"] }],
  });
  assert.equal(status, 201);
  const call = { product: "agents", model: "gpt-5-mini" };
  assert.equal(await actionFor(guard, call), "block");
  assert.equal(await actionFor(guard, { ...call, team: "sales" }), "block");
  assert.equal(await actionFor(guard, { ...call, team: "legal" }), "pass");
  assert.equal(await actionFor(guard, { ...call, user_id: "auditor" }), "pass");
  assert.equal(await actionFor(guard, { ...call, model: "gpt-4" }), "pass");
  assert.equal(await actionFor(guard, { ...call, product: "voice" }), "pass");
  assert.equal(await actionFor(guard, {}), "pass");
  const texts = { texts: [{ channel: "0/content", text: "forbidden" }], direction: "input" };
  const judged = async (more: object) =>
    (await guard.ask("POST", "/governance/texts", { ...texts, ...more })).body.allowed;
  assert.equal(await judged(call), false);
  assert.equal(await judged({ ...call, key: "k", team: "legal" }), true);
});

testOnEngines(
  "a malformed scope, exception or order is a 422 that names it",
  options,
  async (sql) => {
    const { ask } = await testGuard(sql);
    const cases: [object, string][] = [
      [{ scope: { product: ["x"] } }, "scope"],
      [{ scope: { keys: [""] } }, "keys"],
      [{ scope: { models: ["m\0"] } }, "models"],
      [{ exceptions: [{}] }, "exceptions"],
      [{ exceptions: [{ users: [] }] }, "exceptions"],
      [{ priority: -1 }, "priority"],
      [{ mode: "off" }, "mode"],
    ];
    for (const [fault, field] of cases) {
      const { status, text } = await ask("POST", "/policies", { ...POLICY, ...fault });
      assert.equal(status, 422, field);
      assert.ok(text.includes(`"${field}"`), text);
    }
    assert.equal((await ask("GET", "/policies")).headers.get("x-total-count"), "0");
  },
);

testOnEngines("violations stand in the order of the policies", options, async (sql) => {
  const { ask } = await testGuard(sql);
  for (const [name, priority] of [["last", 200], ["first", 1], ["usual", undefined]] as const) {
    await ask("POST", "/policies", { ...POLICY, name, priority, action: "warn" });
  }
  const { body } = await ask("POST", "/governance/evaluate", { content: "forbidden" });
  assert.deepEqual([0, 1, 2].map((i) => body.violations?.[i]?.name), ["first", "usual", "last"]);
});

testOnEngines("a policy in shadow changes nothing and is recorded and counted", options, async (sql) => {
  const guard = await testGuard(sql);
  const { ask } = guard;
  const text = "forbidden and ali@example.com";
  const window = { channel: "0/content", text };
  const part = { texts: [{ ...window, open: true }], direction: "output", last: false };
  const { body: before } = await ask("POST", "/governance/texts", part);
  const { body: { id } } = await ask("POST", "/policies", { ...POLICY, mode: "shadow" });
  const pii = JSON.stringify({ types: ["EMAIL"], handling: "replace" });
  await ask("POST", "/policies", {
    ...POLICY,
    name: "Mail",
    rule_type: "pii",
    rule_config: pii,
    mode: "shadow",
  });
  const { body: evaluation } = await ask("POST", "/governance/evaluate", { content: "forbidden" });
  assert.equal(evaluation.allowed, true);
  assert.deepEqual(evaluation.violations, []);
  assert.equal(evaluation.content_score, 0);
  const { body: verdict } = await ask("POST", "/governance/texts", { texts: [window], direction: "output" });
  assert.equal(verdict.allowed, true);
  assert.deepEqual(verdict.texts?.[0]?.edits, []);
  assert.deepEqual((await ask("POST", "/governance/texts", part)).body, before);
  const { body: trail } = await ask("GET", "/audit/trail");
  assert.deepEqual([0, 1].map((i) => trail[i]?.violations), [0, 0]);
  assert.deepEqual([trail[0]?.details?.shadow?.[0]?.name, trail[0]?.details?.shadow?.[1]?.name], [
    "Words",
    "Mail",
  ]);
  const hits = async () => (await ask("GET", `/policies/${id}/hits`)).body;
  assert.deepEqual({ ...await hits(), last_at: "" }, { enforced: 0, shadow: 2, last_at: "" });
  await ask("PUT", `/policies/${id}`, { mode: "enforce" });
  assert.equal(await actionFor(guard, {}), "block");
  assert.deepEqual({ ...await hits(), last_at: "" }, { enforced: 1, shadow: 2, last_at: "" });
  guard.clock.now += 10 * 86_400_000;
  assert.deepEqual(await hits(), { enforced: 0, shadow: 0, last_at: null });
  assert.equal((await ask("GET", `/policies/${id}/hits?days=91`)).status, 422);
  assert.equal((await ask("GET", "/policies/none/hits")).status, 404);
  assert.equal((await ask("GET", `/policies/${id}/hits`, undefined, { role: "user" })).status, 403);
});
