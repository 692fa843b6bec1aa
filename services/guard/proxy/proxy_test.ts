import assert from "node:assert/strict";
import OpenAI from "openai";
import { bearer, type Recorded, testOnEngines } from "lib/testing.ts";
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
  assert.deepEqual([trail.length, trail[0]?.severity, trail[0]?.action], [6, "critical", "block"]);
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

testOnEngines("personal data is left, redacted, or restored as the mode says", options, async (sql) => {
  const echo = (_request: Request, { body }: Recorded) => {
    const { messages, stream } = JSON.parse(body);
    const text = `You said: ${messages[0].content}${" indeed".repeat(60)}`;
    return stream ? streaming(text, 3) : Response.json(completion(text));
  };
  await using guard = await guarded(sql, echo, { PII_MODE: "redact" });
  const said = "I am ali@example.com, call +971501234567, I am ali@example.com";
  const mode = (value: string) => ({ headers: { "x-diwan-pii-mode": value } });
  const sent = () => JSON.parse(guard.gateway.requests.at(-1)?.body ?? "").messages[0].content;
  await guard.say("", said);
  assert.equal(sent(), "I am [REDACTED_EMAIL], call [REDACTED_PHONE], I am [REDACTED_EMAIL]");
  const { status, body: refused } = await guard.say("", said, {}, mode("detect"));
  assert.deepEqual([status, refused.detail], [403, "Role 'user' is not permitted; required: admin, manager"]);
  await guard.say("", said, {}, { ...mode("detect"), role: "manager" });
  assert.equal(sent(), said);
  const restored = await guard.say("", said, {}, mode("restore"));
  assert.equal(sent(), "I am [REDACTED_EMAIL_1], call [REDACTED_PHONE_1], I am [REDACTED_EMAIL_1]");
  assert.ok(String(restored.body.choices?.[0]?.message?.content).startsWith(`You said: ${said}`));
  assert.equal(restored.body.safety?.pii_detected, 3);
  const streamed = await guard.say("", said, { stream: true }, mode("restore"));
  assert.equal(events(streamed.text).content, `You said: ${said}${" indeed".repeat(60)}`);
  assert.equal((await guard.say("", said, {}, mode("guess"))).status, 422);
});

testOnEngines("what leaves beside the messages is looked at too", options, async (sql) => {
  await using guard = await guarded(sql, () => Response.json(completion("hello")), { PII_MODE: "redact" });
  await policy(guard, ["forbidden"]);
  const tools = (description: string) => [{ type: "function", function: { name: "f", description } }];
  const blocked = await guard.say("", "hi", { tools: tools("a forbidden tool") });
  assert.equal(blocked.body.safety?.blocked, true);
  await guard.say("", "hi", {
    tools: tools("mails ali@example.com"),
    user: "sara@example.com",
    tool_choice: "auto",
  });
  const sent = JSON.parse(guard.gateway.requests[0]?.body ?? "");
  assert.deepEqual([sent.model, sent.user, sent.tool_choice], ["m", "[REDACTED_EMAIL]", "auto"]);
  assert.deepEqual(sent.tools, tools("mails [REDACTED_EMAIL]"));
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
  "personal data that may not leave is not shown to the safety model either",
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

testOnEngines(
  "names, stop words, metadata and files of text are read like the messages",
  options,
  async (sql) => {
    await using guard = await guarded(sql, () => Response.json(completion("hello")));
    await policy(guard, ["forbidden"]);
    const file = {
      type: "file",
      file: { filename: "a.txt", file_data: `data:text/plain;base64,${btoa("a forbidden word in a file")}` },
    };
    const schema = { type: "object", properties: { forbidden: { type: "string" } } };
    const inputs = [
      { stop: ["forbidden"] },
      { metadata: { forbidden: "1" } },
      { user: "forbidden" },
      { response_format: { type: "json_schema", json_schema: { name: "x", schema } } },
      { messages: [{ role: "user", content: [file] }] },
    ];
    for (const input of inputs) {
      const { body } = await guard.say("", "hi", input);
      assert.equal(body.safety?.blocked, true, JSON.stringify(input));
    }
    assert.equal(guard.gateway.requests.length, 0);
  },
);

testOnEngines(
  "a policy on personal data acts by type and direction, before and after the model",
  options,
  async (sql) => {
    const said = "Your id is 784-1990-1234567-6, write to ali@example.com.";
    await using guard = await guarded(sql, () => Response.json(completion(said)));
    const make = (name: string, config: object, action: string) =>
      guard.ask("POST", "/policies", { name, rule_type: "pii", rule_config: JSON.stringify(config), action });
    const refused = await make("none", { types: ["SHOE_SIZE"] }, "log");
    assert.equal(refused.status, 422);
    assert.match(refused.text, /"rule_config","types",0/);
    await make("ids", { types: ["EMIRATES_ID"], handling: "mask" }, "warn");
    await make("mails in", { types: ["EMAIL"], handling: "replace", directions: ["input"] }, "log");
    const { body } = await guard.say("", said);
    const sent = JSON.parse(guard.gateway.requests[0]?.body ?? "").messages[0].content;
    assert.equal(sent, "Your id is ***-****-****567-6, write to [REDACTED_EMAIL].");
    assert.equal(
      body.choices?.[0]?.message?.content,
      "Your id is ***-****-****567-6, write to ali@example.com.",
    );
    assert.deepEqual([body.safety?.action, body.safety?.policies], ["warn", ["ids", "mails in"]]);
    await make("cards", { types: ["CREDIT_CARD"] }, "block");
    assert.equal((await guard.say("", "4111 1111 1111 1111")).body.safety?.blocked, true);
    assert.equal(guard.gateway.requests.length, 1);
  },
);
