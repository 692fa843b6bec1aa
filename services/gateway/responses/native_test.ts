/** Responses from providers with a Responses API of their own. */
import assert from "node:assert/strict";
import fc from "fast-check";
import OpenAI from "openai";
import type { JsonObject } from "lib/json_object.ts";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { sealed, unsealed } from "../calls/origin.ts";
import { UpstreamError } from "../providers/upstream_error.ts";
import { sse } from "../wires/wire_fixture.ts";
import { nativeEvents } from "./native_events.ts";

const USAGE = {
  ...{ input_tokens: 12, input_tokens_details: { cached_tokens: 4 }, output_tokens: 6, total_tokens: 18 },
  output_tokens_details: { reasoning_tokens: 2 },
};
const REASONING = { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "SEAL" };
const PART = { type: "output_text", text: "Good day", annotations: [], logprobs: [] };
const MESSAGE = { id: "msg_1", type: "message", role: "assistant", status: "completed", content: [PART] };
const BEGUN = {
  id: "resp_theirs",
  object: "response",
  created_at: 1,
  status: "in_progress",
  model: "gpt-5",
  output: [],
  usage: null,
};
const ENDED = { ...BEGUN, status: "completed", output: [REASONING, MESSAGE], usage: USAGE };
const AT = { item_id: "msg_1", output_index: 1, content_index: 0 };
const EVENTS: JsonObject[] = [
  { type: "response.created", response: BEGUN },
  { type: "response.in_progress", response: BEGUN },
  { type: "response.output_item.added", output_index: 0, item: { ...REASONING, encrypted_content: "EARLY" } },
  { type: "response.output_item.done", output_index: 0, item: REASONING },
  { type: "keepalive" },
  {
    type: "response.output_item.added",
    output_index: 1,
    item: { ...MESSAGE, status: "in_progress", content: [] },
  },
  { type: "response.content_part.added", ...AT, part: { ...PART, text: "" } },
  { type: "response.output_text.delta", ...AT, delta: "Good day", logprobs: [] },
  { type: "response.output_text.done", ...AT, text: "Good day", logprobs: [] },
  { type: "response.content_part.done", ...AT, part: PART },
  { type: "response.output_item.done", output_index: 1, item: MESSAGE },
  // Like a backend that does not repeat items in the final response.
  { type: "response.completed", response: { ...ENDED, output: [] } },
];

async function withProvider(
  test: (openai: OpenAI, bodies: () => JsonObject[], keys: () => unknown[]) => Promise<void>,
) {
  await using provider = serveScript((_request, { body }) =>
    JSON.parse(body).stream ? sse(EVENTS) : Response.json(ENDED)
  );
  const keys = ["1", "2", "3"].map((id) => ({ id, secret: `secret-${id}`, weight: 1 }));
  const target = testTarget(provider.url, { responses: true, model: "gpt-5", keys });
  await using gateway = await startGateway({ models: { m: [target] } });
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY, maxRetries: 0 });
  await test(
    openai,
    () => provider.requests.map(({ body }) => JSON.parse(body)),
    () =>
      provider.requests.map(({ headers }) => headers.get("authorization")?.slice("Bearer secret-".length)),
  );
}

Deno.test("a provider with a Responses API is called by it, stores nothing, and gets its encrypted reasoning back", async () => {
  await withProvider(async (openai, bodies, keys) => {
    const tools = [{ type: "web_search" as const }];
    const first = await openai.responses.create({ model: "m", input: "Hello", tools });
    assert.deepEqual([first.output_text, first.model, first.usage?.total_tokens], ["Good day", "m", 18]);
    assert.match(first.id, /^resp_[0-9a-f]{32}/);
    const { encrypted_content: seal } = JSON.parse(JSON.stringify(first.output[0]));
    assert.deepEqual(unsealed(seal), {
      origin: { provider: "scripted", key: String(keys()[0]) },
      content: "SEAL",
    });
    const [sent] = bodies();
    assert.deepEqual([sent?.store, sent?.model, sent?.tools, sent?.include], [
      false,
      "gpt-5",
      tools,
      ["reasoning.encrypted_content"],
    ]);
    for (let n = 0; n < 4; n++) {
      await openai.responses.create({
        model: "m",
        input: [{ role: "user", content: `Other ${n}` }, {
          id: "rs_1",
          type: "reasoning",
          summary: [],
          encrypted_content: seal,
        }],
      });
      assert.deepEqual(JSON.parse(JSON.stringify(bodies().at(-1))).input[1].encrypted_content, "SEAL");
    }
    assert.equal(new Set(keys()).size, 1);
    const gone = sealed("SEAL", { provider: "scripted", key: "9" });
    const input = [{ id: "rs_1", type: "reasoning" as const, summary: [], encrypted_content: gone }];
    await assert.rejects(openai.responses.create({ model: "m", input }), (error) => {
      assert.ok(error instanceof OpenAI.BadRequestError);
      assert.deepEqual([error.param, error.code], ["input.0.encrypted_content", "invalid_encrypted_content"]);
      return true;
    });
  });
});

Deno.test("a native stream is forwarded with the gateway's id, and its last event has the whole output", async () => {
  await withProvider(async (openai) => {
    const stream = openai.responses.stream({ model: "m", input: "Hello" });
    const ids = new Set<unknown>();
    for await (const event of stream) if ("response" in event) ids.add(event.response.id);
    const final = await stream.finalResponse();
    assert.deepEqual([final.output_text, final.output.length, ids.size], ["Good day", 2, 1]);
    assert.match(final.id, /^resp_[0-9a-f]{32}/);
  });
});

Deno.test("for any order of native events, the forwarded ones follow the protocol or end with an error", async () => {
  const wild = fc.array(
    fc.constantFrom(...EVENTS, { type: "x" }, { type: "error", error: { code: "slow_down" } }),
    { maxLength: 18 },
  );
  await fc.assert(
    fc.asyncProperty(wild, async (given) => {
      const source = (async function* () {
        yield* given;
      })();
      const same = (value: JsonObject) => value;
      const added: unknown[] = [];
      const done: unknown[] = [];
      let last = "";
      try {
        for await (
          const event of nativeEvents(source, { provider: "p", clientResponse: same, clientItem: same })
        ) {
          const { type, item, item_id, response } = JSON.parse(JSON.stringify(event));
          assert.equal(type === "response.created", last === "");
          if (type === "response.output_item.added") added.push(item.id);
          if (type === "response.output_item.done") done.push(item.id);
          if (item_id) assert.ok(added.includes(item_id) && !done.includes(item_id));
          last = type;
          if (type === "response.completed") assert.deepEqual(response.output.length, added.length);
        }
        assert.equal(last, "response.completed");
        assert.deepEqual(done.toSorted(), added.toSorted());
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        assert.notEqual(last, "response.completed");
      }
    }),
  );
});
