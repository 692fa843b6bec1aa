import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { createLoad } from "../providers/load.ts";
import type { Target } from "../providers/target.ts";
import { startGateway, testCaller, testTarget } from "./call_fixture.ts";

const MESSAGES = [{ role: "user", content: "Hi" }];

function completion(content: string): Response {
  return Response.json({
    id: "c",
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  });
}

function streamOf(content: string): Response {
  const chunk = (delta: unknown, finish_reason: string | null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const text = `${chunk({ content }, null)}${chunk({}, "stop")}data: [DONE]\n\n`;
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

/** A provider that accepts requests and never answers them. */
function silent() {
  const left = Promise.withResolvers<void>();
  const server = serveScript(async (request) => {
    await new Promise<void>((resolve) => request.signal.addEventListener("abort", () => resolve()));
    left.resolve();
    return new Response("late");
  });
  return Object.assign(server, { left: left.promise });
}

function measured(url: string, provider: string, changes: Partial<Target> = {}): Target {
  return testTarget(url, { provider, load: createLoad(), ...changes });
}

for (const stream of [false, true]) {
  const shape = stream ? "a stream" : "a whole answer";
  Deno.test(`hedging: ${shape} comes from the second provider when the first is slow, whose call is aborted`, async () => {
    await using slow = silent();
    await using quick = serveScript(() => stream ? streamOf("quick") : completion("quick"));
    const chain = [
      measured(slow.url, "slow", { hedgeAfterMs: 5 }),
      measured(quick.url, "quick", { model: "q-1", hedgeAfterMs: 5 }),
    ];
    await using gateway = await startGateway({ models: { alias: chain } });
    const response = await gateway.post({ model: "alias", messages: MESSAGES, stream });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("x-diwan-provider"), "quick");
    assert.match(await response.text(), /quick/);
    await slow.left;
    const [record] = await gateway.recorded(1);
    assert.deepEqual([record?.provider, record?.model, record?.provider_model, record?.outcome], [
      "quick",
      "alias",
      "q-1",
      "ok",
    ]);
    assert.deepEqual(chain.map(({ load }) => load?.inFlight), [0, 0]);
    assert.equal(typeof chain[1]?.load?.latencyMs(stream), "number");
    assert.equal(chain[0]?.load?.latencyMs(stream), undefined);
  });
}

Deno.test("a request that is too long for the first model is answered by a longer one", async () => {
  await using short = serveScript(() =>
    Response.json({ error: { message: "too long", code: "context_length_exceeded" } }, { status: 400 })
  );
  await using long = serveScript(() => completion("all of it"));
  const longer = [measured(long.url, "long", { model: "big" })];
  await using gateway = await startGateway({ models: { m: [measured(short.url, "short", { longer })] } });
  const response = await gateway.post({ model: "m", messages: MESSAGES });
  assert.equal(response.status, 200);
  await response.body?.cancel();
  assert.equal(JSON.parse(long.requests[0]?.body ?? "").model, "big");
  assert.equal((await gateway.recorded(1))[0]?.provider_model, "big");
});

Deno.test("a caller's own timeout ends a call before the provider's longer one", async () => {
  await using slow = silent();
  await using gateway = await startGateway({
    models: { m: [measured(slow.url, "slow", { timeoutMs: 60_000 })] },
    caller: testCaller({ timeout_ms: 60 }),
  });
  const response = await gateway.post({ model: "m", messages: MESSAGES });
  const { error } = await response.json();
  assert.deepEqual([response.status, error.code], [502, "timeout"]);
  await slow.left;
});

Deno.test("in_flight distributes concurrent calls, and counts them down after every outcome", async () => {
  const release = Promise.withResolvers<void>();
  await using first = serveScript(async () => (await release.promise, completion("first")));
  await using second = serveScript(async () => (await release.promise, new Response("no", { status: 400 })));
  const targets = [measured(first.url, "first"), measured(second.url, "second")];
  await using gateway = await startGateway({
    models: { alias: targets },
    routes: { alias: { by: "in_flight", targets, weights: [1, 1] } },
  });
  const calls = Array.from({ length: 6 }, () => gateway.post({ model: "alias", messages: MESSAGES }));
  while (first.requests.length + second.requests.length < 6) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  assert.deepEqual(targets.map(({ load }) => load?.inFlight), [3, 3]);
  release.resolve();
  for (const response of await Promise.all(calls)) await response.body?.cancel();
  assert.deepEqual(targets.map(({ load }) => load?.inFlight), [0, 0]);
});

Deno.test("all turns of a chat go to one key of its provider, other chats to other keys", async () => {
  await using provider = serveScript(() => completion("Yes"));
  const keys = ["1", "2", "3", "4"].map((id) => ({ id, secret: id, weight: 1 }));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url, { keys })] } });
  const keyOf = async (...said: string[]) => {
    const turns = said.map((content, index) => ({ role: index % 2 ? "assistant" : "user", content }));
    const messages = [{ role: "system", content: "Be brief" }, ...turns];
    await (await gateway.post({ model: "m", messages })).body?.cancel();
    return provider.requests.at(-1)?.headers.get("authorization");
  };
  const used = new Set<unknown>();
  for (let n = 0; n < 12; n++) {
    const key = await keyOf(`question ${n}`);
    assert.equal(await keyOf(`question ${n}`, "answer", "more"), key);
    used.add(key);
  }
  assert.ok(used.size > 1);
});
