import assert from "node:assert/strict";
import type { JsonObject } from "lib/json_object.ts";
import { serveScript } from "lib/testing.ts";
import type { Guardrails } from "../calls/guardrails.ts";
import { type GatewayOptions, passingGuardrails, startGateway, testTarget } from "../calls/call_fixture.ts";
import { guardrailsBlocked } from "../errors.ts";
import { callChunk, chatAnswer, chatChunk, chatStream } from "./chat_script.ts";

const PATH = { path: "/v1/messages" };
const ASK = { model: "m", max_tokens: 100, messages: [{ role: "user", content: "Hello" }] };

async function withProvider(
  script: () => Response,
  test: (given: { gateway: Awaited<ReturnType<typeof startGateway>>; sent(): JsonObject }) => Promise<void>,
  deps: GatewayOptions["deps"] = {},
) {
  await using provider = serveScript(script);
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] }, deps });
  await test({ gateway, sent: () => JSON.parse(provider.requests.at(-1)?.body ?? "null") });
}

Deno.test("POST /v1/messages answers errors in Anthropic's format, with the wrong field", async () => {
  await withProvider(() => chatAnswer({}), async ({ gateway }) => {
    const cases: [unknown, number, string, string | undefined][] = [
      [{ ...ASK, max_tokens: undefined }, 422, "invalid_request_error", "max_tokens"],
      [{ ...ASK, model: "" }, 422, "invalid_request_error", "model"],
      [
        { ...ASK, messages: [{ role: "robot", content: "x" }] },
        422,
        "invalid_request_error",
        "messages.0.role",
      ],
      [
        { ...ASK, messages: [{ role: "user", content: 5 }] },
        422,
        "invalid_request_error",
        "messages.0.content",
      ],
      [{ ...ASK, system: 5 }, 422, "invalid_request_error", "system"],
      [{ ...ASK, tools: ["x"] }, 422, "invalid_request_error", "tools"],
      [{ ...ASK, mcp_servers: [] }, 400, "invalid_request_error", "mcp_servers"],
      ["no json", 400, "invalid_request_error", undefined],
      [{ ...ASK, model: "unknown" }, 404, "not_found_error", "model"],
    ];
    for (const [body, status, type, param] of cases) {
      const answer = await gateway.post(body, PATH);
      const { type: kind, error, request_id } = await answer.json();
      assert.deepEqual([answer.status, kind, error.type, error.details?.param], [
        status,
        "error",
        type,
        param,
      ]);
      assert.equal(answer.headers.get("request-id"), request_id);
    }
  });
});

Deno.test("POST /v1/messages translates images, documents, tool results and system messages", async () => {
  await withProvider(() => chatAnswer({ content: "Yes" }), async ({ gateway, sent }) => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "iVBORw0=" } };
    const answer = await gateway.post({
      ...ASK,
      system: [
        { type: "text", text: "x-anthropic-billing-header: cc_version=1;" },
        { type: "text", text: "Be brief", cache_control: { type: "ephemeral" } },
      ],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Look" },
            image,
            {
              type: "document",
              title: "a.pdf",
              source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
            },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "of another", signature: "SIG" },
            { type: "tool_use", id: "t1", name: "look", input: {} },
          ],
        },
        {
          role: "user",
          content: [{
            type: "tool_result",
            tool_use_id: "t1",
            content: [{ type: "text", text: "seen" }, image],
          }],
        },
        { role: "system", content: "Now in Arabic" },
      ],
      stop_sequences: ["END"],
      metadata: { user_id: "u".repeat(100) },
      output_config: { format: { type: "json_schema", schema: { type: "object" } } },
    }, PATH);
    assert.equal(answer.status, 200);
    await answer.body?.cancel();
    const { messages, stop, user, response_format } = sent();
    const picture = { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0=" } };
    assert.deepEqual(messages, [
      { role: "system", content: "Be brief" },
      {
        role: "user",
        content: [
          { type: "text", text: "Look" },
          picture,
          { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0=" } },
        ],
      },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "t1", type: "function", function: { name: "look", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "t1", content: "seen" },
      { role: "user", content: [picture] },
      { role: "system", content: "Now in Arabic" },
    ]);
    assert.deepEqual(stop, ["END"]);
    assert.match(String(user), /^[0-9a-f]{64}$/);
    assert.deepEqual(response_format, {
      type: "json_schema",
      json_schema: { name: "answer", schema: { type: "object" }, strict: true },
    });
  });
});

