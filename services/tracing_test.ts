import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { z } from "zod";
import { ADMIN_KEY, startCollector, startService, type ToldSpan } from "./tracing_fixture.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";
const USAGE = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };

/** A provider that answers whole and streamed; it refuses `broken-model`. */
function provider() {
  return serveScript((_, { body }) => {
    const { stream, model } = JSON.parse(body || "{}");
    if (model === "broken-model") return Response.json({ error: { message: "no" } }, { status: 400 });
    const answer = { id: "chatcmpl-1", created: 1, model };
    if (!stream) {
      const message = { role: "assistant", content: "the secret answer" };
      return Response.json({
        ...answer,
        object: "chat.completion",
        choices: [{ index: 0, message, finish_reason: "stop" }],
        usage: USAGE,
      });
    }
    const chunks = [
      { choices: [{ index: 0, delta: { content: "the secret " }, finish_reason: null }] },
      { choices: [{ index: 0, delta: { content: "answer" }, finish_reason: "length" }] },
      { choices: [], usage: USAGE },
    ].map((rest) => `data: ${JSON.stringify({ ...answer, object: "chat.completion.chunk", ...rest })}\n\n`);
    return new Response(`${chunks.join("")}data: [DONE]\n\n`, {
      headers: { "content-type": "text/event-stream" },
    });
  });
}

async function configured(dir: string, url: string): Promise<Record<string, string>> {
  const path = `${dir}/gateway.json`;
  await Deno.writeTextFile(
    path,
    JSON.stringify({
      providers: [{
        name: "scripted",
        wire: "openai",
        base_url: `${url}/v1`,
        keys: [{ key: "provider-secret" }],
        models: ["own-model", "broken-model", "unpriced-model"],
        prices: { "own-model": { input: "1", output: "1" } },
      }],
      aliases: { smart: ["own-model"] },
    }),
  );
  return { GATEWAY_CONFIG: path };
}

const chat = (model = "smart", more = {}) => ({
  model,
  messages: [{ role: "user", content: "the secret question" }],
  temperature: 0.5,
  ...more,
});

/** The paths from `span` to its root, by name. */
function wayUp(spans: ToldSpan[], span: ToldSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...(parent ? wayUp(spans, parent) : [])];
}

Deno.test("a run of an agent through gateway and guard is one trace, without words, keys and addresses", async () => {
  const dir = await Deno.makeTempDir();
  await using collector = startCollector();
  await using model = provider();
  const { settings } = collector;
  await using guard = await startService("guard", dir, settings);
  await using gateway = await startService("gateway", dir, {
    ...settings,
    ...await configured(dir, model.url),
    GUARD_BASE_URL: guard.url,
  });
  await using agents = await startService("agents", dir, {
    ...settings,
    AGENTS_PROVIDER: "gateway",
    GATEWAY_BASE_URL: gateway.url,
    GATEWAY_API_KEY: ADMIN_KEY,
  });
  const made = await agents.ask("POST", "/api/v1/agents", { name: "Helper", model: "smart" });
  const { id } = z.object({ id: z.string() }).parse(JSON.parse(made.text));
  const run = await agents.ask("POST", `/api/v1/agents/${id}/run?api_key=query-secret`, {
    input: "the secret question",
  }, { traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: "congo=t61, rojo=00f" });
  assert.equal(JSON.parse(run.text).status, "completed", run.text);
  for (const service of [agents, gateway, guard]) await service.stop();

  const spans = collector.spans().filter(({ traceId }) => traceId === TRACE);
  const asked = spans.find(({ name }) => name === "POST scripted");
  assert.ok(asked, JSON.stringify(spans.map(({ name }) => name)));
  assert.deepEqual(wayUp(spans, asked), [
    "POST scripted",
    "chat smart",
    "POST /v1/chat/completions",
    "chat smart",
    "invoke_agent Helper",
    "POST /api/v1/agents/{id}/run",
  ]);
  assert.deepEqual(
    model.requests.map(({ headers }) => headers.get("traceparent")),
    [`00-${TRACE}-${asked.spanId}-01`],
  );
  assert.deepEqual(model.requests.map(({ headers }) => headers.get("tracestate")), ["congo=t61,rojo=00f"]);
  const checks = spans.filter(({ name }) => name === "POST /api/v1/governance/texts");
  assert.equal(checks.length, 2);
  assert.deepEqual(checks.map(({ attributes }) => attributes["diwan.service"]), ["guard", "guard"]);
  assert.deepEqual(wayUp(spans, checks[0] ?? asked).slice(1, 3), ["check by the guard", "chat smart"]);
  const chatSpan = spans.find(({ attributes }) => attributes["diwan.cost_usd"] !== undefined);
  assert.deepEqual(
    Object.fromEntries(
      Object.entries(chatSpan?.attributes ?? {}).filter(([name]) => name.startsWith("gen_ai.")),
    ),
    {
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "smart",
      "gen_ai.request.stream": false,
      "gen_ai.provider.name": "scripted",
      "gen_ai.response.model": "own-model",
      "gen_ai.response.id": "chatcmpl-1",
      "gen_ai.response.finish_reasons": { values: [{ stringValue: "stop" }] },
      "gen_ai.usage.input_tokens": 7,
      "gen_ai.usage.output_tokens": 3,
    },
  );
  const told = collector.text();
  for (const secret of ["the secret", "query-secret", "provider-secret", ADMIN_KEY, "eyJ"]) {
    assert.equal(told.includes(secret), false, secret);
  }
  await Deno.remove(dir, { recursive: true });
});

