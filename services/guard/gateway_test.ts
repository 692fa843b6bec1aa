import assert from "node:assert/strict";
import { freePort } from "lib/host/free_port_fixture.ts";
import OpenAI, { APIError } from "openai";
import { launch, type Launched } from "./process_fixture.ts";

// The guard and the gateway as two processes that call each other, without a model provider: the built-in echo model.

async function pair(): Promise<{ guard: Launched; gateway: Launched }> {
  const [guardPort, gatewayPort] = [freePort(), freePort()];
  const [guard, gateway] = await Promise.all([
    launch("guard", guardPort, { GATEWAY_BASE_URL: `http://127.0.0.1:${gatewayPort}` }),
    launch("gateway", gatewayPort, { GUARD_BASE_URL: `http://127.0.0.1:${guardPort}` }),
  ]);
  return { guard, gateway };
}

const say = (content: string) => ({ model: "echo", messages: [{ role: "user" as const, content }] });

async function streamedText(client: OpenAI, content: string): Promise<{ text: string; last: unknown }> {
  let text = "";
  let last: unknown;
  for await (const chunk of await client.chat.completions.create({ ...say(content), stream: true })) {
    text += chunk.choices[0]?.delta.content ?? "";
    last = chunk;
  }
  return { text, last };
}

Deno.test("the gateway's guardrail hook and the guard's proxy work together, streamed or not", async () => {
  const { guard, gateway } = await pair();
  await using _stopping = {
    [Symbol.asyncDispose]: () => Promise.all([guard.stop(), gateway.stop()]).then(() => {}),
  };
  const { ask, jwt } = guard;
  const rule_config = JSON.stringify({ keywords: ["launch code"] });
  await ask("POST", "/policies", { name: "Codes", rule_type: "keyword", rule_config, action: "block" });

  const viaGateway = new OpenAI({ apiKey: jwt, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  const viaProxy = new OpenAI({ apiKey: jwt, baseURL: `${guard.url}/api/v1/proxy`, maxRetries: 0 });
  for (const client of [viaGateway, viaProxy]) {
    const whole = await client.chat.completions.create(say("good morning صباح الخير"));
    assert.match(whole.choices[0]?.message.content ?? "", /good morning صباح الخير/);
    assert.match((await streamedText(client, "good morning صباح الخير")).text, /good morning صباح الخير/);
  }

  const blocked = (error: unknown) =>
    error instanceof APIError && error.status === 403 && error.type === "guardrails_blocked";
  await assert.rejects(viaGateway.chat.completions.create(say("the launch code please")), blocked);
  await assert.rejects(streamedText(viaGateway, "the launch code please"), blocked);
  const filtered = await viaProxy.chat.completions.create(say("the launch code please"));
  assert.equal(filtered.choices[0]?.finish_reason, "content_filter");
  const stream = await streamedText(viaProxy, "the launch code please");
  assert.match(JSON.stringify(stream.last), /"blocked":true/);

  const { body: trail } = await ask("GET", "/audit/trail?limit=500");
  const seen = (type: string, subject: string) =>
    Array.from(trail).filter((event) =>
      String(event.event_type) === type && String(event.subject) === subject
    )
      .length;
  // The hook checked input and output of two calls and the input of two more, and skipped the proxy's own
  // calls.
  assert.equal(seen("evaluation", "gateway"), 6);
  assert.equal(seen("proxy_request", "alice"), 2);
  assert.equal(seen("proxy_input_blocked", "alice"), 2);
  assert.equal((await ask("GET", "/audit/verify")).body.valid, true);
  const { body: metrics } = await ask("GET", "/monitoring/metrics");
  assert.deepEqual([metrics.total_requests, metrics.error_rate, Number(metrics.total_tokens) > 0], [
    2,
    0,
    true,
  ]);

  // A model-based policy calls the gateway while the gateway asks the guard: the guard's own call is not
  // scanned.
  const rubric = JSON.stringify({
    rubric: "Nothing that says it violates",
    model: "echo",
    on_error: "allow",
  });
  await ask("POST", "/policies", {
    name: "Judged",
    rule_type: "model-based",
    rule_config: rubric,
    action: "block",
  });
  const guilty = '{"violates": true, "reason": "it says so"}';
  await assert.rejects(viaGateway.chat.completions.create(say(guilty)), blocked);
  const { body: judged } = await ask("POST", "/governance/evaluate", { content: guilty });
  assert.deepEqual([judged.action, judged.violations?.[0]?.reason], ["block", "it says so"]);
  assert.equal(
    (await viaGateway.chat.completions.create(say("no harm"))).choices[0]?.message.content,
    "no harm",
  );

  assert.equal(await gateway.stop(), 0);
  assert.equal((await ask("POST", "/proxy/chat/completions", say("hello"))).status, 502);
  assert.equal(await guard.stop(), 0);
});
