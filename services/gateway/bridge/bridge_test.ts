/** Chats sent as responses, learned refusals, and failing answers. */
import assert from "node:assert/strict";
import type { JsonObject } from "lib/json_object.ts";
import type { Recorded } from "lib/testing.ts";
import { sealed } from "../calls/origin.ts";
import { createLoad } from "../providers/load.ts";
import type { Target } from "../providers/target.ts";
import {
  ASK,
  MESSAGE,
  OUTPUT,
  paths,
  REASONING,
  refused,
  responseWith,
  toolsRefused,
  withModel,
} from "./bridge_fixture.ts";

Deno.test("a model that refuses tools is retried by /responses, and later calls go there at once", async () => {
  const load = createLoad();
  await withModel(toolsRefused(OUTPUT), { load }, async ({ openai, requests }) => {
    const first = await openai.chat.completions.create(ASK);
    assert.equal(first.choices[0]?.finish_reason, "tool_calls");
    const second = await openai.chat.completions.stream(ASK).finalChatCompletion();
    assert.equal(second.choices[0]?.message.content, "Let me see");
    await openai.chat.completions.create({ ...ASK, tools: [] });
    assert.deepEqual(paths(requests), [
      ...["/v1/chat/completions", "/v1/responses", "/v1/responses", "/v1/chat/completions"],
    ]);
  });
});

Deno.test("a model with only the Responses API gets every chat as a response", async () => {
  const message = "This model is only supported in v1/responses and not in v1/chat/completions.";
  const script = ({ path, body }: Recorded) =>
    path === "/v1/responses"
      ? responseWith([MESSAGE], JSON.parse(body).stream)
      : Response.json({ error: { message, type: "invalid_request_error" } }, { status: 404 });
  await withModel(script, { load: createLoad() }, async ({ openai, requests }) => {
    for (const _ of [1, 2]) {
      const { choices } = await openai.chat.completions.create({ ...ASK, tools: [] });
      assert.deepEqual([choices[0]?.message.content, choices[0]?.finish_reason], ["Let me see", "stop"]);
    }
    assert.deepEqual(paths(requests), ["/v1/chat/completions", "/v1/responses", "/v1/responses"]);
  });
});

Deno.test("no refusal is learned from other errors, from a quoted request, or without a Responses API", async () => {
  const quoting = Response.json({
    error: { message: "Invalid name: 'Function tools are not supported, v1/responses'" },
  }, { status: 400 });
  const cases: [Partial<Target>, () => Response, number][] = [
    [{}, () => quoting.clone(), 1],
    [{ responses: false }, refused, 1],
    [{}, () => Response.json({ error: { message: "Function tools are broken" } }, { status: 400 }), 1],
  ];
  for (const [changes, script, asked] of cases) {
    await withModel(() => script(), { load: createLoad(), ...changes }, async ({ openai, requests }) => {
      await assert.rejects(openai.chat.completions.create(ASK));
      assert.equal(requests.length, asked);
    });
  }
});

Deno.test("a field without a translation is a 400 that names it, or the provider's own refusal", async () => {
  const fields: JsonObject[] = [{ n: 2 }, { stop: ["END"] }, { logprobs: true }, {
    modalities: ["text", "audio"],
  }];
  await withModel(toolsRefused(OUTPUT), { toolsByResponses: true }, async ({ gateway, requests }) => {
    for (const field of fields) {
      const response = await gateway.post({ ...ASK, ...field });
      const { error } = await response.json();
      assert.deepEqual([response.status, error.param], [400, Object.keys(field)[0]]);
    }
    assert.equal(requests.length, 0);
  });
  await withModel(toolsRefused(OUTPUT), { load: createLoad() }, async ({ gateway, requests }) => {
    const response = await gateway.post({ ...ASK, n: 2 });
    assert.match(await response.text(), /Function tools with reasoning_effort are not supported/);
    assert.deepEqual(paths(requests), ["/v1/chat/completions"]);
  });
});

