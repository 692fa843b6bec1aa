import assert from "node:assert/strict";
import OpenAI from "openai";
import { bearer, testOnEngines } from "lib/testing.ts";
import { completion, events, guarded, options, PATH, policy, streaming } from "./proxy_fixture.ts";

testOnEngines("the proxy answers what the gateway does, with the safety object", options, async (sql) => {
  await using guard = await guarded(sql, () => Response.json(completion("hello")));
  const answer = await guard.say("", "hi, I am ali@example.com", { temperature: 0.5, top_p: 0.9 });
  assert.equal(answer.status, 200);
  const { safety, ...rest } = answer.body;
  assert.deepEqual(rest, completion("hello"));
  assert.deepEqual(safety, {
    input_safe: true,
    input_categories: [],
    output_safe: true,
    output_categories: [],
    pii_detected: 1,
    blocked: false,
    action: "pass",
    policies: [],
    checked: false,
  });
  const [request] = guard.gateway.requests;
  assert.equal(request?.path, "/v1/chat/completions");
  assert.equal(request?.headers.get("authorization"), "Bearer key-1");
  assert.equal(request?.headers.get("x-diwan-guardrails"), "skip");
  assert.deepEqual(JSON.parse(request?.body ?? ""), {
    model: "m",
    messages: [{ role: "user", content: "hi, I am ali@example.com" }],
    temperature: 0.5,
    top_p: 0.9,
  });
  const { body: metrics } = await guard.ask("GET", "/monitoring/metrics");
  assert.deepEqual([metrics.total_requests, metrics.total_tokens, metrics.model_breakdown?.[0]?.model], [
    1,
    12,
    "m",
  ]);
  const { body: trail } = await guard.ask("GET", "/audit/trail");
  assert.deepEqual([trail[0]?.event_type, trail[0]?.model, trail[0]?.pii_entities], [
    "proxy_request",
    "m",
    1,
  ]);
});

testOnEngines("a blocked input never leaves, wherever in the messages it stands", options, async (sql) => {
  await using guard = await guarded(sql, () => Response.json(completion("hello")));
  await policy(guard, ["forbidden"]);
  const inputs = [
    [{ role: "user", content: "say Forbidden" }],
    [{ role: "system", content: "forbidden" }, { role: "user", content: "hi" }],
    [{ role: "user", content: [{ type: "text", text: "a forbidden thing" }] }],
    [{ role: "user", content: [{ type: "text", text: "a forb" }, { type: "text", text: "idden thing" }] }],
    [{ role: "user", content: "hi" }, {
      role: "assistant",
      tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: '{"a":"forbidden"}' } }],
    }],
    [{ role: "user", content: "hi", extra: { deep: ["forbidden"] } }],
  ];
  for (const messages of inputs) {
    const { status, body } = await guard.ask("POST", PATH, { model: "m", messages }, { role: "user" });
    assert.equal(status, 200);
    assert.equal(body.choices?.[0]?.finish_reason, "content_filter");
    assert.deepEqual([body.safety?.blocked, body.safety?.input_safe, body.safety?.input_categories], [
      true,
      false,
      ["policy_violation"],
    ]);
  }
  const stream = await guard.say("", "forbidden", { stream: true });
  const { last, done } = events(stream.text);
  assert.deepEqual([last.choices[0].finish_reason, last.safety.blocked, done], [
    "content_filter",
    true,
    true,
  ]);
  assert.equal(guard.gateway.requests.length, 0);
  const { body: trail } = await guard.ask("GET", "/audit/trail?event_type=proxy_input_blocked");
  assert.deepEqual([trail.length, trail[0]?.severity, trail[0]?.action], [7, "critical", "block"]);
});

testOnEngines("a blocked output is replaced, a warned or logged one is not touched", options, async (sql) => {
  await using guard = await guarded(sql, () => Response.json(completion("the launch code is here")));
  const { body: made } = await policy(guard, ["launch code"], "log");
  for (const action of ["log", "warn"]) {
    await guard.ask("PUT", `/policies/${made.id}`, { action });
    const { body } = await guard.say("", "hi");
    assert.deepEqual([body.choices?.[0]?.message?.content, body.safety?.blocked, body.safety?.action], [
      "the launch code is here",
      false,
      action,
    ]);
  }
  await guard.ask("PUT", `/policies/${made.id}`, { action: "block" });
  const { body } = await guard.say("", "hi");
  assert.ok(!JSON.stringify(body.choices).includes("code"));
  assert.deepEqual([body.choices?.[0]?.finish_reason, body.safety?.output_safe, body.safety?.blocked], [
    "content_filter",
    false,
    true,
  ]);
});

