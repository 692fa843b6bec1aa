import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { startGateway, testCaller, testTarget } from "./call_fixture.ts";
import { createGuardrails } from "./guardrails.ts";
import { replacingGuard } from "./replacing_guard_fixture.ts";

const BODY = { model: "m", messages: [{ role: "user", content: "Hello" }] };

interface Judged {
  texts: { channel: string; text: string; released: number; open: boolean }[];
  last: boolean;
}

/** A guard that blocks texts with `bad` and holds back its possible prefixes. */
function scriptedGuard(isBad = (text: string) => text.includes("bad")) {
  return serveScript((_request, { body }) => {
    const { texts }: Judged = JSON.parse(body);
    const blocked = texts.some(({ text }) => isBad(text));
    return Response.json({
      allowed: !blocked,
      action: blocked ? "block" : "pass",
      violations: blocked
        ? [
          { policy_id: "1", name: "No bad words", action: "block" },
          { policy_id: "2", name: "Only noted", action: "log" },
        ]
        : [],
      texts: texts.map(({ text, released, open }) => ({
        release: open ? Math.max(released, text.length - 3) : text.length,
        edits: [],
      })),
      step: 20,
    });
  });
}

/** A provider that answers with `words`, streamed on request. */
function sayer(words: string[]) {
  return serveScript((_request, { body }) => {
    if (!JSON.parse(body).stream) {
      return Response.json({
        choices: [{
          index: 0,
          message: { role: "assistant", content: words.join("") },
          finish_reason: "stop",
        }],
        usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
      });
    }
    const chunks = words.map((content) => ({ choices: [{ index: 0, delta: { content } }] }));
    const events = [...chunks, { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }];
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("") + "data: [DONE]\n\n";
    return new Response(text, { headers: { "content-type": "text/event-stream" } });
  });
}

function guardrails(baseUrl: string, failOpen = false) {
  return createGuardrails({
    baseUrl,
    failOpen,
    token: () => Promise.resolve("guard-token"),
    timeoutMs: 2_000,
  });
}

Deno.test("input that the guard blocks never reaches a provider", async () => {
  await using guard = scriptedGuard();
  await using provider = sayer(["fine"]);
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: { guardrails: guardrails(guard.url) },
  });
  const parts = ["something ba", "d"];
  const messages = [{ role: "user", content: parts.map((text) => ({ type: "text", text })) }];
  const response = await gateway.post({ model: "m", messages });
  assert.equal(response.status, 403);
  const { error } = await response.json();
  assert.equal(error.type, "guardrails_blocked");
  assert.match(error.message, /policy: No bad words$/);
  assert.equal(provider.requests.length, 0);
  assert.equal((await gateway.recorded(1))[0]?.outcome, "blocked");
  assert.equal(gateway.records.at(-1)?.outcome, "blocked");
  assert.equal(guard.requests[0]?.path, "/api/v1/governance/texts");
  assert.equal(guard.requests[0]?.headers.get("authorization"), "Bearer guard-token");
});

Deno.test("an answer that the guard blocks is withheld and billed", async () => {
  await using guard = scriptedGuard();
  await using provider = sayer(["this is ", "bad"]);
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: { guardrails: guardrails(guard.url) },
  });
  const response = await gateway.post(BODY);
  assert.equal(response.status, 403);
  assert.doesNotMatch(await response.text(), /this is/);
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.outcome, record?.total_tokens], ["blocked", 3]);
});

Deno.test("a stream is delayed until it has been checked, and ends where the guard blocks it", async () => {
  const good = "This sentence is long enough to be checked by itself, and there is nothing wrong with it. "
    .repeat(2);
  await using guard = scriptedGuard();
  await using provider = sayer([...good.split(/(?<= )/), "But this one is b", "ad, ", "and then goes on."]);
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: { guardrails: guardrails(guard.url) },
  });
  const text = await (await gateway.post({ ...BODY, stream: true })).text();
  assert.match(text, /"This ".*"long "/s);
  assert.doesNotMatch(text, /But this one/);
  assert.match(text, /event: error\ndata: .*guardrails_blocked/);
  assert.doesNotMatch(text, /\[DONE\]/);
  assert.equal((await gateway.recorded(1))[0]?.outcome, "blocked");
});