Deno.test("streams, failures, refusals and texts when asked are in spans; log lines are exported", async () => {
  const dir = await Deno.makeTempDir();
  await using collector = startCollector();
  await using model = provider();
  await using gateway = await startService("gateway", dir, {
    ...collector.settings,
    ...await configured(dir, model.url),
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true",
  });
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const ask = (body: unknown, more = headers) => gateway.ask("POST", "/v1/chat/completions", body, more);
  assert.equal((await ask(chat("smart", { stream: true }))).status, 200);
  assert.equal((await ask(chat("broken-model"))).status, 502);
  assert.equal((await ask(chat("unpriced-model"))).status, 200);
  assert.equal((await ask(chat("no-such-model"))).status, 404);
  assert.equal((await ask(chat(), { authorization: "Bearer dwn-nobody" })).status, 401);
  const later = await gateway.ask("POST", "/v1/responses", {
    model: "own-model",
    input: "the secret question",
    background: true,
  }, { ...headers, traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: "other=1" });
  const { id } = JSON.parse(later.text);
  for (let status = "queued"; status !== "completed";) {
    status = JSON.parse((await gateway.ask("GET", `/v1/responses/${id}`, undefined, headers)).text).status;
    assert.notEqual(status, "failed");
  }
  assert.deepEqual(model.requests.at(-1)?.headers.get("tracestate"), "other=1");
  assert.equal((await gateway.ask("GET", "/costs?search=query-secret", undefined, headers)).status, 200);
  assert.equal((await gateway.ask("GET", "/v1/models", undefined, headers)).status, 200);
  await gateway.stop();

  const spans = collector.spans();
  const streamed = spans.find(({ attributes }) => attributes["gen_ai.request.stream"] === true);
  assert.deepEqual(streamed?.attributes["gen_ai.response.finish_reasons"], {
    values: [{ stringValue: "length" }],
  });
  assert.equal(streamed?.attributes["gen_ai.usage.output_tokens"], 3);
  assert.deepEqual(JSON.parse(String(streamed?.attributes["gen_ai.input.messages"])), [
    { role: "user", parts: [{ type: "text", content: "the secret question" }] },
  ]);
  assert.deepEqual(JSON.parse(String(streamed?.attributes["gen_ai.output.messages"])), [
    { role: "assistant", parts: [{ type: "text", content: "the secret answer" }], finish_reason: "length" },
  ]);
  const asked = spans.findLast(({ name }) => name === "POST scripted");
  assert.deepEqual(asked && wayUp(spans, asked), [
    "POST scripted",
    "chat own-model",
    "response in the background",
    "POST /v1/responses",
  ]);
  assert.equal(asked?.traceId, TRACE);
  const failures = spans.filter(({ attributes }) => attributes["error.type"] !== undefined)
    .map(({ name, attributes }) => [name, attributes["error.type"], attributes["http.response.status_code"]]);
  const calls = failures.filter(([name]) => /^chat/.test(String(name)));
  assert.deepEqual(calls, [
    ["chat broken-model", "provider_error", 502],
    ["chat", "invalid_request_error", 404],
    ["chat", "rbac_denied", 401],
  ]);
  assert.deepEqual(failures.find(([name]) => name === "POST scripted"), [
    "POST scripted",
    "UpstreamError",
    400,
  ]);
  for (const name of ["GET /costs", "GET /v1/models"]) {
    assert.ok(spans.some((span) => span.name === name), name);
  }
  const unpriced = spans.find(({ name }) => name === "chat unpriced-model");
  const { "diwan.cost_usd": cost, "diwan.unpriced": isUnpriced } = unpriced?.attributes ?? {};
  assert.deepEqual([cost, isUnpriced], [undefined, true]);
  assert.equal(JSON.stringify(spans).includes("query-secret"), false);
  const ready = collector.logs().find(({ body }) => body.stringValue.includes("all services are ready"));
  assert.equal(ready?.severityText, "INFO");
  await Deno.remove(dir, { recursive: true });
});

