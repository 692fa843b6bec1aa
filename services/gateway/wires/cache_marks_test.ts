/** Prompt cache marks inserted by a rule of an alias. */
import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import type { JsonObject } from "lib/json_object.ts";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { CacheMarks } from "../providers/cache_marks.ts";
import type { Target } from "../providers/target.ts";
import { WIRES } from "./all.ts";
import { markedMessages } from "./cache_marks.ts";

const MARK = { type: "ephemeral" as const };
const ALL = CacheMarks.parse({ least_characters: 0 });
const USAGE = { input_tokens: 1, output_tokens: 1, cache_creation_input_tokens: 5 };
const ANSWER = {
  ...{ id: "m", type: "message", role: "assistant", model: "c", stop_reason: "end_turn", usage: USAGE },
  content: [{ type: "text", text: "ok" }],
};
const CONVERSE = {
  output: { message: { role: "assistant", content: [{ text: "ok" }] } },
  stopReason: "end_turn",
  usage: { inputTokens: 1, outputTokens: 1 },
};

async function asked(
  changes: Partial<Target>,
  test: (clients: { anthropic: Anthropic; openai: OpenAI; sent(): JsonObject }) => Promise<void>,
) {
  await using provider = serveScript(({ url }) =>
    Response.json(url.includes("/converse") ? CONVERSE : ANSWER)
  );
  const target = testTarget(provider.url, { model: "claude-x", cacheMarks: ALL, ...changes });
  await using gateway = await startGateway({
    models: { m: [{ ...target, baseUrl: new URL(provider.url) }] },
    wires: { anthropic: WIRES.anthropic, bedrock: WIRES.bedrock },
  });
  await test({
    anthropic: new Anthropic({ baseURL: gateway.url, apiKey: TEST_KEY, authToken: null, maxRetries: 0 }),
    openai: new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY, maxRetries: 0 }),
    sent: () => JSON.parse(provider.requests.at(-1)?.body ?? "null"),
  });
}

const TOOL = { name: "look", input_schema: { type: "object" as const } };
const FUNCTION = { type: "function" as const, function: { name: "look", parameters: { type: "object" } } };
const TURNS = [
  { role: "user" as const, content: "One" },
  { role: "assistant" as const, content: "Two" },
  { role: "user" as const, content: "Three" },
  { role: "assistant" as const, content: "Four" },
  { role: "user" as const, content: "Five" },
];

function markedTexts(messages: unknown): unknown[] {
  const list: { content: unknown }[] = JSON.parse(JSON.stringify(messages));
  return list.map(({ content }) =>
    Array.isArray(content) ? content.map((block) => [block.text, block.cache_control]) : content
  );
}

Deno.test("messages and chats to Anthropic are marked after tools, system and the last two user messages", async () => {
  await asked({ wire: "anthropic" }, async ({ anthropic, openai, sent }) => {
    await anthropic.messages.create({
      ...{ model: "m", max_tokens: 9, system: "Be brief", messages: TURNS },
      tools: [TOOL, { ...TOOL, name: "see" }],
    });
    const native = sent();
    assert.deepEqual(native.tools, [TOOL, { ...TOOL, name: "see", cache_control: MARK }]);
    assert.deepEqual(native.system, [{ type: "text", text: "Be brief", cache_control: MARK }]);
    assert.deepEqual(markedTexts(native.messages), ["One", "Two", [["Three", MARK]], "Four", [[
      "Five",
      MARK,
    ]]]);
    await openai.chat.completions.create({
      model: "m",
      messages: [{ role: "system", content: "Be brief" }, ...TURNS],
      tools: [FUNCTION],
    });
    const translated = sent();
    assert.deepEqual(translated.tools, [{ ...TOOL, cache_control: MARK }]);
    assert.deepEqual(translated.system, [{ type: "text", text: "Be brief", cache_control: MARK }]);
    assert.equal(JSON.stringify(translated).split("cache_control").length - 1, 4);
    await anthropic.messages.countTokens({ model: "m", system: "Be brief", messages: TURNS });
    assert.doesNotMatch(JSON.stringify(sent()), /cache_control/);
  });
});

Deno.test("Claude on Bedrock is marked in the format of each endpoint, other models are not", async () => {
  const chat = {
    model: "m",
    messages: [{ role: "system" as const, content: "Be brief" }, ...TURNS],
    tools: [FUNCTION],
  };
  const point = { cachePoint: { type: "default" } };
  await asked({ wire: "bedrock", model: "anthropic.claude-x" }, async ({ anthropic, openai, sent }) => {
    await openai.chat.completions.create(chat);
    const { toolConfig, system, messages } = JSON.parse(JSON.stringify(sent()));
    assert.deepEqual(toolConfig.tools.slice(1), [point]);
    assert.deepEqual(system, [{ text: "Be brief" }, point]);
    assert.deepEqual(messages.map(({ content }: { content: unknown[] }) => content.length), [1, 1, 2, 1, 2]);
    await anthropic.messages.create({ model: "m", max_tokens: 9, system: "Be brief", messages: TURNS });
    assert.deepEqual(sent().system, [{ type: "text", text: "Be brief", cache_control: MARK }]);
  });
  await asked({ wire: "bedrock", model: "meta.llama" }, async ({ openai, sent }) => {
    await openai.chat.completions.create(chat);
    assert.doesNotMatch(JSON.stringify(sent()), /cachePoint/);
  });
});

Deno.test("a request with its own marks is unchanged; short prefixes, thinking and empty texts are not marked", () => {
  const own = { system: [{ type: "text", text: "a", cache_control: MARK }], messages: TURNS, tools: [TOOL] };
  assert.equal(markedMessages(own, ALL), own);
  assert.equal(markedMessages(own, undefined), own);
  const short = { system: "x".repeat(50), messages: [...TURNS, { role: "user", content: "y".repeat(60) }] };
  const rule = CacheMarks.parse({ on: ["system", "messages"], least_characters: 100 });
  const marked = markedMessages(short, rule);
  assert.equal(marked.system, short.system);
  assert.deepEqual(markedTexts(marked.messages).slice(-2), ["Five", [["y".repeat(60), MARK]]]);
  const thoughts = {
    messages: [{
      role: "user",
      content: [{ type: "text", text: "a" }, { type: "text", text: "" }, { type: "thinking", thinking: "b" }],
    }],
    tools: [TOOL, { ...TOOL, name: "late", defer_loading: true }],
  };
  assert.deepEqual(markedMessages(thoughts, ALL), {
    messages: [{
      role: "user",
      content: [{ type: "text", text: "a", cache_control: MARK }, { type: "text", text: "" }, {
        type: "thinking",
        thinking: "b",
      }],
    }],
    tools: [{ ...TOOL, cache_control: MARK }, { ...TOOL, name: "late", defer_loading: true }],
  });
  assert.deepEqual(markedMessages({ messages: TURNS }, CacheMarks.parse({ on: ["tools"] })), {
    messages: TURNS,
  });
});
