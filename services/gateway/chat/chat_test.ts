import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { startGateway, testCaller, testTarget } from "../calls/call_fixture.ts";

const MESSAGES = [{ role: "user", content: "Hello" }];
const ANSWER = {
  id: "chatcmpl-1",
  object: "chat.completion",
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop", new_field: 1 }],
  usage: {
    prompt_tokens: 1000,
    completion_tokens: 500,
    total_tokens: 1500,
    prompt_tokens_details: { cached_tokens: 400 },
  },
  system_fingerprint: "fp",
};

Deno.test("a chat completion passes through byte for byte, both ways", async () => {
  const text = `  ${JSON.stringify(ANSWER, null, 1)}\n`;
  await using provider = serveScript(() =>
    new Response(text, { headers: { "content-type": "application/json" } })
  );
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const sent =
    `{"model":"m", "messages":[{"role":"user","content":"مرحبا"}],"seed":12345678901234567890,"x_new":{"a":1}}`;
  const response = await gateway.post(sent, { headers: { "x-request-id": "trace-1" } });
  assert.equal(response.status, 200);
  assert.equal(await response.text(), text);
  assert.equal(provider.requests[0]?.body, sent);
  assert.equal(provider.requests[0]?.headers.get("authorization"), "Bearer provider-secret-1");
  assert.equal(response.headers.get("x-request-id"), "trace-1");
  assert.equal(response.headers.get("x-diwan-provider"), "scripted");
  assert.equal(response.headers.get("x-diwan-cost-usd"), "0.002000000");
  const [record] = await gateway.recorded(1);
  assert.deepEqual(
    [record?.request_id, record?.outcome, record?.total_tokens, record?.cached_tokens, record?.cost_usd],
    ["trace-1", "ok", 1500, 400, "0.002000000"],
  );
  assert.equal(gateway.records[0]?.actor, "key:k1");
  assert.equal(gateway.records[0]?.resource, "/v1/chat/completions");
});

Deno.test("a call without a known price is marked as unpriced in place of a cost; only free models cost 0", async () => {
  await using provider = serveScript(() => Response.json(ANSWER));
  const target = testTarget(provider.url);
  const { price: _, ...unpriced } = target;
  await using gateway = await startGateway({
    models: { m: [unpriced], free: [{ ...target, model: "free", price: { input: "0", output: "0" } }] },
  });
  const headers = async (model: string) => {
    const response = await gateway.post({ model, messages: [{ role: "user", content: "x" }] });
    await response.body?.cancel();
    return [response.headers.get("x-diwan-cost-usd"), response.headers.get("x-diwan-unpriced")];
  };
  assert.deepEqual(await headers("m"), [null, "true"]);
  assert.deepEqual(await headers("free"), ["0.000000000", null]);
  assert.deepEqual((await gateway.recorded(2)).map(({ unpriced }) => unpriced), [true, false]);
});

Deno.test("an alias is replaced by the provider's model name, the rest of the body is unchanged", async () => {
  await using provider = serveScript(() => Response.json(ANSWER));
  await using gateway = await startGateway({
    models: { fast: [testTarget(provider.url, { model: "m-2025" })] },
  });
  await (await gateway.post({ model: "fast", messages: MESSAGES, logit_bias: { "50256": -100 } })).body
    ?.cancel();
  const sent = JSON.parse(provider.requests[0]?.body ?? "");
  assert.deepEqual(sent, { model: "m-2025", messages: MESSAGES, logit_bias: { "50256": -100 } });
});

Deno.test("Azure OpenAI is called at the deployment's URL with the api-key header", async () => {
  await using provider = serveScript(() => Response.json(ANSWER));
  const azure = { deployment: "my gpt", apiVersion: "2024-10-21" };
  const target = testTarget(provider.url, { wire: "azure_openai", baseUrl: new URL(provider.url), azure });
  await using gateway = await startGateway({ models: { m: [target] } });
  await (await gateway.post({ model: "m", messages: MESSAGES })).body?.cancel();
  const [request] = provider.requests;
  assert.equal(request?.path, "/openai/deployments/my%20gpt/chat/completions?api-version=2024-10-21");
  assert.equal(request?.headers.get("api-key"), "provider-secret-1");
  assert.equal(request?.headers.get("authorization"), null);
});

const REFUSALS: [name: string, body: unknown, status: number, param: string | null][] = [
  ["no model", { messages: MESSAGES }, 422, "model"],
  ["no messages", { model: "m" }, 422, "messages"],
  ["an empty list of messages", { model: "m", messages: [] }, 422, "messages"],
  ["a message without a role", { model: "m", messages: [{ content: "x" }] }, 422, "messages.0"],
  ["a stream that is no flag", { model: "m", messages: MESSAGES, stream: "yes" }, 422, "stream"],
  ["max_tokens that is no number", { model: "m", messages: MESSAGES, max_tokens: "9" }, 422, "max_tokens"],
  ["an unknown model", { model: "nope", messages: MESSAGES }, 404, "model"],
  ["a list", [], 422, null],
  ["half of a body", "{", 400, null],
];

