/**
 * Values that a policy replaces before a model sees them and restores in its answer, through the guard's
 * proxy and the gateway.
 */
import assert from "node:assert/strict";
import { bearer, serveScript, testOnEngines } from "lib/testing.ts";
import { startGateway, testCaller, testTarget } from "./gateway/calls/call_fixture.ts";
import { createGuardrails } from "./gateway/calls/guardrails.ts";
import { gatewayClient } from "./guard/gateway_client.ts";
import { MIGRATIONS, type TestGuard, testGuard } from "./guard/guard_fixture.ts";

const options = { schema: "guard", migrations: MIGRATIONS };
const EMAIL = "ali@example.com";
const PHONE = "+971501234567";
const SAID = `Write to ${EMAIL} or ${PHONE}, then to ${EMAIL} again`;

interface Message {
  role: string;
  content?: string;
  tool_calls?: { function: { arguments: string } }[];
  tool_call_id?: string;
}

/** A model that repeats its prompt, as text and as a tool call, in pieces of `size`. */
function echo(text: string, isStreamed: boolean, size: number): Response {
  const args = JSON.stringify({ to: text });
  const base = { id: "c1", created: 1, model: "m" };
  if (!isStreamed) {
    const call = { id: "t1", type: "function", function: { name: "send", arguments: args } };
    const message = { role: "assistant", content: text, tool_calls: [call] };
    return Response.json({
      ...base,
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: "stop" }],
    });
  }
  const pieces = (whole: string, delta: (piece: string) => object) =>
    Array.from(
      { length: Math.ceil(whole.length / size) },
      (_, i) => delta(whole.slice(i * size, (i + 1) * size)),
    );
  const deltas = [
    ...pieces(text, (content) => ({ content })),
    ...pieces(args, (piece) => ({ tool_calls: [{ index: 0, function: { arguments: piece } }] })),
  ];
  const chunks = [...deltas.map((delta) => ({ index: 0, delta })), {
    index: 0,
    delta: {},
    finish_reason: "stop",
  }];
  const frames = chunks.map((choice) =>
    `data: ${JSON.stringify({ ...base, object: "chat.completion.chunk", choices: [choice] })}\n\n`
  );
  return new Response(frames.join("") + "data: [DONE]\n\n", {
    headers: { "content-type": "text/event-stream" },
  });
}

interface Way {
  /** The text and tool arguments that a client receives; undefined when it is blocked. */
  ask(messages: Message[], more?: object): Promise<{ content: string; to: string } | undefined>;
}

async function waysOf(sql: Parameters<typeof testGuard>[0]) {
  const told: Message[][] = [];
  let size = 5;
  const provider = serveScript((_request, { body }) => {
    const { messages, stream } = JSON.parse(body);
    told.push(messages);
    return echo(messages.at(-1).content, stream === true, size);
  });
  const guard = await testGuard(sql, { gateway: gatewayClient({ baseUrl: provider.url, apiKey: "k" }) });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, guard.app.fetch);
  const token = (await bearer("user")).authorization.replace("Bearer ", "");
  const guardrails = createGuardrails({
    baseUrl: `http://127.0.0.1:${server.addr.port}`,
    failOpen: false,
    token: () => Promise.resolve(token),
  });
  const gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    caller: testCaller({ team_id: "t1" }),
    deps: { guardrails },
  });
  const ways: Record<"guard" | "gateway", Way> = {
    guard: {
      ask: async (messages, more) =>
        answerOf(
          (await guard.ask("POST", "/proxy/chat/completions", { model: "m", messages, ...more })).text,
        ),
    },
    gateway: {
      ask: async (messages, more) =>
        answerOf(await (await gateway.post({ model: "m", messages, ...more })).text()),
    },
  };
  return {
    ...{ guard, told, ways },
    cut: (at: number) => void (size = at),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await server.shutdown();
      await guard.close();
      await provider[Symbol.asyncDispose]();
    },
  };
}

/** The text of a body, whole or streamed. */
function answerOf(body: string): { content: string; to: string } | undefined {
  if (/content_filter|guardrails_blocked/.test(body)) return undefined;
  const choices = body.startsWith("{")
    ? [JSON.parse(body).choices[0].message]
    : body.split("\n\n").filter((line) => line.startsWith("data: {"))
      .flatMap((line) => JSON.parse(line.slice(6)).choices ?? []).map(({ delta }) => delta ?? {});
  const content = choices.map((part: Message) => part.content ?? "").join("");
  const args = choices.flatMap((part: Message) => part.tool_calls ?? [])
    .map((call: { function: { arguments: string } }) => call.function.arguments).join("");
  return { content, to: args === "" ? "" : JSON.parse(args).to };
}

const policy = (guard: TestGuard, config: object, more: object = {}) =>
  guard.ask("POST", "/policies", {
    ...{ name: crypto.randomUUID(), rule_type: "pii", action: "log" },
    ...{ rule_config: JSON.stringify(config), ...more },
  });

