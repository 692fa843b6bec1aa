import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { WIRES } from "../wires/all.ts";
import { startGateway, testTarget } from "./call_fixture.ts";

const BODY = { model: "m", messages: [{ role: "user", content: "Hello" }] };
const ANSWER = {
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};

function refusal(
  status: number,
  error: Record<string, unknown>,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ error }, { status, headers });
}

Deno.test("a provider's 400, 404 and 422 become 502 with its message, without a retry", async (t) => {
  for (const status of [400, 404, 422]) {
    await t.step(String(status), async () => {
      const said = { message: "no such deployment", type: "x", param: "model", code: "missing" };
      await using provider = serveScript(() => refusal(status, said));
      await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
      const response = await gateway.post(BODY);
      assert.equal(response.status, 502);
      assert.equal(response.headers.get("x-should-retry"), "false");
      const { error } = await response.json();
      assert.match(error.message, /no such deployment/);
      assert.deepEqual([error.type, error.param, error.code], ["provider_error", "model", "missing"]);
      assert.equal(provider.requests.length, 1);
      const [record] = await gateway.recorded(1);
      assert.deepEqual([record?.outcome, record?.total_tokens, record?.cost_usd], [
        "error",
        0,
        "0.000000000",
      ]);
    });
  }
});

Deno.test("a setting keeps a provider's 400, 413 and 422, whole and streamed, but no other status", async (t) => {
  for (const [status, told] of [[400, 400], [413, 413], [422, 422], [404, 502], [401, 502]] as const) {
    await t.step(String(status), async () => {
      const said = { message: "too long", type: "x", param: "messages", code: "context_length_exceeded" };
      await using provider = serveScript(() => refusal(status, said));
      await using gateway = await startGateway({
        models: { m: [testTarget(provider.url)] },
        deps: { clientErrors: "as_provider" },
      });
      for (const stream of [false, true]) {
        const response = await gateway.post({ ...BODY, stream });
        assert.equal(response.status, told);
        const { error } = await response.json();
        assert.deepEqual([error.param, error.code], ["messages", "context_length_exceeded"]);
        assert.equal(error.type, told === 502 ? "provider_error" : "invalid_request_error");
      }
      assert.deepEqual((await gateway.recorded(2)).map(({ outcome }) => outcome), ["error", "error"]);
    });
  }
});

Deno.test("a refused credential is reported without the provider's message and the key", async () => {
  await using provider = serveScript(() => refusal(401, { message: "Incorrect API key: provider-secret-1" }));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const response = await gateway.post(BODY);
  assert.equal(response.status, 502);
  const text = await response.text();
  assert.doesNotMatch(text, /secret/);
  assert.match(text, /401/);
});

Deno.test("429 and 5xx are reported after three attempts", async () => {
  await using provider = serveScript(() => refusal(429, { message: "slow down" }, { "retry-after": "1" }));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const response = await gateway.post(BODY);
  assert.equal(response.status, 502);
  assert.equal(response.headers.get("retry-after"), "1");
  assert.equal(response.headers.get("x-should-retry"), null);
  assert.match((await response.json()).error.message, /slow down/);
  assert.equal(provider.requests.length, 3);
  assert.equal((await gateway.recorded(1)).length, 1, "one record, however many tries");
});

Deno.test("a successful second attempt is a normal answer", async () => {
  await using provider = serveScript((_request, _recorded, index) =>
    index === 0 ? refusal(503, { message: "busy" }) : Response.json(ANSWER)
  );
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const response = await gateway.post(BODY);
  assert.equal(response.status, 200);
  await response.body?.cancel();
  assert.equal((await gateway.recorded(1))[0]?.outcome, "ok");
});

Deno.test("the next provider of the chain answers when the first one cannot be reached", async () => {
  await using provider = serveScript(() => Response.json(ANSWER));
  const gone = testTarget("http://127.0.0.1:9", { provider: "gone" });
  await using gateway = await startGateway({ models: { m: [gone, testTarget(provider.url)] } });
  const response = await gateway.post(BODY);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("x-diwan-provider"), "scripted");
  await response.body?.cancel();
});

Deno.test("a repeatedly failing provider is not called for some time", async () => {
  await using provider = serveScript(() => refusal(500, { message: "broken" }));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  for (let i = 0; i < 5; i++) await (await gateway.post(BODY)).body?.cancel();
  const asked = provider.requests.length;
  assert.equal(asked, 15, "each request is tried three times and is one failure");
  const response = await gateway.post(BODY);
  assert.equal(response.status, 502);
  assert.ok(Number(response.headers.get("retry-after")) >= 1);
  assert.equal((await response.json()).error.code, "circuit_open");
  assert.equal(provider.requests.length, asked);
});