Deno.test("POST /v1/chat/completions names the wrong field of a body", async (t) => {
  await using gateway = await startGateway({ models: { m: [testTarget("http://127.0.0.1:9")] } });
  for (const [name, body, status, param] of REFUSALS) {
    await t.step(name, async () => {
      const response = await gateway.post(body);
      assert.equal(response.status, status);
      const { error } = await response.json();
      assert.equal(error.type, "invalid_request_error");
      assert.equal(error.param, param);
      assert.ok(response.headers.get("x-request-id"));
    });
  }
  assert.equal(gateway.records.length, 0);
  assert.ok(gateway.events.every(({ outcome }) => outcome === "failure"));
});

Deno.test("a wrong content type is 415, a body over the limit 413 even with a false length header, no credential 401", async () => {
  await using gateway = await startGateway({ models: {}, deps: { maxBodyBytes: 1000 } });
  const wrongType = await gateway.post("{}", { headers: { "content-type": "text/plain" } });
  assert.equal(wrongType.status, 415);
  await wrongType.body?.cancel();
  const large = await gateway.post({ model: "m", messages: [{ role: "user", content: "x".repeat(2000) }] });
  assert.equal(large.status, 413);
  assert.match((await large.json()).error.message, /maximum/);
  const endless = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: "Bearer dwn-test-key", "content-type": "application/json" },
    body: new Blob([JSON.stringify({ pad: "x".repeat(5000) })]).stream(),
  });
  assert.equal(endless.status, 413);
  await endless.body?.cancel();
  const nobody = await gateway.post({}, { headers: { authorization: "Bearer wrong" } });
  assert.equal(nobody.status, 401);
  assert.equal((await nobody.json()).error.type, "rbac_denied");
  assert.equal(gateway.events.at(-1)?.action, "auth_denied");
});

Deno.test("a key may use only the models that its names and prefixes allow", async () => {
  await using provider = serveScript(() => Response.json(ANSWER));
  const target = testTarget(provider.url);
  const caller = testCaller({ allowed_models: ["m", "gpt-*"] });
  await using gateway = await startGateway({
    models: { m: [target], "gpt-5": [target], other: [target] },
    caller,
  });
  for (const [model, status] of [["m", 200], ["gpt-5", 200], ["other", 403]] as const) {
    const response = await gateway.post({ model, messages: MESSAGES });
    assert.equal(response.status, status, model);
    await response.body?.cancel();
  }
});

Deno.test("a model without a price is counted as unpriced, and refused when a budget applies", async () => {
  await using provider = serveScript(() => Response.json(ANSWER));
  const models = { m: [testTarget(provider.url, { price: undefined })] };
  await using free = await startGateway({ models });
  await (await free.post({ model: "m", messages: MESSAGES })).body?.cancel();
  assert.equal((await free.recorded(1))[0]?.unpriced, true);
  const budget = { key: "key:k1", scope: "key", id: "k1", limit_nano_usd: 10n, period: "daily" } as const;
  await using bound = await startGateway({ models, caller: testCaller({ budgets: [budget] }) });
  const response = await bound.post({ model: "m", messages: MESSAGES });
  assert.equal(response.status, 422);
  assert.equal((await response.json()).error.code, "model_unpriced");
});

Deno.test("a budget is reserved before the call and settled with its cost, or released when the call fails", async () => {
  let status = 200;
  await using provider = serveScript(() => Response.json(ANSWER, { status }));
  const settled: bigint[] = [];
  const reserved: bigint[] = [];
  const budget = { key: "key:k1", scope: "key", id: "k1", limit_nano_usd: 10n, period: "daily" } as const;
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    caller: testCaller({ budgets: [budget] }),
    deps: {
      budgets: {
        reserve(_scopes, amount) {
          reserved.push(amount);
          return { settle: (actual) => void settled.push(actual), release: () => void settled.push(0n) };
        },
        close: () => Promise.resolve(),
      },
    },
  });
  await (await gateway.post({ model: "m", messages: MESSAGES, max_tokens: 100 })).body?.cancel();
  status = 400;
  await (await gateway.post({ model: "m", messages: MESSAGES })).body?.cancel();
  assert.deepEqual(settled, [2_000_000n, 0n]);
  assert.equal(reserved[0], 206_000n, "6 tokens in, 100 out");
});

Deno.test("the error for a known provider without configuration names its setting", async () => {
  await using gateway = await startGateway({ models: {} });
  for (
    const [model, setting] of [
      ["ollama/llama3.2", "OLLAMA_BASE_URL"],
      ["vllm/allam-7b", "VLLM_BASE_URL"],
      ["llamacpp/any", "LLAMACPP_BASE_URL"],
      ["groq/some-new-model", "GROQ_API_KEY"],
    ]
  ) {
    const response = await gateway.post({ model, messages: [{ role: "user", content: "x" }] });
    assert.equal(response.status, 503);
    const { error } = await response.json();
    assert.equal(error.code, "provider_not_configured");
    assert.ok(error.message.endsWith(`set ${setting}`), error.message);
  }
  const unknown = await gateway.post({ model: "nobody/any", messages: [{ role: "user", content: "x" }] });
  assert.equal(unknown.status, 404);
  await unknown.body?.cancel();
});
