import assert from "node:assert/strict";
import { createLogger } from "lib/telemetry/log.ts";
import { bearer, serveScript, testOnEngines } from "lib/testing.ts";
import { gatewayClient } from "../gateway_client.ts";
import { testGuard } from "../guard_fixture.ts";
import { events, guarded, options, PATH, policy, streaming, USAGE } from "./proxy_fixture.ts";

testOnEngines(
  "a stream is released completely and in order, with the safety object in its last chunk",
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

testOnEngines(
  "the arguments of a tool call in a stream are held like any other text",
  options,
  async (sql) => {
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
    const tools = good.chunks.flatMap((chunk) => chunk.choices[0].delta.tool_calls ?? []);
    assert.deepEqual([tools[0].id, tools[0].function.name], ["t", "f"]);
    assert.equal(tools.map((tool) => tool.function.arguments).join(""), '{"q":"harmless"}');
    assert.equal(good.last.choices[0].finish_reason, "tool_calls");
    word = "forbidden";
    const bad = await guard.say("", "hi", { stream: true });
    assert.doesNotMatch(JSON.stringify(events(bad.text).chunks.map(({ choices }) => choices)), /forb/);
    assert.equal(events(bad.text).last.safety.blocked, true);
  },
);

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

testOnEngines(
  "a malformed stream ends with an error event and a log line with the reason",
  options,
  async (sql) => {
    const lines: string[] = [];
    await using gateway = serveScript(() =>
      new Response("data: {half\n\n", { headers: { "content-type": "text/event-stream" } })
    );
    const guard = await testGuard(sql, {
      gateway: gatewayClient({ baseUrl: gateway.url, apiKey: "key-1" }),
      service: { log: createLogger({ write: (line) => void lines.push(line) }) },
    });
    const body = { model: "m", stream: true, messages: [{ role: "user", content: "hi" }] };
    const broken = await guard.ask("POST", PATH, body);
    assert.match(events(broken.text).last.error.message, /cut off/);
    await guard.flush();
    const [line = "{}"] = lines.filter((line) => line.includes("a streamed answer ended early"));
    assert.equal(JSON.parse(line).error.name, "SyntaxError");
  },
);

testOnEngines(
  "an error within a stream shows no key, and its words only when no policy finds anything in them",
  options,
  async (sql) => {
    let error: unknown;
    await using guard = await guarded(sql, () =>
      new Response(
        `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "held back" } }] })}\n\ndata: ${
          JSON.stringify({ error })
        }\n\n`,
      ));
    await policy(guard, ["launch code"]);
    const after = async (given: unknown) => {
      error = given;
      const { text } = await guard.say("", "hi", { stream: true });
      assert.doesNotMatch(text, /held|\[DONE\]/);
      return events(text).last.error;
    };
    assert.deepEqual(
      await after({
        message: "Quota of key sk-live-4f9aT7qLm2 is used up",
        type: "quota",
        code: 429,
        param: "n",
      }),
      { message: "Quota of key *** is used up", type: "quota", code: "429", param: "n" },
    );
    const told = { type: "provider_error", code: null, param: null };
    assert.deepEqual(await after("Overloaded"), { message: "Overloaded", ...told });
    const untold = { message: "The provider ended the answer with an error", ...told };
    assert.deepEqual(await after({ message: "Refused: 'the launch code is 7'" }), untold);
    assert.deepEqual(await after({ message: { nested: "the launch code" } }), untold);
    assert.deepEqual(await after(7), untold);
  },
);
