import { HTTPException } from "hono/http-exception";
import assert from "node:assert/strict";
import { APIError } from "openai";
import type OpenAI from "openai";
import { createLogger } from "lib/telemetry/log.ts";
import {
  azureProvider,
  type CallOptions,
  gatewayProvider,
  openaiProvider,
  type Provider,
} from "lib/providers/provider.ts";
import type { CallLimits } from "lib/providers/provider_retry.ts";
import { noAnswer, serveScript } from "lib/testing.ts";

const ANSWER = {
  id: "1",
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: "hi" } }],
};

const chat = (client: OpenAI, options: CallOptions) =>
  client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "hello" }] }, options);

Deno.test("call() sends the key and returns the provider's answer", async () => {
  await using server = serveScript(() => Response.json(ANSWER));
  const provider = openaiProvider({ apiKey: "k", baseUrl: `${server.url}/v1` });
  assert.equal((await provider.call(chat)).choices[0]?.message.content, "hi");
  assert.equal(server.requests[0]?.headers.get("authorization"), "Bearer k");
});

Deno.test("call() without a key is 503 and names the setting", async () => {
  await assert.rejects(openaiProvider({}).call(chat), { status: 503, message: /OPENAI_API_KEY/ });
  const azure = azureProvider({ apiKey: "k", endpoint: "https://x.example" });
  await assert.rejects(azure.call(chat), { status: 503, message: /AZURE_OPENAI_DEPLOYMENT/ });
});

Deno.test("call() tries three times on 500 and 429, honouring Retry-After", async () => {
  await using server = serveScript((_request, _recorded, index) =>
    index < 2
      ? new Response("{}", { status: index ? 429 : 500, headers: { "retry-after": "0" } })
      : Response.json(ANSWER)
  );
  const waits: number[] = [];
  const provider = openaiProvider({ apiKey: "k", baseUrl: server.url });
  await provider.call(chat, { onRetry: ({ waitMs }) => void waits.push(waitMs) });
  assert.deepEqual(waits, [0, 0]);
  assert.equal(server.requests.length, 3);
});

