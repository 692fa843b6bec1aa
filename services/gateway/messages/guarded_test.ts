/** Replacing policies on Anthropic's Messages: they apply both ways, but never to signed content. */
import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import type { JsonObject } from "lib/json_object.ts";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { sealed, unsignedMark } from "../calls/origin.ts";
import { guardedBy, replacingGuard } from "../calls/replacing_guard_fixture.ts";
import type { Target } from "../providers/target.ts";
import { sse } from "../wires/wire_fixture.ts";
import { callChunk, chatAnswer, chatChunk, chatStream, USAGE_CHUNK } from "./chat_script.ts";

const ASK = { model: "m", max_tokens: 100, messages: [{ role: "user" as const, content: "I am sara" }] };
const ORIGIN = { provider: "scripted", key: "1" };

async function guarded(
  script: (asked: JsonObject) => Response,
  test: (anthropic: Anthropic, sent: () => JsonObject) => Promise<void>,
  changes: Partial<Target> = {},
) {
  await using guard = replacingGuard();
  await using provider = serveScript((_request, { body }) => script(JSON.parse(body)));
  const target = testTarget(provider.url, changes);
  await using gateway = await startGateway({
    models: { m: [changes.wire === "anthropic" ? { ...target, baseUrl: new URL(provider.url) } : target] },
    deps: { guardrails: guardedBy(guard.url) },
  });
  const anthropic = new Anthropic({
    baseURL: gateway.url,
    apiKey: TEST_KEY,
    authToken: null,
    maxRetries: 0,
  });
  await test(anthropic, () => JSON.parse(provider.requests.at(-1)?.body ?? "null"));
}

function native(content: JsonObject[]): Response {
  const usage = { input_tokens: 1, output_tokens: 2 };
  return Response.json({
    id: "msg",
    type: "message",
    role: "assistant",
    content,
    stop_reason: "end_turn",
    usage,
  });
}

function nativeStream(blocks: [start: JsonObject, ...deltas: JsonObject[]][]): Response {
  const usage = { input_tokens: 1, output_tokens: 2 };
  const message = { id: "msg", type: "message", role: "assistant", content: [], stop_reason: null, usage };
  return sse([
    { type: "message_start", message },
    ...blocks.flatMap(([content_block, ...deltas], index) => [
      { type: "content_block_start", index, content_block },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage },
    { type: "message_stop" },
  ]);
}

Deno.test("policies replace every text of a request: system, tools, results, documents and arguments", async () => {
  await guarded(() => native([{ type: "text", text: "fine" }]), async (anthropic, sent) => {
    await anthropic.messages.create({
      ...ASK,
      system: [{ type: "text", text: "sara asks", cache_control: { type: "ephemeral" } }],
      tools: [{ name: "look", description: "of sara", input_schema: { type: "object" } }],
      messages: [
        {
          role: "user",
          content: [{
            type: "document",
            source: { type: "text", media_type: "text/plain", data: "on sara" },
          }],
        },
        {
          role: "assistant",
          content: [{
            type: "tool_use",
            id: "toolu_sara",
            name: "look",
            input: { id: "sara", deep: [{ url: "sara" }] },
          }],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "toolu_sara", content: "sara is here" }],
        },
      ],
    });
    const { system, tools, messages } = sent();
    assert.deepEqual(system, [{ type: "text", text: "[X] asks", cache_control: { type: "ephemeral" } }]);
    assert.deepEqual(tools, [{ name: "look", description: "of [X]", input_schema: { type: "object" } }]);
    assert.deepEqual(messages, [
      {
        role: "user",
        content: [{ type: "document", source: { type: "text", media_type: "text/plain", data: "on [X]" } }],
      },
      {
        role: "assistant",
        // Ids are not text: replacing one would break its link.
        content: [{
          type: "tool_use",
          id: "toolu_sara",
          name: "look",
          input: { id: "[X]", deep: [{ url: "[X]" }] },
        }],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_sara", content: "[X] is here" }] },
    ]);
  }, { wire: "anthropic" });
});

Deno.test("policies replace text of a whole answer, native and translated", async () => {
  const call = { id: "c", type: "function", function: { name: "look", arguments: `{"at":"sara"}` } };
  const answers: [Partial<Target>, () => Response][] = [
    [
      { wire: "anthropic" },
      () =>
        native([{ type: "text", text: "hello sara", citations: null }, {
          type: "tool_use",
          id: "c",
          name: "look",
          input: { at: "sara" },
        }]),
    ],
    [{}, () => chatAnswer({ content: "hello sara", tool_calls: [call] }, "tool_calls")],
  ];
  for (const [changes, script] of answers) {
    await guarded(script, async (anthropic, sent) => {
      const { content } = await anthropic.messages.create(ASK);
      const [text, tool] = content;
      assert.ok(text?.type === "text" && tool?.type === "tool_use");
      assert.deepEqual([text.text, tool.input], ["hello [X]", { at: "[X]" }]);
      assert.deepEqual(sent().messages, [{ role: "user", content: "I am [X]" }]);
    }, changes);
  }
});

