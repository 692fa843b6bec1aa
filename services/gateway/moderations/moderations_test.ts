import assert from "node:assert/strict";
import OpenAI from "openai";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { record } from "../providers/model_record.ts";
import { createModerator } from "../providers/moderator.ts";

const PATH = { path: "/v1/moderations" };
const MODEL = "omni-moderation-latest";
const ANSWER = {
  id: "modr-1",
  model: MODEL,
  results: [{ flagged: true, categories: { hate: true }, category_scores: { hate: 0.9 } }],
};
const MINE = { provider: "openai", model: MODEL };

/** A guard that flags texts with the word `hate`, and whose policy forbids `secret`. */
function scriptedGuard(safety: (text: string) => unknown = llamaGuard) {
  return serveScript(async (request) => {
    const body = await request.json();
    if (request.url.endsWith("/safety/check")) return Response.json(safety(body.text));
    const broken = body.content.includes("secret");
    return Response.json({
      allowed: !broken,
      violations: broken ? [{ name: "Secrets" }] : [],
      pii_detected: body.content.includes("784-") ? [{ type: "EMIRATES_ID" }] : [],
    });
  });
}

function llamaGuard(text: string) {
  const safe = !text.includes("hate");
  return {
    safe,
    categories: safe ? [] : ["hate"],
    confidence: safe ? 1 : 0.9,
    raw_response: safe ? "safe" : "unsafe\nS10",
  };
}

function moderatorAt(url: string) {
  return createModerator({ baseUrl: url, token: () => Promise.resolve("t"), timeoutMs: 5_000 });
}

Deno.test("POST /v1/moderations passes to a provider with that endpoint, with or without a model, and costs nothing", async () => {
  await using provider = serveScript(() => Response.json(ANSWER));
  await using gateway = await startGateway({
    models: { [MODEL]: [testTarget(provider.url, { ...MINE, price: { input: "0", output: "0" } })] },
  });
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY });
  const named = await openai.moderations.create({ model: MODEL, input: "text" });
  assert.equal(named.results[0]?.flagged, true);
  await openai.moderations.create({
    input: [{ type: "image_url", image_url: { url: "https://e.org/i.png" } }],
  });
  assert.equal(provider.requests[0]?.path, "/v1/moderations");
  assert.equal(JSON.parse(provider.requests[1]?.body ?? "").model, MODEL);
  const [record] = await gateway.recorded(2);
  assert.deepEqual([record?.provider, record?.cost_usd, record?.unpriced], ["openai", "0.000000000", false]);
});

Deno.test("the guard answers when no provider moderates: one result per text, in the categories that it checks", async () => {
  await using guard = scriptedGuard();
  await using other = serveScript(() => new Response("no such route", { status: 404 }));
  // A self-hosted server accepts any model name, and is not known to moderate.
  const models = { [MODEL]: [testTarget(other.url, { provider: "vllm", model: MODEL })] };
  await using gateway = await startGateway({ models, deps: { moderator: moderatorAt(guard.url) } });
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY });
  const { model, results } = await openai.moderations.create({ input: ["I hate you", "hello", "a secret"] });
  assert.equal(model, "guard");
  assert.deepEqual(results.map(({ flagged }) => flagged), [true, false, true]);
  const [first] = results;
  assert.equal(Object.keys(first?.categories ?? {}).length, 13);
  assert.deepEqual([first?.categories.hate, first?.categories.violence, first?.categories.harassment], [
    true,
    false,
    null,
  ]);
  assert.equal(first?.category_scores.hate, null);
  assert.equal(other.requests.length, 0);
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.provider, record?.model, record?.unpriced], ["guard", MODEL, false]);
});

Deno.test("parts are joined to one text; images are a 400 that names the field", async () => {
  await using guard = scriptedGuard();
  await using gateway = await startGateway({ models: {}, deps: { moderator: moderatorAt(guard.url) } });
  const parts = [{ type: "text", text: "I ha" }, { type: "text", text: "hate" }];
  const joined = await (await gateway.post({ model: "guard", input: parts }, PATH)).json();
  assert.deepEqual(joined.results.map(({ flagged }: { flagged: boolean }) => flagged), [true]);
  const image = [...parts, { type: "image_url", image_url: { url: "https://e.org/i.png" } }];
  const refused = await gateway.post({ input: image }, PATH);
  const { error } = await refused.json();
  assert.deepEqual([refused.status, error.param, error.code], [400, "input", "unsupported"]);
});