Deno.test("call() does not retry 400, 401, 403 and 404, and its 502 does not hold the key", async () => {
  for (const status of [400, 401, 403, 404]) {
    await using server = serveScript(() =>
      Response.json({ error: { message: `wrong: sk-secret` } }, { status })
    );
    const provider = openaiProvider({ apiKey: "sk-secret", baseUrl: server.url });
    await assert.rejects(provider.call(chat), (error) => {
      assert.ok(error instanceof Error && "status" in error);
      assert.equal(error.status, 502);
      assert.match(error.message, new RegExp(`answered ${status}`));
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
    assert.equal(server.requests.length, 1);
  }
});

Deno.test("call() is 502 when the provider is away or too slow", async () => {
  const gone = serveScript(() => Response.json(ANSWER));
  await gone[Symbol.asyncDispose]();
  const away = openaiProvider({ apiKey: "k", baseUrl: gone.url });
  await assert.rejects(away.call(chat, { tries: 1 }), { status: 502, message: /cannot be reached/ });
  await using server = serveScript(noAnswer);
  const slow = openaiProvider({ apiKey: "k", baseUrl: server.url, timeoutMs: 50 });
  await assert.rejects(slow.call(chat), { status: 502, message: /did not answer in time/ });
});

Deno.test("call() rejects with the caller's reason when the caller gives up, also during backoff", async () => {
  await using server = serveScript(() =>
    new Response("{}", { status: 500, headers: { "retry-after": "10" } })
  );
  const provider = openaiProvider({ apiKey: "k", baseUrl: server.url });
  const caller = new AbortController();
  const reason = new Error("gone");
  await assert.rejects(
    provider.call(chat, { signal: caller.signal, onRetry: () => caller.abort(reason) }),
    reason,
  );
});

Deno.test("gatewayProvider() calls /v1 of the gateway, azureProvider() its deployment", async () => {
  await using server = serveScript(() => Response.json(ANSWER));
  await gatewayProvider({ baseUrl: `${server.url}/`, apiKey: "k" }).call(chat);
  await azureProvider({ apiKey: "k", endpoint: server.url, deployment: "d" }).call(chat);
  assert.equal(server.requests[0]?.path, "/v1/chat/completions");
  assert.match(server.requests[1]?.path ?? "", /^\/openai\/deployments\/d\/chat\/completions\?api-version=/);
  assert.equal(server.requests[1]?.headers.get("api-key"), "k");
});

const post = (provider: Provider, limits?: CallLimits) =>
  provider.post("/chat/completions", { model: "m", messages: [] }, limits);

Deno.test("post() answers with the JSON, sending key and headers as the client does", async () => {
  await using server = serveScript(() => Response.json(ANSWER));
  const openai = openaiProvider({ apiKey: "k", baseUrl: `${server.url}/v1`, headers: { "x-tag": "t" } });
  const azure = azureProvider({ apiKey: "k", endpoint: `${server.url}/`, deployment: "d 1" });
  for (const provider of [openai, azure]) {
    assert.deepEqual(await post(provider), ANSWER);
    await provider.call(chat);
    provider.close();
  }
  const [direct, client, azureDirect, azureClient] = server.requests;
  assert.equal(direct?.path, client?.path);
  assert.equal(azureDirect?.path, azureClient?.path);
  assert.equal(azureDirect?.path, "/openai/deployments/d%201/chat/completions?api-version=2024-10-21");
  assert.equal(direct?.headers.get("authorization"), "Bearer k");
  assert.equal(direct?.headers.get("x-tag"), "t");
  assert.equal(azureDirect?.headers.get("api-key"), "k");
});

Deno.test("post() retries and fails as call() does", async () => {
  await using server = serveScript((_request, _recorded, index) =>
    index < 2
      ? new Response("busy", { status: index ? 429 : 500, headers: { "retry-after": "0" } })
      : Response.json({ error: { message: "too long", code: "context_length_exceeded" } }, { status: 400 })
  );
  const waits: number[] = [];
  const provider = openaiProvider({ apiKey: "k", baseUrl: server.url });
  await assert.rejects(post(provider, { onRetry: ({ waitMs }) => void waits.push(waitMs) }), (error) => {
    assert.ok(error instanceof HTTPException && error.cause instanceof APIError);
    assert.deepEqual([error.status, error.cause.status, error.cause.code], [
      502,
      400,
      "context_length_exceeded",
    ]);
    assert.match(error.message, /answered 400: too long/);
    return true;
  });
  assert.deepEqual(waits, [0, 0]);
  await assert.rejects(post(openaiProvider({})), { status: 503, message: /OPENAI_API_KEY/ });
  provider.close();
});

Deno.test("no failure of call() and post() shows a key, whatever the status, the body and the place", async () => {
  const key = "provider-key-of-no-known-form";
  const said = `refused ${key}, and another's sk-live-Ab12Cd34Ef56`;
  const bodies = [
    () => JSON.stringify({ error: { message: said, code: said, type: said } }),
    () => JSON.stringify({ detail: said }),
    () => JSON.stringify([{ error: said }]),
    () => JSON.stringify(said),
    () => said,
    () => `<html>${said}</html>`,
  ];
  for (const status of [400, 401, 404, 422, 500, 503]) {
    for (const body of bodies) {
      await using server = serveScript(() =>
        new Response(body(), {
          status,
          headers: { "content-type": "application/json", "x-should-retry": "false" },
        })
      );
      const provider = openaiProvider({ apiKey: key, baseUrl: server.url });
      for (const work of [() => provider.call(chat), () => post(provider)]) {
        const error: unknown = await work().catch((error) => error);
        assert.ok(error instanceof HTTPException && error.status === 502);
        const lines: string[] = [];
        createLogger({ write: (line) => lines.push(line) }).error("failed", { error, cause: error.cause });
        assert.doesNotMatch(
          `${lines}${JSON.stringify(error.cause)}`,
          /known-form|Ab12/,
          `${status} ${body()}`,
        );
      }
      provider.close();
    }
  }
});

Deno.test("a stream that ends with a provider's error reports it without the key", async () => {
  await using server = serveScript(() =>
    new Response('data: {"error":{"message":"overloaded for sk-secret-Ab12"}}\n\n', {
      headers: { "content-type": "text/event-stream" },
    })
  );
  const provider = openaiProvider({ apiKey: "sk-secret-Ab12", baseUrl: server.url });
  const streamed = provider.call(async (client, options) => {
    const chunks = await client.chat.completions.create({ model: "m", messages: [], stream: true }, options);
    for await (const _chunk of chunks);
  }, { tries: 1 });
  await assert.rejects(streamed, { message: "Provider openai broke off its answer: overloaded for ***" });
});

Deno.test("post() is 502 when the provider is away or too slow, and the signal's reason when aborted", async () => {
  await using slow = serveScript(noAnswer);
  const provider = openaiProvider({ baseUrl: slow.url, timeoutMs: 30 });
  await assert.rejects(post(provider), { status: 502, message: /did not answer in time/ });
  const reason = new Error("enough");
  await assert.rejects(post(provider, { signal: AbortSignal.abort(reason) }), reason);
  const gone = serveScript(() => Response.json({}));
  await gone[Symbol.asyncDispose]();
  await assert.rejects(post(openaiProvider({ baseUrl: gone.url }), { tries: 1 }), {
    status: 502,
    message: /cannot be reached/,
  });
});
