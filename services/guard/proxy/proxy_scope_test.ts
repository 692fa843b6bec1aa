import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { completion, events, guarded, options, streaming } from "./proxy_fixture.ts";

const WORDS = {
  name: "Words",
  rule_type: "keyword",
  rule_config: JSON.stringify({ keywords: ["forbidden"] }),
  action: "block",
};

testOnEngines(
  "the proxy applies the policies for its model and caller, whatever the body claims",
  options,
  async (sql) => {
    await using guard = await guarded(sql, () => Response.json(completion("hello")));
    const scope = { products: ["guard-proxy"], models: ["m*"] };
    await guard.ask("POST", "/policies", {
      ...WORDS,
      scope,
      exceptions: [{ users: ["auditor"] }, { teams: ["t"] }],
    });
    const blocked = async (more: object, sub = "sara") =>
      (await guard.say("", "forbidden", more, { role: "user", sub })).body.safety?.blocked;
    assert.equal(await blocked({}), true);
    assert.equal(await blocked({ team: "t", product: "agents", user_id: "auditor" }), true);
    assert.equal(await blocked({}, "auditor"), false);
    assert.equal(await blocked({ model: "other" }), false);
  },
);

testOnEngines(
  "a shadow policy lets an exchange pass, streamed or not, and is recorded",
  options,
  async (sql) => {
    const answer = "this is forbidden, is it not? ".repeat(20);
    await using guard = await guarded(
      sql,
      (_request, { body }) =>
        JSON.parse(body).stream ? streaming(answer, 7) : Response.json(completion(answer)),
    );
    await guard.ask("POST", "/policies", { ...WORDS, mode: "shadow" });
    const whole = await guard.say("", "hello");
    assert.deepEqual([whole.body.safety?.blocked, whole.body.safety?.policies], [false, []]);
    const { content, last } = events((await guard.say("", "hello", { stream: true })).text);
    assert.equal(content, answer);
    assert.deepEqual([last.safety.blocked, last.safety.policies], [false, []]);
    await guard.say("", "a forbidden question");
    const { body: trail } = await guard.ask("GET", "/audit/trail");
    for (const i of [0, 1, 2]) {
      assert.deepEqual([trail[i]?.violations, trail[i]?.action], [0, "pass"]);
      assert.equal(trail[i]?.details?.shadow?.[0]?.action, "block");
    }
  },
);
