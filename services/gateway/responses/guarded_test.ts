/** Replacing policies on OpenAI's Responses: they apply both ways, but never to sealed content. */
import assert from "node:assert/strict";
import OpenAI from "openai";
import type { JsonObject } from "lib/json_object.ts";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import type { Conversations } from "../calls/conversations.ts";
import { sealed } from "../calls/origin.ts";
import { guardedBy, replacingGuard } from "../calls/replacing_guard_fixture.ts";
import { chatAnswer, chatChunk, chatStream, USAGE_CHUNK } from "../messages/chat_script.ts";
import type { Target } from "../providers/target.ts";
import { sse } from "../wires/wire_fixture.ts";

const LONG = "a long answer ".repeat(20);
const CITED = {
  type: "url_citation",
  url: "https://e.org/sara",
  title: "About sara",
  start_index: 0,
  end_index: 1,
};
const PART = {
  type: "output_text",
  text: `hello sara, ${LONG}`,
  annotations: [CITED],
  logprobs: [{ token: "sara", logprob: -1, bytes: [], top_logprobs: [] }],
};
const MESSAGE = { id: "msg_1", type: "message", role: "assistant", status: "completed", content: [PART] };
const SEARCH = {
  id: "ws_1",
  type: "web_search_call",
  status: "completed",
  action: { type: "search", query: "who is sara" },
};
const USAGE = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
const BEGUN = {
  id: "r",
  object: "response",
  created_at: 1,
  status: "in_progress",
  model: "m",
  output: [],
  usage: null,
};
const ENDED = { ...BEGUN, status: "completed", output: [SEARCH, MESSAGE], usage: USAGE };
const AT = { item_id: "msg_1", output_index: 1, content_index: 0 };
const EVENTS: JsonObject[] = [
  { type: "response.created", response: BEGUN },
  { type: "response.output_item.added", output_index: 0, item: { ...SEARCH, status: "in_progress" } },
  { type: "response.output_item.done", output_index: 0, item: SEARCH },
  {
    type: "response.output_item.added",
    output_index: 1,
    item: { ...MESSAGE, status: "in_progress", content: [] },
  },
  { type: "response.content_part.added", ...AT, part: { ...PART, text: "", annotations: [], logprobs: [] } },
  {
    type: "response.output_text.delta",
    ...AT,
    delta: "hello sa",
    logprobs: [{ token: "hello sa", logprob: -1 }],
  },
  {
    type: "response.output_text.delta",
    ...AT,
    delta: `ra, ${LONG}`,
    logprobs: [{ token: "ra", logprob: -1 }],
  },
  { type: "response.output_text.annotation.added", ...AT, annotation_index: 0, annotation: CITED },
  { type: "response.output_text.done", ...AT, text: PART.text, logprobs: PART.logprobs },
  { type: "response.content_part.done", ...AT, part: PART },
  { type: "response.output_item.done", output_index: 1, item: MESSAGE },
  { type: "response.completed", response: ENDED },
];

async function guarded(
  script: (asked: JsonObject) => Response,
  test: (openai: OpenAI, sent: () => JsonObject) => Promise<void>,
  { conversations, ...changes }: Partial<Target> & { conversations?: Conversations } = {},
) {
  await using guard = replacingGuard();
  await using provider = serveScript((_request, { body }) => script(JSON.parse(body)));
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url, changes)] },
    deps: { guardrails: guardedBy(guard.url), ...conversations ? { conversations } : {} },
  });
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY, maxRetries: 0 });
  await test(openai, () => JSON.parse(provider.requests.at(-1)?.body ?? "null"));
}

const nativeScript = ({ stream }: JsonObject) => stream ? sse(EVENTS) : Response.json(ENDED);

