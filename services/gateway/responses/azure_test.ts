/** Responses from Azure OpenAI. */
import assert from "node:assert/strict";
import OpenAI from "openai";
import { serveScript } from "lib/testing.ts";
import { OUTPUT, responseWith, TOOLS } from "../bridge/bridge_fixture.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { chatAnswer } from "../messages/chat_script.ts";
import type { Target } from "../providers/target.ts";

async function atAzure(
  changes: Partial<Target>,
  test: (
    openai: OpenAI,
    requests: { path: string; headers: Headers; body: string }[],
    url: string,
  ) => Promise<void>,
) {
  await using provider = serveScript(({ url }, { body }) =>
    url.includes("/responses")
      ? responseWith(OUTPUT, JSON.parse(body).stream === true)
      : chatAnswer({ content: "chat" })
  );
  const target = testTarget(provider.url, {
    ...{ provider: "azure_openai", wire: "azure_openai", model: "gpt-5.4", responses: true },
    azure: { deployment: "our-gpt", apiVersion: "2024-10-21" },
    ...changes,
  });
  await using gateway = await startGateway({
    models: { m: [{ ...target, baseUrl: new URL(provider.url) }] },
  });
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY, maxRetries: 0 });
  await test(openai, provider.requests, gateway.url);
}

Deno.test("Azure's Responses API is called with the deployment and the api-key header, whole and streamed", async () => {
  await atAzure({}, async (openai, requests) => {
    const whole = await openai.responses.create({
      model: "m",
      input: "Hello",
      tools: [{ type: "web_search" }],
    });
    const streamed = await openai.responses.stream({ model: "m", input: "Hello" }).finalResponse();
    for (const { output_text, model, output } of [whole, streamed]) {
      assert.deepEqual([output_text, model, output.length], ["Let me see", "m", OUTPUT.length]);
    }
    for (const { path, headers, body } of requests) {
      assert.equal(path, "/openai/v1/responses");
      assert.deepEqual([headers.get("api-key"), headers.get("authorization")], ["provider-secret-1", null]);
      const { model, store, include } = JSON.parse(body);
      assert.deepEqual([model, store, include], ["our-gpt", false, ["reasoning.encrypted_content"]]);
    }
  });
});

Deno.test("a deployment without the Responses API gets chats; chats that it refuses go to the Responses API", async () => {
  await atAzure({ responses: false }, async (openai, requests) => {
    assert.equal((await openai.responses.create({ model: "m", input: "Hello" })).output_text, "chat");
    assert.equal(
      requests.at(-1)?.path,
      "/openai/deployments/our-gpt/chat/completions?api-version=2024-10-21",
    );
  });
  await atAzure({ toolsByResponses: true }, async (openai, requests) => {
    const ask = { model: "m", messages: [{ role: "user" as const, content: "Hello" }] };
    assert.equal((await openai.chat.completions.create(ask)).choices[0]?.message.content, "chat");
    const { choices } = await openai.chat.completions.create({ ...ask, tools: TOOLS });
    assert.equal(choices[0]?.finish_reason, "tool_calls");
    assert.deepEqual(requests.map(({ path }) => path), [
      "/openai/deployments/our-gpt/chat/completions?api-version=2024-10-21",
      "/openai/v1/responses",
    ]);
  });
});