Deno.test("a trace that its caller does not keep is passed on and told to nobody", async () => {
  const dir = await Deno.makeTempDir();
  await using collector = startCollector();
  await using model = provider();
  await using gateway = await startService("gateway", dir, {
    ...collector.settings,
    ...await configured(dir, model.url),
    OTEL_TRACES_SAMPLER_ARG: "0",
  });
  const ask = (headers: Record<string, string>) =>
    gateway.ask("POST", "/v1/chat/completions", chat(), { authorization: `Bearer ${ADMIN_KEY}`, ...headers });
  await ask({ traceparent: `00-${TRACE}-${CALLER}-00`, tracestate: "other=1" });
  await ask({ tracestate: "other=1" });
  await ask({ traceparent: `00-${"0".repeat(32)}-${CALLER}-01` });
  await ask({ traceparent: `00-${TRACE}-${CALLER}-01` });
  await gateway.stop();
  const passed = model.requests.map(({ headers }) => headers.get("traceparent"));
  assert.deepEqual(passed.slice(0, 3), [`00-${TRACE}-${CALLER}-00`, null, null]);
  const noted = model.requests.map(({ headers }) => headers.get("tracestate"));
  assert.deepEqual(noted, ["other=1", null, null, null]);
  assert.match(passed[3] ?? "", new RegExp(`^00-${TRACE}-(?!${CALLER})[0-9a-f]{16}-01$`));
  assert.deepEqual(collector.spans().map(({ name }) => name).sort(), [
    "POST /v1/chat/completions",
    "POST scripted",
    "chat smart",
  ]);
  await Deno.remove(dir, { recursive: true });
});

Deno.test("spans that Deno makes by itself tell neither queries nor paths, and join the same trace", async () => {
  const dir = await Deno.makeTempDir();
  await using collector = startCollector();
  await using model = provider();
  await using guard = await startService("guard", dir, { ...collector.settings, OTEL_DENO_TRACING: "true" });
  await using gateway = await startService("gateway", dir, {
    ...collector.settings,
    ...await configured(dir, model.url),
    OTEL_DENO_TRACING: "true",
    GUARD_BASE_URL: guard.url,
  });
  const headers = { authorization: `Bearer ${ADMIN_KEY}`, traceparent: `00-${TRACE}-${CALLER}-01` };
  const answer = await gateway.ask("POST", "/v1/chat/completions?api_key=query-secret", chat(), headers);
  assert.equal(answer.status, 200, answer.text);
  for (const service of [gateway, guard]) await service.stop();
  const spans = collector.spans().filter(({ traceId }) => traceId === TRACE);
  assert.ok(spans.some(({ name }) => name === "POST /api/v1/governance/texts"));
  assert.ok(spans.some(({ name }) => name === "POST scripted"));
  const names = new Set(spans.flatMap(({ attributes }) => Object.keys(attributes)));
  assert.ok(names.has("url.full"));
  assert.equal(names.has("url.query") || names.has("url.path"), false);
  assert.equal(JSON.stringify(spans).includes("query-secret"), false);
  await Deno.remove(dir, { recursive: true });
});