Deno.test("policies replace text across the deltas of a stream, native and translated, and the client still parses it", async () => {
  const long = "a long answer ".repeat(20);
  const answers: [Partial<Target>, () => Response][] = [
    [{ wire: "anthropic" }, () =>
      nativeStream([
        [
          { type: "text", text: "" },
          { type: "text_delta", text: "hello sa" },
          { type: "text_delta", text: `ra, ${long}` },
          {
            type: "citations_delta",
            citation: { type: "char_location", cited_text: "by sara", document_index: 0 },
          },
        ],
        [
          { type: "tool_use", id: "c", name: "look", input: {} },
          { type: "input_json_delta", partial_json: `{"at":"s` },
          { type: "input_json_delta", partial_json: `ara"}` },
        ],
      ])],
    [{}, () =>
      chatStream([
        chatChunk({ content: "hello sa" }),
        chatChunk({ content: `ra, ${long}` }),
        callChunk(0, { id: "c", name: "look", json: `{"at":"s` }),
        callChunk(0, { json: `ara"}` }),
        chatChunk({}, "tool_calls"),
        USAGE_CHUNK,
      ])],
  ];
  for (const [changes, script] of answers) {
    await guarded(script, async (anthropic) => {
      const { content } = await anthropic.messages.stream(ASK).finalMessage();
      const [text, tool] = content;
      assert.ok(text?.type === "text" && tool?.type === "tool_use");
      assert.deepEqual([text.text, tool.input], [`hello [X], ${long}`, { at: "[X]" }]);
      const cited = text.citations?.map(({ cited_text }) => cited_text) ?? [];
      assert.deepEqual(cited, changes.wire ? ["by [X]"] : []);
    }, changes);
  }
});

Deno.test("signed thinking is never changed: a match in it blocks the answer, whole or streamed, and the request", async () => {
  const thought = { type: "thinking" as const, thinking: "it is sara", signature: "SIG" };
  const refused = (error: unknown) => {
    assert.ok(error instanceof Anthropic.APIError);
    assert.match(error.message, /cannot be redacted because the provider signed it/);
    return true;
  };
  const script = ({ stream }: JsonObject) =>
    stream
      ? nativeStream([[
        { type: "thinking", thinking: "", signature: "" },
        { type: "thinking_delta", thinking: "it is sara" },
        { type: "signature_delta", signature: "SIG" },
      ]])
      : native([thought]);
  await guarded(script, async (anthropic, sent) => {
    await assert.rejects(anthropic.messages.create(ASK), refused);
    await assert.rejects(anthropic.messages.stream(ASK).finalMessage(), refused);
    const before = sent();
    const signature = sealed("SIG", ORIGIN);
    await assert.rejects(
      anthropic.messages.create({
        ...ASK,
        messages: [
          ...ASK.messages,
          { role: "assistant", content: [{ ...thought, signature }] },
          ...ASK.messages,
        ],
      }),
      refused,
    );
    assert.deepEqual(sent(), before);
  }, { wire: "anthropic" });
});

Deno.test("signed thinking is unchanged beside replaced text, and unsigned thinking is replaced", async () => {
  await guarded(() => native([{ type: "text", text: "fine" }]), async (anthropic, sent) => {
    const signature = sealed("SIG", ORIGIN);
    const said = [
      { type: "thinking" as const, thinking: "Hm", signature },
      { type: "text" as const, text: "You are sara" },
    ];
    await anthropic.messages.create({
      ...ASK,
      messages: [...ASK.messages, { role: "assistant", content: said }, ...ASK.messages],
    });
    assert.deepEqual(JSON.parse(JSON.stringify(sent().messages))[1].content, [
      { type: "thinking", thinking: "Hm", signature: "SIG" },
      { type: "text", text: "You are [X]" },
    ]);
  }, { wire: "anthropic" });
  await guarded(() => chatAnswer({ content: "fine" }), async (anthropic, sent) => {
    const thought = { type: "thinking" as const, thinking: "it is sara", signature: unsignedMark(ORIGIN) };
    await anthropic.messages.create({
      ...ASK,
      messages: [
        ...ASK.messages,
        { role: "assistant", content: [thought, { type: "text", text: "Hi" }] },
        ...ASK.messages,
      ],
    });
    const { messages } = JSON.parse(JSON.stringify(sent()));
    assert.equal(messages[1].reasoning_content, "it is [X]");
  });
});
