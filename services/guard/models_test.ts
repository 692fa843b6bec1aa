import assert from "node:assert/strict";
import { serveScript, testOnEngines } from "lib/testing.ts";
import { gatewayClient } from "./gateway_client.ts";
import { MIGRATIONS, testGuard } from "./guard_fixture.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const answer = (content: string | null) =>
  Response.json({ choices: [{ message: { role: "assistant", content } }] });

testOnEngines("POST /safety/check is skipped without a model, and health says so", options, async (sql) => {
  const { ask, app } = await testGuard(sql);
  const { status, body } = await ask("POST", "/safety/check", { text: "hello" }, { role: "user" });
  assert.equal(status, 200);
  assert.deepEqual(body, {
    safe: true,
    categories: [],
    confidence: 0,
    raw_response: "skipped: SAFETY_MODEL is not set",
  });
  const health = await (await app.request("/api/v1/health")).json();
  assert.equal(health.dependencies.safety_model.status, "not_configured");
  assert.match(health.dependencies.safety_model.detail, /SAFETY_MODEL/);
  for (const wrong of [{}, { text: "x", scan_type: "both" }, { text: "x".repeat(100_001) }]) {
    assert.equal((await ask("POST", "/safety/check", wrong)).status, 422);
  }
});

testOnEngines("POST /safety/check asks the model and reads its verdict", options, async (sql) => {
  let raw: string | null = "safe";
  await using server = serveScript(() => answer(raw));
  const gateway = gatewayClient({ baseUrl: `${server.url}/v1`, apiKey: "k" });
  const { ask } = await testGuard(sql, { gateway, settings: { SAFETY_MODEL: "llama-guard" } });
  const check = async (scan_type?: string) =>
    (await ask("POST", "/safety/check", { text: "how to", scan_type })).body;
  assert.deepEqual(await check(), { safe: true, categories: [], confidence: 1, raw_response: "safe" });
  raw = "\n\nunsafe\nS2,S9";
  assert.deepEqual(await check("output"), {
    safe: false,
    categories: ["non_violent_crimes", "indiscriminate_weapons"],
    confidence: 0.9,
    raw_response: raw,
  });
  const [input, output] = server.requests.map(({ body }) => JSON.parse(body));
  assert.deepEqual([input.model, input.temperature, input.messages], ["llama-guard", 0, [{
    role: "user",
    content: "how to",
  }]]);
  assert.deepEqual(output.messages.map(({ role }: { role: string }) => role), ["user", "assistant"]);
  assert.equal(server.requests[0]?.headers.get("x-diwan-guardrails"), "skip");
  for (raw of ["", "I cannot judge that", null]) {
    assert.deepEqual([(await check()).safe, (await check()).confidence, (await check()).categories?.[0]], [
      false,
      0,
      "check_failed",
    ]);
  }
  const lenient = await testGuard(sql, {
    gateway,
    settings: { SAFETY_MODEL: "m", SAFETY_ON_ERROR: "allow" },
  });
  const { body } = await lenient.ask("POST", "/safety/check", { text: "x" });
  assert.deepEqual([body.safe, body.confidence], [true, 0]);
  await lenient.flush();
});

testOnEngines("a safety model that cannot be reached never counts as safe", options, async (sql) => {
  const { ask } = await testGuard(sql, { settings: { SAFETY_MODEL: "m" } });
  const { status, body } = await ask("POST", "/safety/check", { text: "x" });
  assert.deepEqual([status, body.safe, body.confidence], [200, false, 0]);
});

testOnEngines("model-based policies are judged by their rubric", options, async (sql) => {
  const reply = {
    content: '```json\n{"violates": true, "reason": "It gives a dose", "matched_terms": ["20 mg"]}\n```',
  };
  await using server = serveScript(() => answer(reply.content));
  const gateway = gatewayClient({ baseUrl: server.url, apiKey: "k" });
  const { ask } = await testGuard(sql, { gateway, settings: { POLICY_MODEL: "judge" } });
  const rule_config = JSON.stringify({ rubric: "No medical advice" });
  const { body: policy } = await ask("POST", "/policies", {
    name: "Medical",
    rule_type: "model-based",
    rule_config,
    action: "warn",
  });
  const evaluate = async () => (await ask("POST", "/governance/evaluate", { content: "take 20 mg" })).body;
  const verdict = await evaluate();
  assert.deepEqual(verdict.violations, [
    {
      policy_id: policy.id,
      name: "Medical",
      action: "warn",
      reason: "It gives a dose",
      matched_terms: ["20 mg"],
    },
  ]);
  const sent = JSON.parse(server.requests[0]?.body ?? "");
  assert.equal(sent.model, "judge");
  assert.match(sent.messages[0].content, /No medical advice/);
  assert.match(sent.messages[1].content, /take 20 mg/);
  reply.content = '{"violates": false}';
  assert.deepEqual((await evaluate()).violations, []);
  reply.content = "Sure, happy to help!";
  assert.deepEqual([(await evaluate()).action, (await evaluate()).violations?.[0]?.reason], [
    "warn",
    "Not judged: the model's answer is not a verdict",
  ]);
});

testOnEngines(
  "when the model does not answer, on_error decides; by default a blocking policy blocks",
  options,
  async (sql) => {
    const { ask } = await testGuard(sql, { settings: { POLICY_MODEL: "judge" } });
    const { body: policy } = await ask("POST", "/policies", {
      name: "p",
      rule_type: "model-based",
      rule_config: '{"rubric":"r"}',
      action: "block",
    });
    const action = async () => (await ask("POST", "/governance/evaluate", { content: "x" })).body.action;
    const change = (changes: object) => ask("PUT", `/policies/${policy.id}`, changes);
    assert.equal(await action(), "block");
    await change({ action: "log" });
    assert.equal(await action(), "pass");
    await change({ rule_config: '{"rubric":"r","on_error":"block"}' });
    assert.equal(await action(), "block");
    await change({ rule_config: '{"rubric":"r","on_error":"allow"}', action: "block" });
    assert.equal(await action(), "pass");
    await change({ rule_config: '{"rubric":"r","on_error":"warn"}' });
    assert.equal(await action(), "warn");
  },
);