Deno.test("an allowed stream arrives completely", async () => {
  await using guard = scriptedGuard();
  const words = Array.from({ length: 300 }, (_, index) => `word${index} `);
  await using provider = sayer(words);
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: { guardrails: guardrails(guard.url) },
  });
  const text = await (await gateway.post({ ...BODY, stream: true })).text();
  const said = text.matchAll(/"content":"(.*?)"/g).map(([, word]) => word).toArray();
  assert.deepEqual(said, words);
  assert.ok(text.endsWith("data: [DONE]\n\n"));
  const asked = guard.requests.slice(1).map(({ body }): Judged => JSON.parse(body));
  assert.deepEqual(asked.filter(({ last }) => last).map(({ texts }) => texts), [[
    { channel: "0/content", text: words.join(""), released: asked.at(-1)?.texts[0]?.released, open: false },
  ]]);
  assert.ok(asked.length > 10, `${asked.length} checks`);
});

Deno.test("a stream blocked before its first text is a 403 and billed", async () => {
  await using guard = scriptedGuard();
  await using provider = sayer(["It begins b", "ad, ", "and goes on. ".repeat(50)]);
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: { guardrails: guardrails(guard.url) },
  });
  const response = await gateway.post({ ...BODY, stream: true });
  assert.equal(response.status, 403);
  assert.equal((await response.json()).error.type, "guardrails_blocked");
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.outcome, record?.estimated], ["blocked", true]);
  assert.ok((record?.completion_tokens ?? 0) > 0);
});

Deno.test("the guard's replacements apply to the request, the answer and the stream", async () => {
  await using guard = replacingGuard();
  await using provider = sayer(["hello sa", "ra and ", "sara, ", "a long answer ".repeat(20)]);
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: { guardrails: guardrails(guard.url) },
  });
  const said = "hello [X] and [X], " + "a long answer ".repeat(20);
  const messages = [{ role: "user", content: [{ type: "text", text: "I am sara" }] }];
  const whole = await gateway.post({ model: "m", messages, temperature: 0.5 });
  assert.equal((await whole.json()).choices[0].message.content, said);
  assert.deepEqual(JSON.parse(provider.requests[0]?.body ?? ""), {
    model: "m",
    messages: [{ role: "user", content: [{ type: "text", text: "I am [X]" }] }],
    temperature: 0.5,
  });
  const text = await (await gateway.post({ model: "m", messages, stream: true })).text();
  const pieces = text.matchAll(/"content":"(.*?)"/g).map(([, piece]) => piece).toArray();
  assert.equal(pieces.join(""), said);
});

Deno.test("a cached answer is checked by the current policies", async () => {
  let banned = "bad";
  await using guard = scriptedGuard((text) => text.includes(banned));
  await using provider = sayer(["this is ", "fine"]);
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: { guardrails: guardrails(guard.url) },
  });
  for (const stream of [false, true]) {
    banned = "bad";
    const asked = () => gateway.post({ ...BODY, stream }, { headers: { "x-diwan-cache": "on" } });
    const first = await asked();
    assert.deepEqual([first.status, first.headers.get("x-cache")], [200, "miss"]);
    const body = await first.text();
    const second = await asked();
    assert.deepEqual([second.headers.get("x-cache"), await second.text()], ["hit", body]);
    banned = "fine";
    const third = await asked();
    assert.equal(third.status, 403);
    await third.body?.cancel();
  }
});

