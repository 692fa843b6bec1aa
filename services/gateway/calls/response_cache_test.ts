import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { mockProvider } from "../bench/mock_provider.ts";
import { startGateway, testCaller, testTarget } from "./call_fixture.ts";
import { estimatedUsage } from "../streams/estimate.ts";
import { cacheKey, cacheSeconds, createResponseCache } from "./response_cache.ts";

const BODY = { model: "m", messages: [{ role: "user", content: "Hello" }], temperature: 0 };
const ON = { headers: { "x-diwan-cache": "60" } };

Deno.test("a repeated request is answered from the cache, free of charge and marked", async () => {
  await using provider = serveScript((request) => mockProvider(request));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const first = await gateway.post(BODY, ON);
  assert.equal(first.headers.get("x-cache"), "miss");
  const text = await first.text();
  const reordered = { temperature: 0, messages: BODY.messages, model: "m" };
  const second = await gateway.post(reordered, ON);
  assert.equal(second.headers.get("x-cache"), "hit");
  assert.equal(second.headers.get("x-diwan-cost-usd"), "0.000000000");
  assert.equal(await second.text(), text);
  assert.equal(provider.requests.length, 1);
  const [, record] = await gateway.recorded(2);
  assert.deepEqual([record?.outcome, record?.cached, record?.cost_usd], ["cached", true, "0.000000000"]);
});

Deno.test("a stream is cached whole and replayed as a stream", async () => {
  await using provider = serveScript((request) => mockProvider(request));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const body = { ...BODY, stream: true };
  const text = await (await gateway.post(body, ON)).text();
  const again = await gateway.post(body, ON);
  assert.equal(again.headers.get("x-cache"), "hit");
  assert.match(again.headers.get("content-type") ?? "", /event-stream/);
  assert.equal(await again.text(), text);
  const plain = await gateway.post(BODY, ON);
  assert.equal(plain.headers.get("x-cache"), "miss", "what is not streamed is another request");
  await plain.body?.cancel();
});

Deno.test("nothing is cached without a request for it, and failures are never cached", async () => {
  let fails = true;
  await using provider = serveScript((request) =>
    fails ? Response.json({ error: { message: "no" } }, { status: 400 }) : mockProvider(request)
  );
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  await (await gateway.post(BODY, ON)).body?.cancel();
  fails = false;
  for (let i = 0; i < 2; i++) {
    const response = await gateway.post(BODY);
    assert.equal(response.headers.get("x-cache"), null);
    await response.body?.cancel();
  }
  assert.equal(provider.requests.length, 3);
});

Deno.test("a key can enable the cache for all its requests, and a request can opt out", async () => {
  await using provider = serveScript((request) => mockProvider(request));
  const caller = testCaller({ cache: { ttl_seconds: 60 } });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] }, caller });
  const results: (string | null)[] = [];
  const asked: Record<string, string>[] = [{}, {}, { "x-diwan-cache": "off" }];
  for (const headers of asked) {
    const response = await gateway.post(BODY, { headers });
    results.push(response.headers.get("x-cache"));
    await response.body?.cancel();
  }
  assert.deepEqual(results, ["miss", "hit", null]);
});

Deno.test("the cache key depends on tenant, path and every field, not on the order of fields", () => {
  const key = cacheKey("a", "/x", { b: [1, { c: 2, d: 3 }], e: null });
  assert.equal(key, cacheKey("a", "/x", { e: null, b: [1, { d: 3, c: 2 }] }));
  assert.notEqual(key, cacheKey("b", "/x", { b: [1, { c: 2, d: 3 }], e: null }));
  assert.notEqual(key, cacheKey("a", "/y", { b: [1, { c: 2, d: 3 }], e: null }));
  assert.notEqual(key, cacheKey("a", "/x", { b: [{ c: 2, d: 3 }, 1], e: null }));
});

Deno.test("the cache evicts expired, then least recently used answers, and stays within its size", () => {
  let time = 0;
  const cache = createResponseCache({ maxBytes: 10_000, now: () => time });
  const answer = {
    contentType: "text/plain",
    bytes: new Uint8Array(500),
    usage: estimatedUsage(1, 1),
    provider: "p",
    texts: [],
  };
  for (let i = 0; i < 10; i++) cache.keep(`k${i}`, answer, 60);
  cache.find("k0");
  cache.keep("k10", answer, 60);
  assert.ok(cache.bytes <= 10_000);
  assert.ok(cache.find("k0"));
  assert.equal(cache.find("k1"), undefined);
  cache.keep("huge", { ...answer, bytes: new Uint8Array(5_000) }, 60);
  assert.equal(cache.find("huge"), undefined);
  time = 61_000;
  assert.equal(cache.find("k0"), undefined);
});

Deno.test("x-diwan-cache accepts on, off and seconds; for other values the key's setting applies", () => {
  assert.equal(cacheSeconds(null, null), undefined);
  assert.equal(cacheSeconds("on", null), 300);
  assert.equal(cacheSeconds("30", { ttl_seconds: 9 }), 30);
  assert.equal(cacheSeconds("off", { ttl_seconds: 9 }), undefined);
  assert.equal(cacheSeconds("maybe", { ttl_seconds: 9 }), 9);
  assert.equal(cacheSeconds("9999999", null), 604_800);
});