Deno.test("policies replace text, citations and searches of a native answer, whole and streamed, and drop logprobs", async () => {
  await guarded(nativeScript, async (openai, sent) => {
    const ask = { model: "m", input: "I am sara", instructions: "Be kind to sara" };
    const whole = await openai.responses.create(ask);
    const { instructions, input } = JSON.parse(JSON.stringify(sent()));
    assert.deepEqual([instructions, input[0].content[0].text], ["Be kind to [X]", "I am [X]"]);
    const stream = openai.responses.stream(ask);
    const events: string[] = [];
    for await (const event of stream) events.push(JSON.stringify(event));
    const streamed = await stream.finalResponse();
    assert.equal(whole.output_text, `hello [X], ${LONG}`);
    assert.deepEqual(streamed.output_text, whole.output_text);
    assert.deepEqual(JSON.parse(JSON.stringify(streamed.output))[1].content[0].annotations, [
      { ...CITED, url: "https://e.org/[X]", title: "About [X]" },
    ]);
    for (const text of [...events, JSON.stringify(whole)]) assert.doesNotMatch(text, /sara|"token":"ra"/);
  }, { responses: true });
});

Deno.test("policies replace text of a translated answer, whole and streamed", async () => {
  const script = ({ stream }: JsonObject) =>
    stream
      ? chatStream([
        chatChunk({ content: "hello sa" }),
        chatChunk({ content: `ra, ${LONG}` }),
        chatChunk({}, "stop"),
        USAGE_CHUNK,
      ])
      : chatAnswer({ content: `hello sara, ${LONG}` });
  await guarded(script, async (openai, sent) => {
    const whole = await openai.responses.create({ model: "m", input: "I am sara" });
    assert.deepEqual(sent().messages, [{ role: "user", content: "I am [X]" }]);
    const streamed = await openai.responses.stream({ model: "m", input: "I am sara" }).finalResponse();
    for (const { output_text } of [whole, streamed]) assert.equal(output_text, `hello [X], ${LONG}`);
  });
});

Deno.test("policies replace text of earlier turns that a request only refers to", async () => {
  const nothing = () => Promise.resolve(undefined);
  const conversations: Conversations = {
    find: nothing,
    turns: (id) =>
      Promise.resolve([{
        id,
        tenant_id: "k1",
        previous_id: null,
        input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "I was sara" }] }],
        response: {
          output: [{
            type: "message",
            role: "assistant",
            content: [{ type: "output_text", text: "Yes, sara" }],
          }],
        },
      }]),
    items: () => Promise.resolve([]),
    keep: nothing,
    remove: () => Promise.resolve(false),
  };
  await guarded(() => chatAnswer({ content: "fine" }), async (openai, sent) => {
    await openai.responses.create({ model: "m", input: "Go on", previous_response_id: "resp_sara" });
    assert.deepEqual(sent().messages, [
      { role: "user", content: "I was [X]" },
      { role: "assistant", content: "Yes, [X]" },
      { role: "user", content: "Go on" },
    ]);
  }, { conversations });
});

Deno.test("encrypted reasoning is unchanged beside replaced text; a match in signed reasoning is a 403", async () => {
  const origin = { provider: "scripted", key: "1" };
  await guarded(nativeScript, async (openai, sent) => {
    const reasoning = (content: string, text: string) => ({
      id: "rs_1",
      type: "reasoning" as const,
      summary: [{ type: "summary_text" as const, text }],
      encrypted_content: sealed(content, origin),
    });
    const ask = (content: string, text: string) =>
      openai.responses.create({
        model: "m",
        input: [reasoning(content, text), { role: "user", content: "I am sara" }],
      });
    await ask("sara-SEAL", "Hm");
    const { input } = JSON.parse(JSON.stringify(sent()));
    assert.deepEqual([input[0].encrypted_content, input[1].content], ["sara-SEAL", "I am [X]"]);
    const open = JSON.stringify([{ type: "thinking", thinking: "it is sara", signature: "S" }]);
    await assert.rejects(ask(open, "it is sara"), (error) => {
      assert.ok(error instanceof OpenAI.PermissionDeniedError);
      assert.match(error.message, /cannot be redacted because the provider signed it/);
      return true;
    });
  }, { responses: true });
});
