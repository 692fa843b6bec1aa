/** Unmodified clients of providers with the gateway's base URL. */
import assert from "node:assert/strict";
import { createAnthropic } from "@ai-sdk/anthropic";
import Anthropic from "@anthropic-ai/sdk";
import { generateText } from "ai";
import { Buffer } from "node:buffer";
import OpenAI from "openai";
import { TEST_KEY } from "../calls/call_fixture.ts";
import type { Target } from "../providers/target.ts";
import { chatChunk, chatStream, USAGE_CHUNK } from "../messages/chat_script.ts";
import { frames, inPieces, sse } from "../wires/wire_fixture.ts";
import { posted, withProvider } from "./pass_through_fixture.ts";

const ASK = { model: "m", messages: [{ role: "user" as const, content: "Hello" }] };
const USAGE = {
  input_tokens: 10,
  cache_read_input_tokens: 4,
  cache_creation_input_tokens: 6,
  output_tokens: 1,
};
const MESSAGE = {
  ...{ id: "msg_1", type: "message", role: "assistant", model: "m", stop_reason: "end_turn" },
  content: [{ type: "text", text: "Good day" }],
  usage: USAGE,
};

Deno.test("openai: a stream passes byte for byte and is priced by its usage; files are listed, deleted and uploaded", async () => {
  const script = ({ method, path }: { method: string; path: string }) => {
    if (path.startsWith("/v1/chat")) {
      return chatStream([
        chatChunk({ content: "Good" }),
        chatChunk({ content: " day" }, "stop"),
        USAGE_CHUNK,
      ]);
    }
    if (method === "DELETE") return Response.json({ id: "file-1", object: "file", deleted: true });
    if (method === "POST") return Response.json({ id: "file-1", object: "file", bytes: 5 });
    return Response.json({ object: "list", data: [{ id: "file-1" }], has_more: false });
  };
  await withProvider(script, async ({ url, gateway, provider, last }) => {
    const openai = new OpenAI({ baseURL: url, apiKey: TEST_KEY, maxRetries: 0 });
    const stream = await openai.chat.completions.create({
      ...{ ...ASK, stream: true, stream_options: { include_usage: true } },
    });
    const said: string[] = [];
    for await (const chunk of stream) said.push(chunk.choices[0]?.delta.content ?? "");
    assert.equal(said.join(""), "Good day");
    assert.equal(last()?.headers.get("authorization"), "Bearer provider-secret-1");
    const [record] = await gateway.recorded(1);
    assert.deepEqual([record?.prompt_tokens, record?.completion_tokens, record?.cost_usd], [
      30,
      7,
      "0.000044000",
    ]);
    assert.deepEqual(
      [record?.model, record?.provider, record?.resource, record?.streamed, record?.outcome, record?.actor],
      ["m", "acme", "/acme/chat/completions", true, "ok", "key:k1"],
    );
    assert.deepEqual((await openai.files.list({ limit: 2 })).data.map(({ id }) => id), ["file-1"]);
    assert.equal(last()?.path, "/v1/files?limit=2");
    assert.equal((await openai.files.delete("file-1")).deleted, true);
    const file = new File(["{}\n{}"], "a.jsonl");
    assert.equal((await openai.files.create({ file, purpose: "batch" })).bytes, 5);
    assert.match(last()?.body ?? "", /\{\}\n\{\}[\s\S]*name="purpose"/);
    assert.match(last()?.headers.get("content-type") ?? "", /^multipart\/form-data; boundary=/);
    const records = await gateway.recorded(4);
    assert.deepEqual(records.slice(1).map(({ model, cost_usd, unpriced }) => [model, cost_usd, unpriced]), [
      ...Array(2).fill(["none", "0.000000000", false]),
      // The price is unknown.
      ["none", "0.000000000", true],
    ]);
    assert.equal(provider.requests.length, 4);
  });
});

Deno.test("openai: responses, whole and streamed, keep the provider's ids and are priced by their usage", async () => {
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
  const response = { id: "resp_theirs", object: "response", status: "completed", output: [], usage };
  const script = ({ body }: { body: string }) =>
    JSON.parse(body).stream
      ? sse([{ type: "response.created", response: { ...response, usage: null } }, {
        type: "response.completed",
        response,
      }])
      : Response.json(response);
  await withProvider(script, async ({ url, gateway }) => {
    const openai = new OpenAI({ baseURL: url, apiKey: TEST_KEY, maxRetries: 0 });
    assert.equal((await openai.responses.create({ model: "m", input: "Hi" })).id, "resp_theirs");
    const final = await openai.responses.stream({ model: "m", input: "Hi" }).finalResponse();
    assert.equal(final.id, "resp_theirs");
    const records = await gateway.recorded(2);
    for (const { total_tokens, cost_usd } of records) {
      assert.deepEqual([total_tokens, cost_usd], [15, "0.000020000"]);
    }
  });
});