Deno.test("a failing model does not block other models of its key, for any status", async (t) => {
  for (const status of [401, 429, 500]) {
    await t.step(String(status), async () => {
      await using provider = serveScript((_request, { body }) =>
        JSON.parse(body).model === "bad" ? refusal(status, { message: "no" }) : Response.json(ANSWER)
      );
      const target = (model: string) => testTarget(provider.url, { model });
      await using gateway = await startGateway({ models: { m: [target("m")], bad: [target("bad")] } });
      for (let i = 0; i < 6; i++) {
        await (await gateway.post({ ...BODY, model: "bad" })).body?.cancel();
      }
      const broken = await gateway.post({ ...BODY, model: "bad" });
      assert.equal((await broken.json()).error.code, "circuit_open");
      const other = await gateway.post(BODY);
      assert.equal(other.status, 200);
      await other.body?.cancel();
    });
  }
});

Deno.test("a provider that exceeds its timeout is abandoned", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await using provider = serveScript(async () => {
    await promise;
    return Response.json(ANSWER);
  });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url, { timeoutMs: 100 })] } });
  const response = await gateway.post(BODY);
  assert.equal(response.status, 502);
  assert.equal((await response.json()).error.code, "timeout");
  assert.equal(provider.requests.length, 1, "a timeout is not tried again");
  resolve();
});

Deno.test("an HTML page instead of JSON is a provider error", async () => {
  await using provider = serveScript(() => new Response("<html>maintenance</html>"));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const response = await gateway.post(BODY);
  assert.equal(response.status, 502);
  assert.equal((await response.json()).error.code, "bad_answer");
});

Deno.test("a compressed answer is decoded, although it was not requested", async () => {
  const packed = new Blob([JSON.stringify(ANSWER)]).stream().pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  await using provider = serveScript(() =>
    new Response(bytes, { headers: { "content-encoding": "gzip", "content-type": "application/json" } })
  );
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const response = await gateway.post(BODY);
  assert.deepEqual(await response.json(), ANSWER);
});

Deno.test("an answer with only an error is a provider failure, without the key that it quotes", async () => {
  await using provider = serveScript((_request, _recorded, index) =>
    Response.json({ error: { message: "key provider-secret-1 has no credit", code: index > 0 ? 402 : 503 } })
  );
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const response = await gateway.post(BODY);
  const { error } = await response.json();
  assert.deepEqual([response.status, error.type, error.code], [502, "provider_error", "402"]);
  assert.match(error.message, /key \*\*\* has no credit/);
  assert.equal((await gateway.recorded(1))[0]?.outcome, "error");
});

Deno.test("failures of a translated provider contain no key, before and after the first content", async (t) => {
  const said = { type: "overloaded_error", message: "key provider-secret-1 is used up" };
  const event = (data: Record<string, unknown>) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
  const begun = [
    event({ type: "message_start", message: { id: "m", usage: {} } }),
    event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "Hi" } }),
  ];
  for (const [when, events] of [["before", []], ["after", begun]] as const) {
    await t.step(when, async () => {
      const text = [...events, event({ type: "error", error: said })].join("");
      await using provider = serveScript(() =>
        new Response(text, { headers: { "content-type": "text/event-stream" } })
      );
      await using gateway = await startGateway({
        models: { m: [testTarget(provider.url, { wire: "anthropic" })] },
        wires: WIRES,
      });
      const response = await gateway.post({ ...BODY, stream: true });
      assert.equal(response.status, when === "before" ? 502 : 200);
      const answer = await response.text();
      assert.match(answer, /key \*\*\* is used up/);
      assert.doesNotMatch(answer, /secret/);
    });
  }
});

Deno.test("an answer that ends in its middle is a provider error, and the next provider is asked", async () => {
  const whole = JSON.stringify({
    choices: [{ index: 0, message: { role: "assistant", content: "صباح الخير" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
  });
  for (const end of [1, 40, whole.indexOf("usage"), whole.length - 12, whole.length - 3]) {
    const half = new TextEncoder().encode(whole).slice(0, end);
    const headers = { "content-type": "application/json" };
    await using provider = serveScript(() => new Response(half, { headers }));
    await using other = serveScript(() => new Response(whole, { headers }));
    const targets = [testTarget(provider.url), testTarget(other.url, { provider: "other" })];
    await using gateway = await startGateway({ models: { m: targets.slice(0, 1), both: targets } });
    const ask = (model: string) => gateway.post({ model, messages: [{ role: "user", content: "Hi" }] });
    const failed = await ask("m");
    assert.equal(failed.status, 502, `${end}`);
    assert.equal((await failed.json()).error.code, "bad_answer", `${end}`);
    assert.equal(await (await ask("both")).text(), whole, `${end}`);
  }
});
