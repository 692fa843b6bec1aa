import assert from "node:assert/strict";
import type { JsonObject } from "lib/json_object.ts";
import { serveScript } from "lib/testing.ts";
import type { Target, WireName } from "../providers/target.ts";
import { WIRES } from "../wires/all.ts";
import { frames } from "../wires/wire_fixture.ts";
import { passingGuardrails, startGateway, testTarget } from "./call_fixture.ts";

const QUOTED = "key provider-secret-1 has no credit left";
const SHOWN = "scripted failed: key *** has no credit left";
const MESSAGES = [{ role: "user", content: "Hello" }];

function sse(events: (JsonObject | string)[]): Response {
  const text = events.map((event) =>
    typeof event === "string"
      ? `data: ${event}\n\n`
      : `${event.type ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`
  );
  return new Response(text.join(""), { headers: { "content-type": "text/event-stream" } });
}

const chunk = (delta: JsonObject) => ({ id: "c", choices: [{ index: 0, delta, finish_reason: null }] });
const CHUNKS = [chunk({ role: "assistant", content: "" }), chunk({ content: "Hi" }), chunk({ content: "!" })];
const STARTED: JsonObject[] = [
  { type: "message_start", message: { id: "m", role: "assistant", content: [], usage: {} } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
];
const RESPONSE = { id: "resp_1", object: "response", status: "in_progress", output: [], error: null };
const PICTURES = [{ type: "image_generation.partial_image", b64_json: "AAAA", partial_image_index: 0 }];
const TOLD = { error: { message: QUOTED, type: "invalid_request_error", code: "quota", param: "messages" } };

interface Case {
  wire: WireName;
  path: string;
  body?: JsonObject;
  target?: Partial<Target>;
  /** A stream whose last event reports a failure. */
  stream(begun: boolean): Response;
}

/** A stream of server-sent events, optionally only the last one. */
function told(before: JsonObject[], failure: JsonObject): Case["stream"] {
  return (begun) => sse([...begun ? before : [], failure]);
}

const CHAT = "/v1/chat/completions";
const CASES: Record<string, Case> = {
  "OpenAI's chat": { wire: "openai", path: CHAT, stream: told(CHUNKS, TOLD) },
  "OpenAI's chat, a text for an error": {
    wire: "openai",
    path: CHAT,
    stream: told(CHUNKS, { error: QUOTED }),
  },
  "vLLM's chat": { wire: "openai", path: CHAT, stream: told(CHUNKS, { object: "error", message: QUOTED }) },
  "OpenRouter's chat": {
    ...{ wire: "openai", path: CHAT },
    stream: told(CHUNKS, { ...chunk({ content: "" }), error: { code: 402, message: QUOTED } }),
  },
  "OpenAI's completions": {
    ...{ wire: "openai", path: "/v1/completions", body: { prompt: "Hello" } },
    stream: told([{ object: "text_completion", choices: [{ index: 0, text: "Hi" }] }], TOLD),
  },
  "OpenAI's responses": {
    ...{ wire: "openai", path: "/v1/responses", body: { input: "Hello" }, target: { responses: true } },
    stream: told(
      [{ type: "response.created", response: RESPONSE }, {
        type: "response.in_progress",
        response: RESPONSE,
      }],
      { type: "response.failed", response: { ...RESPONSE, error: { code: "quota", message: QUOTED } } },
    ),
  },
  "OpenAI's responses, a flat error": {
    ...{ wire: "openai", path: "/v1/responses", body: { input: "Hello" }, target: { responses: true } },
    stream: told(
      [{ type: "response.created", response: RESPONSE }, {
        type: "response.in_progress",
        response: RESPONSE,
      }],
      { type: "error", code: "quota", message: QUOTED, param: null },
    ),
  },
  "OpenAI's pictures": {
    ...{ wire: "openai", path: "/v1/images/generations", body: { prompt: "a cat" } },
    stream: told(PICTURES, { type: "error", error: { code: "blocked", message: QUOTED } }),
  },
  "OpenAI's speech": {
    ...{ wire: "openai", path: "/v1/audio/speech", body: { input: "Hi", voice: "a", stream_format: "sse" } },
    stream: told([{ type: "speech.audio.delta", audio: "AAAA" }], { type: "error", message: QUOTED }),
  },
  "OpenAI's chat as a message": { wire: "openai", path: "/v1/messages", stream: told(CHUNKS, TOLD) },
  "OpenAI's chat as a response": {
    ...{ wire: "openai", path: "/v1/responses", body: { input: "Hello" } },
    stream: told(CHUNKS, TOLD),
  },
  "Anthropic's message": {
    ...{ wire: "anthropic", path: "/v1/messages" },
    stream: told(STARTED, { type: "error", error: { type: "invalid_request_error", message: QUOTED } }),
  },
  "Anthropic's message as a chat": {
    ...{ wire: "anthropic", path: CHAT },
    stream: told(STARTED, { type: "error", error: { type: "invalid_request_error", message: QUOTED } }),
  },
  "Gemini's chat": {
    ...{ wire: "gemini", path: CHAT },
    stream: told([{ candidates: [{ content: { parts: [{ text: "Hi" }] } }] }], {
      error: { code: 400, message: QUOTED, status: "INVALID_ARGUMENT" },
    }),
  },
  "Bedrock's chat": {
    ...{ wire: "bedrock", path: CHAT },
    stream: (begun) =>
      frames([
        ...begun
          ? [
            ["messageStart", { role: "assistant" }],
            ["contentBlockDelta", { contentBlockIndex: 0, delta: { text: "Hi" } }],
          ] satisfies [string, unknown][]
          : [],
        ["validationException", { message: QUOTED }, "exception"],
      ]),
  },
  "Cohere's chat": {
    ...{ wire: "cohere", path: CHAT },
    stream: told(
      [
        { type: "message-start", id: "c", delta: {} },
        { type: "content-delta", index: 0, delta: { message: { content: { text: "Hi" } } } },
      ],
      { type: "message-end", delta: { finish_reason: "ERROR", error: QUOTED } },
    ),
  },
  "Cohere's chat, a bare message": {
    ...{ wire: "cohere", path: CHAT },
    stream: told(
      [
        { type: "message-start", id: "c", delta: {} },
        { type: "content-delta", index: 0, delta: { message: { content: { text: "Hi" } } } },
      ],
      { message: QUOTED },
    ),
  },
};

for (const begun of [false, true]) {
  const when = begun ? "after its first words" : "with its first event";
  Deno.test(`a failure that a stream reports ${when} has the provider's message and no key, on all wires`, async (t) => {
    for (
      const [name, { wire, path, body = { messages: MESSAGES, max_tokens: 9 }, target, stream }] of Object
        .entries(CASES)
    ) {
      for (const guardrails of [undefined, passingGuardrails]) {
        await t.step(`${name}${guardrails ? ", guarded" : ""}`, async () => {
          await using provider = serveScript(() => stream(begun));
          await using gateway = await startGateway({
            models: { m: [testTarget(provider.url, { wire, ...target })] },
            wires: WIRES,
            deps: { guardrails },
          });
          const response = await gateway.post({ model: "m", stream: true, ...body }, { path });
          const text = await response.text();
          // With a guard, which delays the first text, nothing has been sent yet.
          assert.equal(response.ok, begun && !guardrails, text);
          assert.ok(text.includes(SHOWN), text);
          assert.doesNotMatch(text, /provider-secret/);
          assert.equal((await gateway.recorded(1))[0]?.outcome, response.ok ? "cut" : "error");
        });
      }
    }
  });
}

const ANSWER = [...CHUNKS, { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }, "[DONE]"];

Deno.test("the next provider answers when a stream starts with a failure", async () => {
  await using broken = serveScript(() => sse([{ error: { code: 503, message: "no room" } }]));
  await using sound = serveScript(() => sse(ANSWER));
  const targets = [testTarget(broken.url, { provider: "full" }), testTarget(sound.url)];
  await using gateway = await startGateway({ models: { m: targets } });
  const response = await gateway.post({ model: "m", stream: true, messages: MESSAGES });
  assert.equal(response.headers.get("x-diwan-provider"), "scripted");
  assert.match(await response.text(), /\[DONE\]\n\n$/);
  assert.equal(broken.requests.length, 3, "a failure that may pass is tried again");
});

Deno.test("the next provider answers when a stream ends before its first event", async () => {
  await using broken = serveScript(() => sse([]));
  await using sound = serveScript(() => sse(ANSWER));
  const targets = [testTarget(broken.url, { provider: "empty" }), testTarget(sound.url)];
  await using gateway = await startGateway({ models: { m: targets } });
  const response = await gateway.post({ model: "m", stream: true, messages: MESSAGES });
  assert.match(await response.text(), /\[DONE\]\n\n$/);
});

Deno.test("requests refused inside a stream do not open the model's circuit for others", async () => {
  await using provider = serveScript((_request, { body }) =>
    sse(body.includes("too long") ? [...CHUNKS, TOLD] : ANSWER)
  );
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  for (let count = 0; count < 6; count++) {
    const messages = [{ role: "user", content: "too long" }];
    await (await gateway.post({ model: "m", stream: true, messages })).body?.cancel();
  }
  const response = await gateway.post({ model: "m", stream: true, messages: MESSAGES });
  assert.match(await response.text(), /\[DONE\]\n\n$/);
});

Deno.test("a setting keeps the status of a request refused by the first event", async () => {
  await using provider = serveScript(() => sse([TOLD]));
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: { clientErrors: "as_provider" },
  });
  const response = await gateway.post({ model: "m", stream: true, messages: MESSAGES });
  const { error } = await response.json();
  assert.deepEqual([response.status, error.type, error.code, error.param], [
    400,
    "invalid_request_error",
    "quota",
    "messages",
  ]);
  assert.equal(provider.requests.length, 1);
});