Deno.test("@anthropic-ai/sdk: messages pass whole and streamed, with known betas, and errors in Anthropic's format", async () => {
  const script = ({ body, path }: { body: string; path: string }) => {
    if (path.startsWith("/v1/models")) {
      const error = { type: "error", error: { type: "not_found_error", message: "model: x" } };
      return Response.json(error, { status: 404 });
    }
    if (!JSON.parse(body).stream) return Response.json(MESSAGE);
    return sse([
      { type: "message_start", message: { ...MESSAGE, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Good day" } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 9 } },
      { type: "message_stop" },
    ]);
  };
  await withProvider(script, async ({ url, gateway, last }) => {
    const anthropic = new Anthropic({ baseURL: url, apiKey: TEST_KEY, authToken: null, maxRetries: 0 });
    const whole = await anthropic.beta.messages.create({
      ...{ ...ASK, max_tokens: 10, betas: ["context-1m-2025-08-07", "unheard-of-2031-01-01"] },
    });
    assert.equal(whole.id, "msg_1");
    assert.equal(last()?.headers.get("anthropic-beta"), "context-1m-2025-08-07");
    assert.equal(last()?.headers.get("x-api-key"), "provider-secret-1");
    assert.equal(last()?.headers.get("authorization"), null);
    const streamed = await anthropic.messages.stream({ ...ASK, max_tokens: 10 }).finalMessage();
    assert.deepEqual(streamed.content, whole.content);
    await assert.rejects(anthropic.models.retrieve("x"), (error) => {
      assert.ok(error instanceof Anthropic.NotFoundError);
      assert.match(error.message, /model: x/);
      return true;
    });
    const records = await gateway.recorded(3);
    assert.deepEqual(
      records.map(({ prompt_tokens, cached_tokens, completion_tokens, outcome }) => [
        ...[prompt_tokens, cached_tokens, completion_tokens, outcome],
      ]),
      [[20, 4, 1, "ok"], [20, 4, 9, "ok"], [0, 0, 0, "error"]],
    );
  }, { target: { wire: "anthropic" } });
});

Deno.test("@ai-sdk/anthropic: generates through the provider's own endpoint", async () => {
  await withProvider(() => Response.json(MESSAGE), async ({ url, last }) => {
    const anthropic = createAnthropic({ baseURL: `${url}/v1`, apiKey: TEST_KEY });
    const { text } = await generateText({ model: anthropic("m"), prompt: "Hello", maxRetries: 0 });
    assert.deepEqual([text, last()?.path], ["Good day", "/v1/messages"]);
  }, { target: { wire: "anthropic" } });
});

Deno.test("AWS event streams and JSON lines pass byte for byte and are priced by their usage", async () => {
  const packed = (data: object) => ({ bytes: Buffer.from(JSON.stringify(data)).toString("base64") });
  const lines = [{ message: { content: "Good day" } }, { done: true, prompt_eval_count: 4, eval_count: 6 }]
    .map((line) => JSON.stringify(line) + "\n").join("");
  const cases: [() => Response, Partial<Target>, string][] = [
    [
      () =>
        frames([
          ["contentBlockDelta", { delta: { text: "Good day" } }],
          ["metadata", { usage: { inputTokens: 4, outputTokens: 6 } }],
        ]),
      { wire: "bedrock" },
      "/model/m/converse-stream",
    ],
    [
      () =>
        frames([
          [
            "chunk",
            packed({ type: "message_start", message: { usage: { input_tokens: 4, output_tokens: 1 } } }),
          ],
          ["chunk", packed({ type: "message_delta", usage: { output_tokens: 6 } })],
        ]),
      { wire: "bedrock" },
      "/model/m/invoke-with-response-stream",
    ],
    [() => inPieces(new TextEncoder().encode(lines), 7, "application/x-ndjson"), {}, "/api/chat"],
  ];
  for (const [script, target, path] of cases) {
    await withProvider(script, async ({ ask, gateway }) => {
      const response = await ask(path, posted({ model: "m", messages: [] }));
      assert.deepEqual(await response.bytes(), await script().bytes());
      const [record] = await gateway.recorded(1);
      assert.deepEqual([record?.prompt_tokens, record?.completion_tokens, record?.estimated], [4, 6, false]);
    }, { target });
  }
});