Deno.test("truncated, refused and failed responses are the same as chats", async () => {
  const refusal = { ...MESSAGE, content: [{ type: "refusal", refusal: "No" }] };
  const incomplete = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
  const cases: [() => Response, unknown[]][] = [
    [() => responseWith([MESSAGE], false, incomplete), ["Let me see", null, "length"]],
    [() => responseWith([refusal], false), [null, "No", "stop"]],
  ];
  for (const [script, expected] of cases) {
    await withModel(script, { toolsByResponses: true }, async ({ openai }) => {
      const { choices: [choice] } = await openai.chat.completions.create(ASK);
      assert.deepEqual(
        [choice?.message.content, choice?.message.refusal ?? null, choice?.finish_reason],
        expected,
      );
    });
  }
  const failed = () =>
    responseWith([], false, { status: "failed", error: { code: "server_error", message: "broke" } });
  await withModel(failed, { toolsByResponses: true }, async ({ openai, gateway }) => {
    await assert.rejects(openai.chat.completions.create(ASK), /broke/);
    assert.equal((await gateway.recorded(1))[0]?.outcome, "error");
  });
});

Deno.test("custom tools with free text are translated both ways", async () => {
  const call = {
    id: "ctc_0",
    type: "custom_tool_call",
    call_id: "call_9",
    name: "patch",
    input: "*** free text",
    status: "completed",
  };
  const custom = {
    type: "custom" as const,
    custom: {
      name: "patch",
      format: { type: "grammar" as const, grammar: { syntax: "lark" as const, definition: "start: x" } },
    },
  };
  await withModel(toolsRefused([call]), { toolsByResponses: true }, async ({ openai, sent }) => {
    const { choices } = await openai.chat.completions.create({ ...ASK, tools: [custom] });
    const expected = { id: "call_9", type: "custom", custom: { name: "patch", input: "*** free text" } };
    assert.deepEqual(choices[0]?.message.tool_calls, [expected]);
    assert.deepEqual(sent().tools, [{
      type: "custom",
      name: "patch",
      format: { type: "grammar", syntax: "lark", definition: "start: x" },
    }]);
    const stream = await openai.chat.completions.create({ ...ASK, tools: [custom], stream: true });
    const pieces: string[] = [];
    for await (const { choices } of stream) {
      for (const piece of choices[0]?.delta.tool_calls ?? []) {
        pieces.push(JSON.parse(JSON.stringify(piece)).custom.input);
      }
    }
    assert.equal(pieces.join(""), "*** free text");
    const messages = [...ASK.messages, {
      role: "assistant" as const,
      tool_calls: choices[0]?.message.tool_calls ?? [],
    }, { role: "tool" as const, tool_call_id: "call_9", content: "done" }];
    await openai.chat.completions.create({ ...ASK, tools: [custom], messages });
    assert.deepEqual(JSON.parse(JSON.stringify(sent())).input.slice(1), [
      { type: "custom_tool_call", call_id: "call_9", name: "patch", input: "*** free text" },
      { type: "custom_tool_call_output", call_id: "call_9", output: "done" },
    ]);
  });
});

Deno.test("reasoning sealed by another key is not sent, and empty reasoning is omitted", async () => {
  const thoughts = [
    { type: "redacted_thinking", data: sealed("OWN", { provider: "scripted", key: "1" }) },
    { type: "redacted_thinking", data: sealed("OTHER", { provider: "scripted", key: "2" }) },
    { type: "thinking", thinking: "Claude's", signature: "S" },
  ];
  const silent = { ...REASONING, summary: [] };
  await withModel(toolsRefused([silent, MESSAGE]), { toolsByResponses: true }, async ({ gateway, sent }) => {
    const messages = [
      ...ASK.messages,
      { role: "assistant", content: "Yes", thinking_blocks: thoughts },
      ...ASK.messages,
    ];
    const chat = await gateway.post({ ...ASK, messages });
    await chat.body?.cancel();
    const { input } = JSON.parse(JSON.stringify(sent()));
    const seals = input.flatMap(({ encrypted_content }: JsonObject) => encrypted_content ?? []);
    assert.deepEqual(seals, ["OWN"]);
    const tools = [{ name: "weather", input_schema: { type: "object" } }];
    for (const stream of [false, true]) {
      const ask = { model: "m", max_tokens: 9, messages: ASK.messages, tools, stream };
      const answer = await (await gateway.post(ask, { path: "/v1/messages" })).text();
      assert.match(answer, /Let me/);
      assert.doesNotMatch(answer, /"thinking"/);
    }
  });
});