Deno.test("a whole answer with only a failure has the provider's message and no key, on all wires", async (t) => {
  const failed = { ...RESPONSE, status: "failed", error: { code: "quota", message: QUOTED } };
  const cases: [string, WireName, string, JsonObject, JsonObject][] = [
    ["OpenAI's chat", "openai", CHAT, { messages: MESSAGES }, TOLD],
    ["OpenAI's response", "openai", "/v1/responses", { input: "Hello" }, failed],
    ["vLLM's chat", "openai", CHAT, { messages: MESSAGES }, { object: "error", message: QUOTED }],
    ["Gemini's chat", "gemini", CHAT, { messages: MESSAGES }, { error: { code: 503, message: QUOTED } }],
    ["Cohere's ranking", "cohere", "/v1/rerank", { query: "q", documents: ["d"] }, { error: QUOTED }],
    ["Bedrock's pictures", "bedrock", "/v1/images/generations", { prompt: "cat" }, {
      images: [],
      error: QUOTED,
    }],
    ["Anthropic's message", "anthropic", "/v1/messages", { messages: MESSAGES, max_tokens: 9 }, {
      type: "error",
      error: { type: "api_error", message: QUOTED },
    }],
  ];
  for (const [name, wire, path, body, answer] of cases) {
    await t.step(name, async () => {
      await using provider = serveScript(() => Response.json(answer));
      const target = testTarget(provider.url, {
        wire,
        responses: path === "/v1/responses",
        model: "amazon.nova-canvas",
      });
      await using gateway = await startGateway({ models: { m: [target] }, wires: WIRES });
      const response = await gateway.post({ model: "m", ...body }, { path });
      const text = await response.text();
      assert.equal(response.status, 502, text);
      assert.ok(text.includes(SHOWN), text);
    });
  }
});
