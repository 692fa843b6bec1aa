/** Messages to providers with Anthropic's own API. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import type { JsonObject } from "lib/json_object.ts";
import { serveScript } from "lib/testing.ts";
import { startGateway, testTarget } from "../calls/call_fixture.ts";
import { sealed } from "../calls/origin.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import type { Target } from "../providers/target.ts";
import { frames, sse } from "../wires/wire_fixture.ts";
import { nativeEvents } from "./native_events.ts";

const ASK = { model: "m", max_tokens: 100, messages: [{ role: "user", content: "Hello" }] };
const ORIGIN = { provider: "scripted", key: "1" };
const USAGE = {
  input_tokens: 10,
  cache_read_input_tokens: 4,
  cache_creation_input_tokens: 6,
  output_tokens: 1,
};
const EVENTS: JsonObject[] = [
  {
    type: "message_start",
    message: { id: "msg_1", type: "message", role: "assistant", model: "claude", content: [], usage: USAGE },
  },
  { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
  { type: "ping" },
  { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm" } },
  { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "SIG" } },
  { type: "content_block_stop", index: 0 },
  { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Good day" } },
  { type: "content_block_stop", index: 1 },
  {
    type: "message_delta",
    delta: { stop_reason: "end_turn", stop_sequence: null },
    usage: { output_tokens: 9 },
  },
  { type: "message_stop" },
];

function anthropicTarget(url: string, changes: Partial<Target> = {}): Target {
  return testTarget(url, { wire: "anthropic", baseUrl: new URL(url), model: "claude-x", ...changes });
}

async function eventsIn(answer: Response): Promise<JsonObject[]> {
  const text = await answer.text();
  return text.split("\n\n").filter((frame) => frame !== "").map((frame) =>
    JSON.parse(frame.split("data: ")[1] ?? "")
  );
}

Deno.test("Anthropic gets the body unchanged, with the API version and the known betas", async () => {
  const message = {
    ...{
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude-x",
      stop_reason: "end_turn",
      usage: USAGE,
    },
    content: [{ type: "thinking", thinking: "Hm", signature: "SIG" }, {
      type: "text",
      text: "Good day",
      citations: null,
    }],
  };
  await using provider = serveScript(() => Response.json(message));
  await using gateway = await startGateway({ models: { m: [anthropicTarget(provider.url)] } });
  const body = {
    ...ASK,
    thinking: { type: "adaptive" },
    tools: [{ type: "web_search_20250305", name: "web_search" }],
  };
  const answer = await gateway.post(body, {
    path: "/v1/messages?beta=true",
    headers: {
      "anthropic-beta": "context-1m-2025-08-07, unheard-of-2031-01-01",
      "anthropic-version": "2023-06-01",
    },
  });
  const received = await answer.json();
  const [sent] = provider.requests;
  assert.equal(sent?.headers.get("x-api-key"), "provider-secret-1");
  assert.equal(sent?.headers.get("anthropic-beta"), "context-1m-2025-08-07");
  assert.deepEqual(JSON.parse(sent?.body ?? ""), { ...body, model: "claude-x" });
  assert.deepEqual(received, {
    ...message,
    model: "m",
    content: [{ type: "thinking", thinking: "Hm", signature: sealed("SIG", ORIGIN) }, message.content[1]],
  });
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.prompt_tokens, record?.cached_tokens, record?.cache_write_tokens], [20, 4, 6]);
});

Deno.test("a stream from Anthropic passes through and is metered; its signatures name their origin", async () => {
  await using provider = serveScript(() => sse(EVENTS));
  await using gateway = await startGateway({ models: { m: [anthropicTarget(provider.url)] } });
  const events = await eventsIn(await gateway.post({ ...ASK, stream: true }, { path: "/v1/messages" }));
  const expected = structuredClone(EVENTS);
  Object.assign(expected[0]?.message ?? {}, { model: "m" });
  Object.assign(expected[4]?.delta ?? {}, { signature: sealed("SIG", ORIGIN) });
  assert.deepEqual(events, expected);
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.prompt_tokens, record?.completion_tokens, record?.estimated], [20, 9, false]);
});

Deno.test("Claude models on Bedrock are called in the same format, streams included", async () => {
  await using provider = serveScript((request) =>
    request.url.includes("stream")
      ? frames(
        EVENTS.map((event) => ["chunk", { bytes: Buffer.from(JSON.stringify(event)).toString("base64") }]),
      )
      : Response.json({ id: "msg_1", type: "message", role: "assistant", content: [], usage: USAGE })
  );
  const target = anthropicTarget(provider.url, { wire: "bedrock", model: "eu.anthropic.claude-x" });
  await using gateway = await startGateway({ models: { m: [target] } });
  const body = { ...ASK, metadata: { user_id: "u" }, context_management: { edits: [] } };
  const headers = { "anthropic-beta": "claude-code-20250219,interleaved-thinking-2025-05-14" };
  const whole = await gateway.post(body, { path: "/v1/messages", headers });
  assert.equal((await whole.json()).model, "m");
  const events = await eventsIn(
    await gateway.post({ ...body, stream: true }, { path: "/v1/messages", headers }),
  );
  assert.deepEqual(events.map(({ type }) => type), EVENTS.map(({ type }) => type));
  const [first, second] = provider.requests;
  assert.match(first?.path ?? "", /\/model\/eu\.anthropic\.claude-x\/invoke$/);
  assert.match(second?.path ?? "", /\/invoke-with-response-stream$/);
  assert.deepEqual(JSON.parse(second?.body ?? ""), {
    anthropic_version: "bedrock-2023-05-31",
    anthropic_beta: ["interleaved-thinking-2025-05-14"],
    max_tokens: 100,
    messages: ASK.messages,
  });
});

Deno.test("signed thinking goes back to the key that signed it; without that key it is a 400", async () => {
  await using provider = serveScript(() => Response.json({ type: "message", content: [], usage: USAGE }));
  const keys = ["1", "2", "3"].map((id) => ({ id, secret: `secret-${id}`, weight: 1 }));
  await using gateway = await startGateway({ models: { m: [anthropicTarget(provider.url, { keys })] } });
  const ask = (key: string) =>
    gateway.post({
      ...ASK,
      messages: [
        ...ASK.messages,
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Hm", signature: sealed("SIG", { provider: "scripted", key }) },
            { type: "text", text: "Yes" },
          ],
        },
        { role: "user", content: "Go on" },
      ],
    }, { path: "/v1/messages" });
  for (const key of ["2", "3", "2"]) await (await ask(key)).body?.cancel();
  assert.deepEqual(provider.requests.map(({ headers }) => headers.get("x-api-key")), [
    "secret-2",
    "secret-3",
    "secret-2",
  ]);
  const sent = JSON.parse(provider.requests[0]?.body ?? "");
  assert.equal(sent.messages[1].content[0].signature, "SIG");
  const gone = await ask("9");
  assert.equal(gone.status, 400);
  const { type, error } = await gone.json();
  assert.deepEqual([type, error.type, error.details.param], [
    "error",
    "invalid_request_error",
    "messages.1.content.0",
  ]);
  assert.match(error.message, /Invalid signature in thinking block/);
});

Deno.test("all turns of a conversation go to one key, other conversations to other keys", async () => {
  await using provider = serveScript(() => Response.json({ type: "message", content: [], usage: USAGE }));
  const keys = ["1", "2", "3", "4"].map((id) => ({ id, secret: id, weight: 1 }));
  await using gateway = await startGateway({ models: { m: [anthropicTarget(provider.url, { keys })] } });
  const keyOf = async (...said: string[]) => {
    const messages = said.map((content, index) => ({ role: index % 2 ? "assistant" : "user", content }));
    // As with coding agents: a long prompt that all conversations share.
    const system = "Be brief. ".repeat(1_000);
    await (await gateway.post({ ...ASK, system, messages }, { path: "/v1/messages" })).body?.cancel();
    return provider.requests.at(-1)?.headers.get("x-api-key");
  };
  const used = new Set<unknown>();
  for (let n = 0; n < 12; n++) {
    const key = await keyOf(`question ${n}`);
    assert.equal(await keyOf(`question ${n}`, "answer", "more"), key);
    used.add(key);
  }
  assert.ok(used.size > 1);
});

Deno.test("for any order of Anthropic's events, the forwarded ones follow the protocol or end with an error", async () => {
  const wild = fc.array(fc.constantFrom(...EVENTS, { type: "unheard_of" }, { type: "error", error: {} }), {
    maxLength: 16,
  });
  await fc.assert(
    fc.asyncProperty(wild, async (given) => {
      let open = -1;
      let blocks = 0;
      let last: unknown;
      const source = (async function* () {
        yield* given;
      })();
      try {
        for await (const { type, index } of nativeEvents(source, { model: "m", origin: ORIGIN })) {
          assert.equal(type === "message_start", last === undefined);
          if (type === "content_block_start") {
            assert.deepEqual([open, index], [-1, blocks]);
            open = blocks++;
          } else if (type === "content_block_delta") assert.equal(index, open);
          else if (type === "content_block_stop") {
            assert.equal(index, open);
            open = -1;
          } else if (type === "message_delta" || type === "message_stop") assert.equal(open, -1);
          last = type;
        }
        assert.equal(last, "message_stop");
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        assert.notEqual(last, "message_stop");
      }
    }),
    {
      examples: [[[
        event("message_start"),
        event("message_delta"),
        event("content_block_start"),
        event("message_stop"),
      ]]],
    },
  );
});

function event(type: string): JsonObject {
  const match = EVENTS.find((event) => event.type === type);
  assert.ok(match);
  return match;
}
