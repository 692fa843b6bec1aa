/** Responses that continue earlier ones. */
import assert from "node:assert/strict";
import { OpenAPIHono } from "@hono/zod-openapi";
import OpenAI from "openai";
import type { JsonObject } from "lib/json_object.ts";
import { serveScript } from "lib/testing.ts";
import type { GatewayEnv } from "../access/caller.ts";
import { type Conversations, type KeptResponse, RecallError } from "../calls/conversations.ts";
import { startGateway, TEST_KEY, testCaller, testTarget } from "../calls/call_fixture.ts";
import { renderGatewayError } from "../errors.ts";
import { chatAnswer, chatChunk, chatStream, USAGE_CHUNK } from "../messages/chat_script.ts";
import { objectsOf, textOf } from "../wires/http.ts";
import { keptResponses } from "./kept_responses.ts";

/** A store of responses in memory. */
function memory(): Conversations & { kept: KeptResponse[] } {
  const kept: KeptResponse[] = [];
  const find = (id: string, tenant: string) =>
    kept.find((response) => response.id === id && response.tenant_id === tenant);
  const items = (
    { input, response }: KeptResponse,
  ): JsonObject[] => [...input, ...objectsOf(response.output)];
  return {
    kept,
    find: (id, tenant) => Promise.resolve(find(id, tenant)),
    turns(id, tenant) {
      const turns: KeptResponse[] = [];
      for (let next: string | null = id; next !== null; next = turns[0]?.previous_id ?? null) {
        const response = find(next, tenant);
        if (!response) return Promise.resolve(undefined);
        turns.unshift(response);
      }
      return Promise.resolve(turns);
    },
    items: (ids, tenant) =>
      Promise.resolve(
        kept.filter(({ tenant_id }) => tenant_id === tenant).flatMap(items).filter(({ id }) =>
          ids.includes(textOf(id))
        ),
      ),
    keep: (response) => Promise.resolve(void kept.push(response)),
    remove(id, tenant) {
      const at = kept.findIndex((response) => response.id === id && response.tenant_id === tenant);
      if (at >= 0) kept.splice(at, 1);
      return Promise.resolve(at >= 0);
    },
  };
}

async function withConversations(
  test: (given: { openai: OpenAI; store: ReturnType<typeof memory>; sent(): JsonObject }) => Promise<void>,
  changes: Partial<Conversations> = {},
) {
  await using provider = serveScript((_request, { body }) =>
    JSON.parse(body).stream
      ? chatStream([chatChunk({ content: "streamed" }), chatChunk({}, "stop"), USAGE_CHUNK])
      : chatAnswer({ content: "whole", reasoning_content: "Hm" })
  );
  const store = memory();
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: { conversations: { ...store, ...changes } },
  });
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY, maxRetries: 0 });
  await test({ openai, store, sent: () => JSON.parse(provider.requests.at(-1)?.body ?? "null") });
}

Deno.test("previous_response_id continues all earlier turns, whole and streamed, without their instructions", async () => {
  await withConversations(async ({ openai, store, sent }) => {
    const first = await openai.responses.create({ model: "m", input: "One", instructions: "Be brief" });
    assert.equal("store" in first && first.store, true);
    const stream = openai.responses.stream({ model: "m", input: "Two", previous_response_id: first.id });
    const second = await stream.finalResponse();
    await openai.responses.create({
      model: "m",
      input: "Three",
      previous_response_id: second.id,
      store: false,
    });
    assert.deepEqual(sent().messages, [
      { role: "user", content: "One" },
      { role: "assistant", content: "whole", reasoning_content: "Hm" },
      { role: "user", content: "Two" },
      { role: "assistant", content: "streamed" },
      { role: "user", content: "Three" },
    ]);
    assert.deepEqual(store.kept.map(({ id }) => id), [first.id, second.id]);
  });
});

