import assert from "node:assert/strict";
import { createLimiter } from "lib/limits/rate_limit.ts";
import { serveScript, testKv } from "lib/testing.ts";
import { mockProvider } from "../bench/mock_provider.ts";
import { startGateway, testCaller, testTarget } from "../calls/call_fixture.ts";
import type { CallerLimit } from "./caller.ts";

const BODY = { model: "m", messages: [{ role: "user", content: "Hello" }] };

function limit(changes: Partial<CallerLimit>): CallerLimit {
  return { key: "key:k1", scope: "key", requests_per_minute: null, tokens_per_minute: null, ...changes };
}

async function statuses(posts: Promise<Response>[]): Promise<number[]> {
  const responses = await Promise.all(posts);
  return await Promise.all(responses.map(async (response) => {
    await response.body?.cancel();
    return response.status;
  }));
}

Deno.test("of 40 concurrent requests of a key with 10 per minute exactly 10 pass", async () => {
  await using provider = serveScript((request) => mockProvider(request));
  const caller = testCaller({ limits: [limit({ requests_per_minute: 10 })] });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] }, caller });
  const answers = await statuses(Array.from({ length: 40 }, () => gateway.post(BODY)));
  assert.equal(answers.filter((status) => status === 200).length, 10);
  assert.equal(answers.filter((status) => status === 429).length, 30);
  assert.equal(provider.requests.length, 10);
  const refused = await gateway.post(BODY);
  assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
  const { error } = await refused.json();
  assert.equal(error.type, "rate_limit_exceeded");
  assert.match(error.message, /10 requests per minute for key:k1/);
  assert.ok(gateway.events.some(({ action, outcome }) => action === "rate_limited" && outcome === "limited"));
});

Deno.test("two gateways on one KV let 10 of 40 requests pass in total", async () => {
  using kv = await testKv();
  await using provider = serveScript((request) => mockProvider(request));
  const caller = testCaller({ limits: [limit({ requests_per_minute: 10 })] });
  const start = () =>
    startGateway({
      models: { m: [testTarget(provider.url)] },
      caller,
      limiter: createLimiter({ kv, namespace: "shared" }),
    });
  await using one = await start();
  await using two = await start();
  const answers = await statuses(
    Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : two).post(BODY)),
  );
  assert.equal(answers.filter((status) => status === 200).length, 10);
});

Deno.test("a request that its team's limit refuses does not count against its key", async () => {
  await using provider = serveScript((request) => mockProvider(request));
  const limits = [
    limit({ requests_per_minute: 5 }),
    limit({ key: "team:t", scope: "team", requests_per_minute: 2 }),
  ];
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    caller: testCaller({ limits }),
  });
  const answers: number[] = [];
  for (let i = 0; i < 10; i++) answers.push(...await statuses([gateway.post(BODY)]));
  assert.equal(answers.filter((status) => status === 200).length, 2);
  // Returns unused leases.
  await gateway.deps.limiter.flush();
  assert.equal(gateway.deps.limiter.room("key:k1:requests", 5).remaining, 3);
});

Deno.test("tokens are reserved before a call and settled after it", async () => {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  await using provider = serveScript(async (request) => {
    await gate.promise;
    return await mockProvider(request);
  });
  const caller = testCaller({ limits: [limit({ tokens_per_minute: 1000 })] });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] }, caller });
  const response = await gateway.post({ ...BODY, max_tokens: 900 });
  assert.equal(response.status, 200);
  await response.body?.cancel();
  // The provider reported 60 tokens.
  assert.equal(response.headers.get("x-ratelimit-remaining-tokens"), "940");
  assert.match(response.headers.get("x-ratelimit-reset-tokens") ?? "", /^\d+(\.\d+)?s$/);
  gate = Promise.withResolvers<void>();
  const burst = statuses(Array.from({ length: 5 }, () => gateway.post({ ...BODY, max_tokens: 400 })));
  const limited = () => gateway.events.filter(({ outcome }) => outcome === "limited").length;
  for (let waited = 0; limited() < 3 && waited < 5_000; waited += 5) {
    await new Promise((wake) => setTimeout(wake, 5));
  }
  gate.resolve();
  assert.equal((await burst).filter((status) => status === 200).length, 2);
});

Deno.test("a prompt over the limit never passes, a possibly larger answer does", async () => {
  await using provider = serveScript((request) => mockProvider(request));
  const caller = testCaller({ limits: [limit({ tokens_per_minute: 100 })] });
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] }, caller });
  const large = { model: "m", messages: [{ role: "user", content: "word ".repeat(500) }] };
  assert.deepEqual(await statuses([gateway.post(large)]), [429]);
  assert.deepEqual(await statuses([gateway.post({ ...BODY, max_tokens: 5000 })]), [200]);
});
