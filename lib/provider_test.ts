import type OpenAI from "openai";
import assert from "node:assert/strict";
import { azureProvider, type CallOptions, gatewayProvider, openaiProvider } from "lib/provider.ts";
import { serveScript } from "lib/testing.ts";

const ANSWER = {
  id: "1",
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: "hi" } }],
};

const chat = (client: OpenAI, options: CallOptions) =>
  client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "hello" }] }, options);

Deno.test("call() answers with what the provider says, sending the key", async () => {
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

Deno.test("call() tries three times on 500 and 429, waiting as Retry-After says", async () => {
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

Deno.test("call() does not repeat 400, 401, 403 and 404, and is 502 without the key", async () => {
  for (const status of [400, 401, 403, 404]) {
    await using server = serveScript(() =>
      Response.json({ error: { message: `wrong: sk-secret` } }, { status })
    );
    const provider = openaiProvider({ apiKey: "sk-secret", baseUrl: server.url });
    await assert.rejects(provider.call(chat), (error) => {
      assert.ok(error instanceof Error && "status" in error);
      assert.equal(error.status, 502);
      assert.match(error.message, new RegExp(`answered ${status}`));
      if (status === 401 || status === 403) assert.doesNotMatch(error.message, /secret/);
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
  await using server = serveScript(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return Response.json(ANSWER);
  });
  const slow = openaiProvider({ apiKey: "k", baseUrl: server.url, timeoutMs: 50 });
  await assert.rejects(slow.call(chat), { status: 502, message: /did not answer in time/ });
});

Deno.test("call() ends with the caller's reason when the caller gives up, also while waiting to try again", async () => {
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
