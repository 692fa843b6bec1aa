import assert from "node:assert/strict";
import OpenAI from "openai";
import { bearer, type Recorded, type ScriptedServer, serveScript, testOnEngines } from "lib/testing.ts";
import { gatewayClient } from "./gateway_client.ts";
import { MIGRATIONS, type TestGuard, testGuard } from "./guard_fixture.ts";
import type { Sql } from "lib/db.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const PATH = "/proxy/chat/completions";
const USAGE = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 };

function completion(content: string, more: object = {}) {
  const message = { role: "assistant", content, ...more };
  return {
    id: "c1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage: USAGE,
  };
}

/** An answer in pieces of `size` characters, as a gateway streams it. */
function streaming(content: string, size: number, { cut = false, usage = true } = {}): Response {
  const base = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
  const frames = [
    {
      ...base,
      choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
    } as object,
  ];
  for (let i = 0; i < content.length; i += size) {
    frames.push({
      ...base,
      choices: [{ index: 0, delta: { content: content.slice(i, i + size) }, finish_reason: null }],
    });
  }
  if (!cut) frames.push({ ...base, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
  if (usage && !cut) frames.push({ ...base, choices: [], usage: USAGE });
  const text = frames.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("") +
    (cut ? "" : "data: [DONE]\n\n");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

async function guarded(
  sql: Sql,
  script: (request: Request, recorded: Recorded, index: number) => Response,
  settings: Record<string, string> = {},
): Promise<TestGuard & { gateway: ScriptedServer; say: TestGuard["ask"] } & AsyncDisposable> {
  const gateway = serveScript(script);
  const guard = await testGuard(sql, {
    settings,
    gateway: gatewayClient({ baseUrl: gateway.url, apiKey: "key-1" }),
  });
  const say: TestGuard["ask"] = (_method, content, more = {}, options) =>
    guard.ask("POST", PATH, { model: "m", messages: [{ role: "user", content }], ...Object(more) }, {
      role: "user",
      ...options,
    });
  return {
    ...guard,
    gateway,
    say,
    async [Symbol.asyncDispose]() {
      await guard.flush();
      await gateway[Symbol.asyncDispose]();
    },
  };
}

function events(text: string) {
  const data = text.split("\n\n").filter(Boolean).map((frame) => frame.replace(/^data: /, ""));
  const chunks = data.filter((one) => one !== "[DONE]").map((one) => JSON.parse(one));
  const content = chunks.map((chunk) => chunk.choices?.[0]?.delta?.content ?? "").join("");
  return { chunks, content, done: data.at(-1) === "[DONE]", last: chunks.at(-1) };
}

const policy = (guard: TestGuard, keywords: string[], action = "block") =>
  guard.ask("POST", "/policies", {
    name: keywords.join(),
    rule_type: "keyword",
    rule_config: JSON.stringify({ keywords }),
    action,
  });

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

testOnEngines(
  "a stream is released whole, in order, with the safety object in its last chunk",
  options,
  async (sql) => {
    const text = "In the beginning there were words, كلمات كثيرة جدا, and 😀 pictures. ".repeat(30);
    await using guard = await guarded(sql, () => streaming(text, 7));
    const answer = await guard.say("", "hi", { stream: true });
    assert.match(answer.headers.get("content-type") ?? "", /^text\/event-stream/);
    const { chunks, content, done, last } = events(answer.text);
    assert.equal(content, text);
    assert.ok(done && chunks.length > 10);
    assert.deepEqual([last.choices[0].finish_reason, last.safety.blocked], ["stop", false]);
    assert.equal(chunks.filter(({ usage }) => usage).length, 0);
    const asked = await guard.say("", "hi", { stream: true, stream_options: { include_usage: true } });
    assert.deepEqual([events(asked.text).last.usage, events(asked.text).last.safety.blocked], [USAGE, false]);
    assert.equal((await guard.ask("GET", "/monitoring/metrics")).body.total_tokens, 24);
  },
);

testOnEngines("a stream never releases a phrase that is blocked, however it is cut", options, async (sql) => {
  const before = "Words of no harm at all, one after another. ".repeat(20);
  const text = `${before}Then the launch code arrives, and goes on. ${before}`;
  let size = 1;
  await using guard = await guarded(sql, () => streaming(text, size));
  await policy(guard, ["launch code", "رمز الإطلاق"]);
  for (size of [1, 3, 50, 5_000]) {
    const { content, last, done } = events((await guard.say("", "hi", { stream: true })).text);
    assert.ok(!content.includes("launch"), `pieces of ${size}`);
    assert.ok(before.startsWith(content.slice(0, before.length)));
    assert.deepEqual([last.choices[0].finish_reason, last.safety.blocked, last.safety.output_safe, done], [
      "content_filter",
      true,
      false,
      true,
    ]);
  }
});

testOnEngines("a word that is still arriving is not taken for another", options, async (sql) => {
  const text = `${"x ".repeat(200)}a skillful killer whale. ${"y ".repeat(300)}`;
  await using guard = await guarded(sql, () => streaming(text, 1));
  await policy(guard, ["kill", "skill"]);
  const { content, last } = events((await guard.say("", "hi", { stream: true })).text);
  assert.deepEqual([content, last.safety.blocked], [text, false]);
});

testOnEngines("tool calls in a stream are read whole before they go", options, async (sql) => {
  const frame = (delta: object, finish_reason: string | null = null) =>
    `data: ${
      JSON.stringify({
        id: "c",
        object: "chat.completion.chunk",
        model: "m",
        choices: [{ index: 0, delta, finish_reason }],
      })
    }\n\n`;
  const call = (args: string, more = {}) => ({
    tool_calls: [{ index: 0, ...more, function: { arguments: args } }],
  });
  let word = "harmless";
  await using guard = await guarded(sql, () => {
    const [start, end] = [word.slice(0, 4), word.slice(4)];
    const first = {
      role: "assistant",
      tool_calls: [{ index: 0, id: "t", type: "function", function: { name: "f", arguments: '{"q":"' } }],
    };
    return new Response(
      frame(first) + frame(call(start)) + frame(call(`${end}"}`)) + frame({}, "tool_calls") +
        "data: [DONE]\n\n",
    );
  });
  await policy(guard, ["forbidden"]);
  const good = events((await guard.say("", "hi", { stream: true })).text);
  const [tool] = good.chunks.flatMap((chunk) => chunk.choices[0].delta.tool_calls ?? []);
  assert.deepEqual(tool, {
    index: 0,
    id: "t",
    type: "function",
    function: { name: "f", arguments: '{"q":"harmless"}' },
  });
  assert.equal(good.last.choices[0].finish_reason, "tool_calls");
  word = "forbidden";
  const bad = await guard.say("", "hi", { stream: true });
  assert.ok(!bad.text.includes("arguments"));
  assert.equal(events(bad.text).last.safety.blocked, true);
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

testOnEngines("a caller who leaves ends the gateway's answer", options, async (sql) => {
  const left = Promise.withResolvers<void>();
  await using guard = await guarded(sql, () => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start(out) {
        const chunk = {
          id: "c",
          object: "chat.completion.chunk",
          model: "m",
          choices: [{ index: 0, delta: { content: "word ".repeat(20) } }],
        };
        timer = setInterval(
          () => out.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`)),
          10,
        );
      },
      cancel() {
        clearInterval(timer);
        left.resolve();
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, guard.app.fetch);
  const response = await fetch(`http://127.0.0.1:${server.addr.port}/api/v1${PATH}`, {
    method: "POST",
    headers: { ...await bearer("user"), "content-type": "application/json" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }], stream: true }),
  });
  const reader = response.body?.getReader();
  assert.equal((await reader?.read())?.done, false);
  await reader?.cancel();
  await left.promise;
  for (let i = 0; i < 400; i++) {
    const { body } = await guard.ask("GET", "/audit/trail");
    if (body[0]?.details?.outcome !== undefined) return assert.equal(body[0].details.outcome, "cut_off");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail("no audit event");
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

testOnEngines(
  "502 when the gateway cannot be reached, and an error event when a stream breaks off",
  options,
  async (sql) => {
    const alone = await testGuard(sql);
    const body = { model: "m", messages: [{ role: "user", content: "hi" }] };
    const { status, body: answer } = await alone.ask("POST", PATH, body);
    assert.deepEqual([status, answer.error], [502, "The gateway cannot be reached"]);
    await alone.flush();
    await using guard = await guarded(
      sql,
      () => streaming("some words that end too early", 5, { cut: true }),
    );
    const broken = await guard.say("", "hi", { stream: true });
    assert.ok(!broken.text.includes("[DONE]") && !broken.text.includes("early"));
    assert.match(events(broken.text).last.error.message, /cut off/);
  },
);

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
  assert.equal(guard.gateway.requests.length, 0);
});