Deno.test("choices, reasoning and tool calls are checked separately", async () => {
  await using guard = scriptedGuard((text) => text.includes("project falcon"));
  const choice = (index: number, message: object) => ({ index, message, finish_reason: "stop" });
  await using provider = serveScript(() =>
    Response.json({
      choices: [
        choice(0, { role: "assistant", reasoning_content: "a project", content: " falcon" }),
        choice(1, { role: "assistant", content: "falcon is a bird" }),
      ],
    })
  );
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: { guardrails: guardrails(guard.url) },
  });
  const response = await gateway.post({ ...BODY, n: 2 });
  assert.equal(response.status, 200);
  await response.body?.cancel();
  const { texts }: Judged = JSON.parse(guard.requests.at(-1)?.body ?? "");
  assert.deepEqual(texts.map(({ channel, text }) => `${channel}=${text}`), [
    "0/reasoning_content=a project",
    "0/content= falcon",
    "1/content=falcon is a bird",
  ]);
});

Deno.test("an unreachable guard stops calls, or lets them pass if so configured", async () => {
  await using provider = sayer(["fine"]);
  const models = { m: [testTarget(provider.url)] };
  await using shut = await startGateway({ models, deps: { guardrails: guardrails("http://127.0.0.1:9") } });
  const refused = await shut.post(BODY);
  assert.equal(refused.status, 502);
  assert.equal((await refused.json()).error.type, "guardrails_error");
  assert.equal(provider.requests.length, 0);
  await using open = await startGateway({
    models,
    deps: { guardrails: guardrails("http://127.0.0.1:9", true) },
  });
  const passed = await open.post(BODY);
  assert.equal(passed.status, 200);
  await passed.body?.cancel();
});

Deno.test("guardrails are skipped only on request of a caller with that right", async () => {
  await using guard = scriptedGuard();
  await using provider = sayer(["fine"]);
  const skip = { headers: { "x-diwan-guardrails": "skip" } };
  for (const [may, options, scans] of [[true, skip, 0], [true, {}, 2], [false, skip, 4]] as const) {
    await using gateway = await startGateway({
      models: { m: [testTarget(provider.url)] },
      caller: testCaller({ may_skip_guardrails: may }),
      deps: { guardrails: guardrails(guard.url) },
    });
    await (await gateway.post(BODY, options)).body?.cancel();
    assert.equal(guard.requests.length, scans);
  }
});

Deno.test("embeddings are checked too, and token ids, which are unreadable, are refused", async () => {
  await using guard = scriptedGuard();
  await using gateway = await startGateway({
    models: { m: [testTarget("http://127.0.0.1:9")] },
    deps: { guardrails: guardrails(guard.url) },
  });
  const post = (input: unknown) => gateway.post({ model: "m", input }, { path: "/v1/embeddings" });
  const blocked = await post(["fine", "bad"]);
  assert.equal(blocked.status, 403);
  await blocked.body?.cancel();
  const tokens = await post([1, 2, 3]);
  assert.equal(tokens.status, 422);
  await tokens.body?.cancel();
});

Deno.test("the guard gets key, team and service of a call, if any, for requests and answers", async () => {
  await using guard = scriptedGuard();
  await using provider = sayer(["fine"]);
  const asked = async (caller: Parameters<typeof testCaller>[0]) => {
    await using gateway = await startGateway({
      models: { m: [testTarget(provider.url)] },
      caller: testCaller(caller),
      deps: { guardrails: guardrails(guard.url) },
    });
    const from = guard.requests.length;
    await (await gateway.post(BODY)).text();
    return guard.requests.slice(from).map(({ body }) => {
      const { direction, key, team, product } = JSON.parse(body);
      return { direction, key, team, product };
    });
  };
  const none = { key: undefined, team: undefined, product: undefined };
  assert.deepEqual(await asked({ team_id: "t1" }), [
    { ...none, direction: "input", key: "k1", team: "t1" },
    { ...none, direction: "output", key: "k1", team: "t1" },
  ]);
  const [first] = await asked({ actor: "service:agents", kind: "jwt", tenant_id: "service:agents" });
  assert.deepEqual(first, { ...none, direction: "input", product: "agents" });
});