Deno.test("Google's thought signature is carried in a call's id and sent back with the call", async () => {
  const call = {
    ...{ id: "c1", type: "function", function: { name: "look", arguments: "{}" } },
    extra_content: { google: { thought_signature: "AB+/==" } },
  };
  await withProvider(() => chatAnswer({ content: null, tool_calls: [call] }), async ({ gateway, sent }) => {
    const { content: [use] } = await (await gateway.post(ASK, PATH)).json();
    assert.match(use.id, /^[\w-]+$/);
    const result = { role: "user", content: [{ type: "tool_result", tool_use_id: use.id, content: "ok" }] };
    const messages = [...ASK.messages, { role: "assistant", content: [use] }, result];
    await (await gateway.post({ ...ASK, messages }, PATH)).body?.cancel();
    assert.deepEqual(sent().messages, [
      ...ASK.messages,
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "ok" },
    ]);
  });
});

Deno.test("a waiting client is sent pings once its stream has begun", async () => {
  let proceed = () => {};
  const waited = new Promise<void>((resolve) => proceed = resolve);
  const text = (delta: JsonObject, finish?: string) =>
    `data: ${JSON.stringify(chatChunk(delta, finish))}\n\n`;
  const script = () =>
    new Response(
      new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode(text({ content: "one" })));
          await waited;
          controller.enqueue(
            new TextEncoder().encode(text({ content: " two" }, "stop") + "data: [DONE]\n\n"),
          );
          controller.close();
        },
      }),
      { headers: { "content-type": "text/event-stream" } },
    );
  await withProvider(script, async ({ gateway }) => {
    const answer = await gateway.post({ ...ASK, stream: true }, PATH);
    let seen = "";
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      seen += piece;
      if (seen.includes("event: ping")) proceed();
    }
    assert.ok(seen.startsWith("event: message_start"));
    assert.match(seen, /one[\s\S]*event: ping\ndata: {"type":"ping"}\n\n[\s\S]* two[\s\S]*message_stop/);
  }, { heartbeatMs: 60 });
});

Deno.test("the guard checks requests, and answers before they are sent", async () => {
  const seen = (text: string) => {
    if (text.includes("secret")) throw guardrailsBlocked("blocked: secrets");
  };
  const guardrails: Guardrails = {
    ...passingGuardrails,
    scan: (text) => Promise.resolve(text).then(seen),
    check(windows, last, context) {
      for (const { text } of windows) seen(text);
      return passingGuardrails.check(windows, last, context);
    },
  };
  const chunks = [
    chatChunk({ content: "fine. ".repeat(20) }),
    callChunk(0, { id: "a", name: "tell", json: `{"it":"a secret"}` }),
    chatChunk({}, "tool_calls"),
  ];
  await withProvider(() => chatStream(chunks), async ({ gateway }) => {
    const refused = await gateway.post({ ...ASK, system: "a secret" }, PATH);
    assert.equal(refused.status, 403);
    assert.equal((await refused.json()).error.type, "permission_error");
    const text = await (await gateway.post({ ...ASK, stream: true }, PATH)).text();
    assert.match(text, /fine\./);
    assert.doesNotMatch(text, /secret"|message_stop/);
    assert.match(
      text,
      /event: error\ndata: {"type":"error","error":{"type":"permission_error","message":"blocked: secrets"/,
    );
    assert.deepEqual((await gateway.recorded(2)).map(({ outcome }) => outcome), ["blocked", "blocked"]);
  }, { guardrails });
});
