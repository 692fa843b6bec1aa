/** Unmodified clients with models that refuse tools on chat completions. */
import assert from "node:assert/strict";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { generateText, jsonSchema, streamText, tool } from "ai";
import type { JsonObject } from "lib/json_object.ts";
import type { Recorded } from "lib/testing.ts";
import { TEST_KEY } from "../calls/call_fixture.ts";
import {
  ASK,
  CALLS,
  MESSAGE,
  OUTPUT,
  paths,
  REASONING,
  responseWith,
  TOOLS,
  toolsRefused,
  withModel,
} from "./bridge_fixture.ts";

Deno.test("openai: a chat with tools goes to /responses and comes back as a chat, whole and streamed", async () => {
  await withModel(
    toolsRefused(OUTPUT),
    { toolsByResponses: true },
    async ({ openai, requests, sent, gateway }) => {
      const whole = await openai.chat.completions.create({
        ...ASK,
        reasoning_effort: "low",
        max_completion_tokens: 9,
      });
      assert.deepEqual(sent(), {
        model: "gpt-5.6-luna",
        input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "Weather?" }] }],
        tools: [{ type: "function", ...TOOLS[0]?.function, strict: false }],
        max_output_tokens: 16,
        reasoning: { effort: "low" },
        store: false,
        include: ["reasoning.encrypted_content"],
      });
      const stream = openai.chat.completions.stream(ASK);
      const streamed = await stream.finalChatCompletion();
      for (const { choices: [choice], model, object } of [whole, streamed]) {
        assert.deepEqual([model, object, choice?.finish_reason], ["m", "chat.completion", "tool_calls"]);
        assert.equal(choice?.message.content, "Let me see");
        const calls = choice?.message.tool_calls?.map((call) =>
          call.type === "function" ? [call.id, call.function.name, call.function.arguments] : []
        );
        assert.deepEqual(calls, [
          ["call_0", "weather", '{"city":"Muscat"}'],
          ["call_1", "weather", '{"city":"مسقط"}'],
        ]);
      }
      assert.match(JSON.stringify(whole), /"reasoning_content":"Hm"/);
      assert.equal(whole.usage?.completion_tokens_details?.reasoning_tokens, 2);
      assert.deepEqual(paths(requests), ["/v1/responses", "/v1/responses"]);
      for (const { total_tokens, cached_tokens, outcome } of await gateway.recorded(2)) {
        assert.deepEqual([total_tokens, cached_tokens, outcome], [18, 4, "ok"]);
      }
      await openai.chat.completions.create({ ...ASK, tools: [] });
      await assert.rejects(openai.chat.completions.create({ ...ASK, reasoning_effort: "none" }));
      assert.deepEqual(paths(requests).slice(2), ["/v1/chat/completions", "/v1/chat/completions"]);
    },
  );
});

Deno.test("openai: the next turn sends calls, tool results and their reasoning back", async () => {
  await withModel(toolsRefused(OUTPUT), { toolsByResponses: true }, async ({ openai, sent }) => {
    const first = await openai.chat.completions.create(ASK);
    const said = first.choices[0]?.message;
    assert.ok(said);
    await openai.chat.completions.create({
      ...ASK,
      messages: [
        { role: "system", content: "Be brief" },
        ...ASK.messages,
        said,
        { role: "tool", tool_call_id: "call_0", content: "sun" },
        { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text: "شمس" }] },
        {
          role: "user",
          content: [{ type: "text", text: "And?" }, {
            type: "image_url",
            image_url: { url: "https://e.org/i.png" },
          }],
        },
      ],
      tool_choice: { type: "function", function: { name: "weather" } },
      response_format: {
        type: "json_schema",
        json_schema: { name: "w", schema: { type: "object" }, strict: true },
      },
      verbosity: "low",
    });
    const { input, tool_choice, text } = JSON.parse(JSON.stringify(sent()));
    assert.deepEqual(tool_choice, { type: "function", name: "weather" });
    assert.deepEqual(text, {
      format: { type: "json_schema", name: "w", schema: { type: "object" }, strict: true },
      verbosity: "low",
    });
    assert.deepEqual(input, [
      { type: "message", role: "system", content: [{ type: "input_text", text: "Be brief" }] },
      { type: "message", role: "user", content: [{ type: "input_text", text: "Weather?" }] },
      { type: "reasoning", summary: [], encrypted_content: "SEAL" },
      {
        type: "message",
        role: "assistant",
        content: [{ type: "output_text", text: "Let me see", annotations: [] }],
      },
      { type: "function_call", call_id: "call_0", name: "weather", arguments: '{"city":"Muscat"}' },
      { type: "function_call", call_id: "call_1", name: "weather", arguments: '{"city":"مسقط"}' },
      { type: "function_call_output", call_id: "call_0", output: "sun" },
      { type: "function_call_output", call_id: "call_1", output: [{ type: "input_text", text: "شمس" }] },
      {
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: "And?" }, {
          type: "input_image",
          image_url: "https://e.org/i.png",
          detail: "auto",
        }],
      },
    ]);
  });
});

Deno.test("ai: generates and streams with tools through the bridge", async () => {
  const script = ({ body }: Recorded) => {
    const { input, stream } = JSON.parse(body);
    const isAnswered = input.some(({ type }: JsonObject) => type === "function_call_output");
    return responseWith(isAnswered ? [MESSAGE] : [REASONING, ...CALLS], stream === true);
  };
  await withModel(script, { toolsByResponses: true }, async ({ gateway }) => {
    const provider = createOpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY });
    const asked: unknown[] = [];
    const weather = tool({
      description: "Tells it",
      inputSchema: jsonSchema<{ city: string }>({ type: "object", properties: { city: { type: "string" } } }),
      execute: ({ city }) => (asked.push(city), "sun"),
    });
    const step = { model: provider.chat("m"), prompt: "Weather?", maxRetries: 0, tools: { weather } };
    const { text } = await generateText({ ...step, stopWhen: ({ steps }) => steps.length === 2 });
    const streamed = streamText({ ...step, stopWhen: ({ steps }) => steps.length === 2 });
    assert.deepEqual([text, await streamed.text], ["Let me see", "Let me see"]);
    assert.deepEqual(asked, ["Muscat", "مسقط", "Muscat", "مسقط"]);
  });
});

Deno.test("@anthropic-ai/sdk: messages with tools go over the same bridge, whole and streamed", async () => {
  await withModel(toolsRefused(OUTPUT), { toolsByResponses: true }, async ({ gateway, requests }) => {
    const anthropic = new Anthropic({
      baseURL: gateway.url,
      apiKey: TEST_KEY,
      authToken: null,
      maxRetries: 0,
    });
    const ask = {
      ...{ model: "m", max_tokens: 100, messages: ASK.messages },
      tools: [{ name: "weather", input_schema: { type: "object" as const } }],
    };
    const whole = await anthropic.messages.create(ask);
    const streamed = await anthropic.messages.stream(ask).finalMessage();
    for (const { content, stop_reason, usage } of [whole, streamed]) {
      assert.equal(stop_reason, "tool_use");
      assert.deepEqual(content.map(({ type }) => type), ["thinking", "text", "tool_use", "tool_use"]);
      assert.deepEqual([usage.input_tokens, usage.output_tokens], [8, 6]);
    }
    assert.deepEqual(paths(requests), ["/v1/responses", "/v1/responses"]);
  });
});