Deno.test("a provider without the endpoint falls back to the guard, and a failing guard is a 502", async () => {
  await using guard = scriptedGuard();
  await using provider = serveScript(() => new Response("{}", { status: 404 }));
  const models = { mod: [testTarget(provider.url, { model: "mod" })] };
  await using gateway = await startGateway({ models, deps: { moderator: moderatorAt(guard.url) } });
  const answer = await (await gateway.post({ model: "mod", input: "hello" }, PATH)).json();
  assert.deepEqual([provider.requests.length, answer.model], [1, "guard"]);
  await using away = await startGateway({
    models: {},
    deps: { moderator: moderatorAt("http://127.0.0.1:9") },
  });
  const failed = await away.post({ input: "hello" }, PATH);
  assert.deepEqual([failed.status, (await failed.json()).error.type], [502, "provider_error"]);
});

Deno.test("without a safety model a text without findings is not reported as harmless", async () => {
  const skipped = {
    safe: true,
    categories: [],
    confidence: 0,
    raw_response: "skipped: SAFETY_MODEL is not set",
  };
  await using guard = scriptedGuard(() => skipped);
  const moderator = moderatorAt(guard.url);
  await using gateway = await startGateway({ models: {}, deps: { moderator } });
  const { results } = await (await gateway.post({ input: ["784-1990-1234567-6", "a secret"] }, PATH)).json();
  assert.deepEqual(results.map(({ flagged }: { flagged: unknown }) => flagged), [null, true]);
  assert.equal(results[0].categories.hate, null);
  assert.match(results[0].diwan.reason, /SAFETY_MODEL/);
  assert.deepEqual([results[0].diwan.pii, results[1].diwan.policies], [["EMIRATES_ID"], ["Secrets"]]);
});

Deno.test("a classifier that answers in OpenAI's format keeps its categories and scores", async () => {
  const raw = JSON.stringify({
    results: [{
      flagged: true,
      categories: { harassment: true, hate: false },
      category_scores: { harassment: 0.8, hate: 0.01 },
    }],
  });
  await using guard = scriptedGuard(() => ({
    safe: false,
    categories: ["harassment"],
    confidence: 0.9,
    raw_response: raw,
  }));
  await using gateway = await startGateway({ models: {}, deps: { moderator: moderatorAt(guard.url) } });
  const { results: [result] } = await (await gateway.post({ input: "you" }, PATH)).json();
  assert.deepEqual([result.categories.harassment, result.categories.hate, result.categories.violence], [
    true,
    false,
    null,
  ]);
  assert.deepEqual([result.category_scores.harassment, result.category_scores.violence], [0.8, null]);
});

Deno.test("moderations without a provider and a guard are a 503 that names the settings; a bad input is 422", async () => {
  await using gateway = await startGateway({ models: {} });
  const response = await gateway.post({ input: "hello" }, PATH);
  const { error } = await response.json();
  assert.deepEqual([response.status, error.code], [503, "provider_not_configured"]);
  assert.match(error.message, /OPENAI_API_KEY or GUARD_BASE_URL/);
  for (const input of [undefined, [], 5, [{ type: "audio" }]]) {
    const bad = await gateway.post({ input }, PATH);
    assert.deepEqual([bad.status, (await bad.json()).error.param], [422, "input"]);
  }
});

Deno.test("a provider without the endpoint is a 400 when there is no other; an unknown model keeps its own error", async () => {
  let body: unknown = { detail: "Not Found" };
  await using provider = serveScript(() => Response.json(body, { status: 404 }));
  await using gateway = await startGateway({ models: { mod: [testTarget(provider.url, { model: "mod" })] } });
  const missing = await gateway.post({ model: "mod", input: "a" }, PATH);
  const { error } = await missing.json();
  assert.deepEqual([missing.status, error.param, error.code], [400, "model", "unsupported"]);
  assert.equal(error.message, "scripted does not support moderations");
  body = { error: { message: "The model `mod` does not exist", code: "model_not_found" } };
  const unknown = await gateway.post({ model: "mod", input: "a" }, PATH);
  assert.deepEqual([unknown.status, (await unknown.json()).error.code], [502, "model_not_found"]);
});

Deno.test("a provider whose configuration lists the default model is called", async () => {
  await using provider = serveScript(() => Response.json({ ...ANSWER, results: [] }));
  const target = testTarget(provider.url, { model: MODEL });
  await using gateway = await startGateway({ models: { [MODEL]: [target] } });
  const ask = async () => {
    const response = await gateway.post({ input: "Hi" }, PATH);
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await ask(), 503);
  const known = gateway.deps.config.current();
  gateway.deps.config.current = () => ({ ...known, models: () => [record(target)] });
  assert.equal(await ask(), 200);
});