testOnEngines(
  "restored values never reach the model and are in its answer, however it is cut",
  options,
  async (sql) => {
    await using all = await waysOf(sql);
    const { status } = await policy(all.guard, { types: ["EMAIL", "PHONE"], handling: "restore" });
    assert.equal(status, 201);
    for (const way of ["guard", "gateway"] as const) {
      for (const size of [0, 1, 2, 3, 7, 19, 1_000]) {
        all.cut(size);
        const more = size > 0 ? { stream: true } : {};
        const answer = await all.ways[way].ask([{ role: "user", content: SAID }], more);
        assert.deepEqual(answer, { content: SAID, to: SAID }, `${way} ${size}`);
        const [{ content = "" } = { content: "" }] = all.told.at(-1) ?? [];
        assert.match(
          content,
          /^Write to (\[EMAIL_[0-9a-f]{10}\]) or \[PHONE_[0-9a-f]{10}\], then to \1 again$/,
        );
      }
    }
    // The same value has the same pseudonym in every call, so that the turns of a conversation agree.
    assert.equal(new Set(all.told.map(([message]) => message?.content)).size, 1);
  },
);

testOnEngines("what only looks like a pseudonym of the call stays as it is", options, async (sql) => {
  await using all = await waysOf(sql);
  await policy(all.guard, { types: ["EMAIL"], handling: "restore" });
  const content = `[EMAIL_0123456789] and [EMAIL_ and ${EMAIL} [`;
  for (const way of ["guard", "gateway"] as const) {
    for (const stream of [false, true]) {
      assert.equal((await all.ways[way].ask([{ role: "user", content }], { stream }))?.content, content);
    }
  }
});

testOnEngines(
  "hashed values have one name each, in questions and answers, and are not put back",
  options,
  async (sql) => {
    await using all = await waysOf(sql);
    await policy(all.guard, {
      ...{ types: ["EMAIL", "PHONE", "IBAN"], handling: "mask", handlings: { EMAIL: "hash", IBAN: "keep" } },
      directions: ["input"],
    });
    const content = `${SAID}, ALI@example.com, AE070331234567890123456`;
    const names = new Set<string>();
    for (const way of ["guard", "gateway"] as const) {
      const answer = await all.ways[way].ask([{ role: "user", content }]);
      const [first = "", ...others] = answer?.content.match(/\[EMAIL_[0-9a-f]{10}\]/g) ?? [];
      assert.deepEqual(others, [first, first]);
      names.add(first);
      assert.match(answer?.content ?? "", /\+\*{8}4567.*AE070331234567890123456/);
    }
    assert.equal(names.size, 1);
  },
);

testOnEngines(
  "a policy on tools checks only tool arguments and results",
  options,
  async (sql) => {
    await using all = await waysOf(sql);
    const { body } = await policy(all.guard, { types: ["EMAIL"], handling: "replace", directions: ["tool"] });
    const call = { id: "t1", type: "function", function: { name: "f", arguments: `{"to":"${EMAIL}"}` } };
    const messages: Message[] = [
      { role: "user", content: `from ${EMAIL}` },
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: "t1", content: `${EMAIL} is out` },
    ];
    for (const way of ["guard", "gateway"] as const) {
      const answer = await all.ways[way].ask(messages);
      const sent = all.told.at(-1);
      assert.equal(sent?.[0]?.content, `from ${EMAIL}`, way);
      assert.equal(sent?.[1]?.tool_calls?.[0]?.function.arguments, '{"to":"[REDACTED_EMAIL]"}', way);
      assert.equal(sent?.[2]?.content, "[REDACTED_EMAIL] is out", way);
      assert.equal(answer?.content, "[REDACTED_EMAIL] is out");
      for (const stream of [false, true]) {
        const said = await all.ways[way].ask([{ role: "user", content: EMAIL }], { stream });
        assert.deepEqual(said, { content: EMAIL, to: "[REDACTED_EMAIL]" }, `${way} ${stream}`);
      }
    }
    await all.guard.ask("PUT", `/policies/${body.id}`, { action: "block" });
    const before = all.told.length;
    for (const way of ["guard", "gateway"] as const) {
      assert.equal(await all.ways[way].ask(messages), undefined, way);
    }
    assert.equal(all.told.length, before, "what is blocked does not leave");
  },
);

testOnEngines("the gateway's policies on data are those for its team", options, async (sql) => {
  await using all = await waysOf(sql);
  await policy(all.guard, { types: ["EMAIL"], handling: "replace" }, { scope: { teams: ["t1"] } });
  await policy(all.guard, { types: ["PHONE"], handling: "replace" }, { scope: { teams: ["t2"] } });
  const answer = await all.ways.gateway.ask([{ role: "user", content: SAID }]);
  assert.equal(answer?.content, SAID.replaceAll(EMAIL, "[REDACTED_EMAIL]"));
});