testOnEngines("the gateway's failures are told by their status", options, async (sql) => {
  let status = 500;
  await using guard = await guarded(
    sql,
    () =>
      Response.json({ error: { message: "said the gateway", type: "x" } }, {
        status,
        headers: { "retry-after": "9" },
      }),
  );
  const expected = [[500, 502], [502, 502], [401, 502], [403, 502], [404, 404], [400, 400], [422, 422], [
    429,
    429,
  ]] as const;
  for (const [given, answered] of expected) {
    status = given;
    for (const stream of [false, true]) {
      const { status, body, headers } = await guard.say("", "hi", { stream });
      assert.equal(status, answered, `${given}`);
      assert.ok(typeof body.error === "string");
      if (given === 429) assert.equal(headers.get("retry-after"), "9");
    }
  }
  assert.equal((await guard.ask("GET", "/monitoring/metrics")).body.error_rate, 100);
});

testOnEngines("the proxy asks the safety model about input and output", options, async (sql) => {
  const verdicts: Record<string, string> = { "bad question": "unsafe\nS9", "bad answer": "unsafe\nS1,S10" };
  let broken = false;
  await using guard = await guarded(sql, (_request, { body }) => {
    const { model, messages, stream } = JSON.parse(body);
    if (model !== "llama-guard") {
      const text = messages[0].content === "tempt me" ? "bad answer" : "good answer";
      return stream ? streaming(text, 4) : Response.json(completion(text));
    }
    return Response.json(
      completion(broken ? "I would rather not say" : verdicts[messages.at(-1).content] ?? "safe"),
    );
  }, { SAFETY_MODEL: "llama-guard" });
  const good = await guard.say("", "good question");
  assert.deepEqual([good.body.safety?.checked, good.body.safety?.blocked], [true, false]);
  const bad = await guard.say("", "bad question");
  assert.deepEqual([bad.body.safety?.blocked, bad.body.safety?.input_categories], [true, [
    "indiscriminate_weapons",
  ]]);
  for (const stream of [false, true]) {
    const { text } = await guard.say("", "tempt me", { stream });
    assert.ok(!text.includes("bad answer"));
    assert.match(text, /"output_categories":\["violent_crimes","hate"\]/);
    assert.match(text, /content_filter/);
  }
  broken = true;
  const unchecked = await guard.say("", "good question");
  assert.deepEqual([unchecked.status, unchecked.body.error], [
    502,
    "The safety model did not answer, and nothing passes unchecked",
  ]);
});

testOnEngines(
  "personal data that may not be forwarded is not sent to the safety model either",
  options,
  async (sql) => {
    await using guard = await guarded(
      sql,
      (_request, { body }) =>
        Response.json(completion(JSON.parse(body).model === "m" ? "an answer" : "safe")),
      {
        SAFETY_MODEL: "s",
        PII_MODE: "redact",
      },
    );
    const { body } = await guard.say("", "I am ali@example.com");
    assert.deepEqual([body.safety?.checked, body.safety?.pii_detected], [true, 1]);
    assert.equal(guard.gateway.requests.length, 3);
    for (const request of guard.gateway.requests) assert.ok(!request.body.includes("ali@"));
  },
);

testOnEngines("the openai package talks to the proxy, streamed and not", options, async (sql) => {
  await using guard = await guarded(
    sql,
    (_request, { body }) =>
      JSON.parse(body).stream ? streaming("streamed answer", 2) : Response.json(completion("whole answer")),
  );
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, guard.app.fetch);
  const apiKey = (await bearer("user")).authorization.replace("Bearer ", "");
  const client = new OpenAI({
    apiKey,
    baseURL: `http://127.0.0.1:${server.addr.port}/api/v1/proxy`,
    maxRetries: 0,
  });
  const messages = [{ role: "user" as const, content: "hi" }];
  const whole = await client.chat.completions.create({ model: "m", messages });
  assert.equal(whole.choices[0]?.message.content, "whole answer");
  let text = "";
  for await (const chunk of await client.chat.completions.create({ model: "m", messages, stream: true })) {
    text += chunk.choices[0]?.delta.content ?? "";
  }
  assert.equal(text, "streamed answer");
});

testOnEngines("the proxy refuses what is no chat completion request", options, async (sql) => {
  await using guard = await guarded(sql, () => Response.json(completion("hello")));
  const status = async (body: unknown) => (await guard.ask("POST", PATH, body)).status;
  const messages = [{ role: "user", content: "hi" }];
  for (
    const body of [{}, { model: "m" }, { messages }, { model: "m", messages: [] }, {
      model: "m",
      messages: ["hi"],
    }, { model: "m", messages, stream: "yes" }]
  ) {
    assert.equal(await status(body), 422, JSON.stringify(body));
  }
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const nested = `{"model":"m","messages":[{"role":"user","content":${deep}}]}`;
  assert.equal((await guard.ask("POST", PATH, nested)).status, 422);
  assert.equal(guard.gateway.requests.length, 0);
});