Deno.test("items that a request refers to are inserted; unknown ones are a 400", async () => {
  await withConversations(async ({ openai, sent }) => {
    const { output } = await openai.responses.create({ model: "m", input: "One" });
    const references = output.map(({ id }) => ({ type: "item_reference" as const, id: id ?? "" }));
    await openai.responses.create({ model: "m", input: [...references, { role: "user", content: "Two" }] });
    assert.deepEqual(sent().messages, [
      { role: "assistant", content: "whole", reasoning_content: "Hm" },
      { role: "user", content: "Two" },
    ]);
    const missing = openai.responses.create({
      model: "m",
      input: [{ type: "item_reference", id: "rs_none" }],
    });
    await assert.rejects(missing, (error) => {
      assert.ok(error instanceof OpenAI.BadRequestError);
      assert.deepEqual([error.param, error.code], ["input.0", "item_not_found"]);
      return true;
    });
  });
});

Deno.test("earlier turns whose total is too long are a 413", async () => {
  const turns = () => Promise.reject(new RecallError("too long"));
  await withConversations(async ({ openai }) => {
    const next = openai.responses.create({ model: "m", input: "Two", previous_response_id: "resp_1" });
    await assert.rejects(next, (error) => {
      assert.ok(error instanceof OpenAI.APIError);
      assert.deepEqual([error.status, error.code, error.param], [
        413,
        "conversation_too_long",
        "previous_response_id",
      ]);
      return true;
    });
  }, { turns });
});

Deno.test("an answer that could not be stored has store: false, and a database failure is a 503 when turns are read", async () => {
  const away = () => Promise.reject(new Error("away"));
  await withConversations(async ({ openai }) => {
    const answer = await openai.responses.create({ model: "m", input: "One" });
    assert.deepEqual(["store" in answer && answer.store, answer.output_text], [false, "whole"]);
    const next = openai.responses.create({ model: "m", input: "Two", previous_response_id: "resp_1" });
    await assert.rejects(
      next,
      (error) => error instanceof OpenAI.InternalServerError && error.status === 503,
    );
  }, { keep: away, turns: away });
});

Deno.test("only the owning tenant can read a stored response, list its input and delete it", async () => {
  await withConversations(async ({ openai, store }) => {
    const made = await openai.responses.create({
      model: "m",
      input: [{ role: "user", content: "A" }, { role: "user", content: "B" }],
    });
    const app = new OpenAPIHono<GatewayEnv>();
    app.onError(renderGatewayError);
    app.use(async (c, next) => {
      c.set("caller", testCaller({ tenant_id: c.req.header("x-tenant") ?? "k1" }));
      await next();
    });
    app.route("/", keptResponses({ conversations: store }));
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await app.request(`/v1/responses/${path}`, init);
      return { status: answer.status, body: await answer.json() };
    };
    const { _request_id: _id, output_text: _text, ...shown } = made;
    assert.deepEqual(await ask(made.id), { status: 200, body: JSON.parse(JSON.stringify(shown)) });
    const page = await ask(`${made.id}/input_items?limit=1&order=asc`);
    assert.deepEqual([page.body.data[0].content, page.body.has_more], [
      [{ type: "input_text", text: "A" }],
      true,
    ]);
    const rest = await ask(`${made.id}/input_items?order=asc&after=${page.body.last_id}`);
    assert.deepEqual(rest.body.data.map(({ content }: { content: unknown }) => content), [[{
      type: "input_text",
      text: "B",
    }]]);
    assert.equal((await ask(`${made.id}/input_items?after=none`)).status, 400);
    assert.equal((await ask(`${made.id}/cancel`, { method: "POST" })).status, 400);
    for (
      const [path, method] of [["", "GET"], ["/input_items", "GET"], ["/cancel", "POST"], ["", "DELETE"]]
    ) {
      const other = await ask(made.id + path, { method: method ?? "GET", headers: { "x-tenant": "k2" } });
      assert.deepEqual([other.status, other.body.error.code], [404, "response_not_found"]);
    }
    assert.deepEqual((await ask(made.id, { method: "DELETE" })).body, {
      id: made.id,
      object: "response",
      deleted: true,
    });
    assert.equal((await ask(made.id)).status, 404);
  });
});
