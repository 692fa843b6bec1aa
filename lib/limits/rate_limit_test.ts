import fc from "fast-check";
import assert from "node:assert/strict";
import { createLimiter } from "lib/limits/rate_limit.ts";
import { allowedOf, slow } from "lib/limits/rate_limit_fixture.ts";
import { testKv } from "lib/testing.ts";

Deno.test("take() lets exactly the limit of 40 concurrent callers pass", async () => {
  using kv = await testKv();
  const limiter = createLimiter({ kv, namespace: "t" });
  assert.equal(await allowedOf(limiter, 10, 40), 10);
  await limiter.flush();
});

Deno.test("take() lets exactly the limit pass across limiters that share a KV", async () => {
  using kv = await testKv();
  const limiters = Array.from({ length: 4 }, () => createLimiter({ kv, namespace: "t" }));
  const passed = await Promise.all(limiters.map((limiter) => allowedOf(limiter, 10, 40)));
  assert.equal(passed.reduce((sum, n) => sum + n), 10);
  for (const limiter of limiters) await limiter.flush();
});

Deno.test("take() never lets more than the limit pass in any 60 seconds, whatever the callers and their clocks do", async () => {
  const steps = fc.array(
    fc.record({
      limiter: fc.nat(2),
      wait: fc.integer({ min: 0, max: 20_000 }),
      cost: fc.integer({ min: 1, max: 6 }),
      actual: fc.integer({ min: 0, max: 6 }),
      together: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 10, maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 5, max: 30 }), async (script, limit) => {
      using kv = await testKv();
      let now = 1_000_000;
      const limiters = Array.from({ length: 3 }, () => createLimiter({ kv, namespace: "t", now: () => now }));
      const spent: { at: number; cost: number }[] = [];
      for (const { limiter, wait, cost, actual, together } of script) {
        now += wait;
        const chosen = limiters[limiter];
        if (!chosen) continue;
        const decisions = await Promise.all(
          Array.from({ length: together }, () => chosen.take([{ key: "k", limit, cost }])),
        );
        for (const decision of decisions) {
          if (!decision.allowed) continue;
          const used = Math.min(actual, cost);
          decision.settle(0, used);
          spent.push({ at: now, cost: used });
        }
      }
      for (const { at } of spent) {
        const within = spent.filter((one) => one.at > at - 60_000 && one.at <= at);
        const total = within.reduce((sum, one) => sum + one.cost, 0);
        assert.ok(total <= limit, `${total} of ${limit} within a minute`);
      }
      for (const limiter of limiters) await limiter.flush();
    }),
    { numRuns: 40 },
  );
});

Deno.test("take() lets callers pass again after the minute, and says when that is", async () => {
  using kv = await testKv();
  let now = 1_000_000;
  const limiter = createLimiter({ kv, namespace: "t", now: () => now });
  assert.equal(await allowedOf(limiter, 5, 9), 5);
  const refused = await limiter.take([{ key: "k", limit: 5 }]);
  assert.ok(!refused.allowed);
  assert.equal(refused.retryAfterMs, 60_000);
  now += refused.retryAfterMs;
  assert.equal(await allowedOf(limiter, 5, 9), 5);
  await limiter.flush();
});

Deno.test("a client's first request passes however long KV takes and whatever time it is", async () => {
  using memory = await testKv();
  for (const tookMs of [1, 300, 4_999, 5_000, 12_000]) {
    let now = 1_000_000 + 4_998;
    const kv = slow(memory, () => now += tookMs / 4);
    const limiter = createLimiter({ kv, namespace: `t ${tookMs}`, now: () => now });
    assert.equal((await limiter.take([{ key: "k", limit: 10 }])).allowed, true, `${tookMs} ms`);
    await limiter.flush();
  }
});

Deno.test("take() refuses no one below the limit and lets no one pass above it, with a slow KV and a moving clock", async () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 20_000 }),
    slowMs: fc.constantFrom(0, 0, 1, 40, 900, 2_600, 5_200),
    cost: fc.integer({ min: 1, max: 6 }),
    actual: fc.integer({ min: 0, max: 6 }),
    together: fc.integer({ min: 1, max: 4 }),
  });
  const steps = fc.array(step, { minLength: 10, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 5, max: 60 }), async (script, limit) => {
      using memory = await testKv();
      let now = 1_000_000;
      let slowMs = 0;
      const kv = slow(memory, () => now += slowMs);
      const limiter = createLimiter({ kv, namespace: "t", now: () => now });
      const spent: { at: number; cost: number }[] = [];
      const within = (from: number, to: number) =>
        spent.filter(({ at }) => at > from && at <= to).reduce((sum, { cost }) => sum + cost, 0);
      for (const { wait, cost, actual, together, ...next } of script) {
        now += wait;
        slowMs = next.slowMs;
        const asked = now;
        const passed: { spend: { at: number; cost: number }; settle(): void }[] = [];
        await Promise.all(Array.from({ length: together }, async () => {
          const decision = await limiter.take([{ key: "k", limit, cost }]);
          if (decision.allowed) {
            const spend = { at: now, cost };
            spent.push(spend);
            passed.push({ spend, settle: () => decision.settle(0, spend.cost = Math.min(actual, cost)) });
            return;
          }
          assert.ok(within(asked - 60_000, now) + cost > limit, `refused ${cost} below ${limit}`);
          assert.ok(decision.retryAfterMs > 0 && decision.retryAfterMs <= 60_000, `${decision.retryAfterMs}`);
        }));
        for (const { settle } of passed) settle();
      }
      for (const { at } of spent) {
        const total = within(at - 60_000, at);
        assert.ok(total <= limit, `${total} of ${limit} within a minute`);
      }
      await limiter.flush();
    }),
    { numRuns: 200 },
  );
});

Deno.test("a caller who returns after Retry-After passes", async () => {
  const bursts = fc.array(fc.tuple(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 1, max: 40 })), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(bursts, fc.integer({ min: 1, max: 200 }), async (script, limit) => {
      using kv = await testKv();
      let now = 1_000_000;
      const limiter = createLimiter({ kv, namespace: "t", now: () => now });
      for (const [wait, times] of script) {
        now += wait;
        for (let i = 0; i < times; i++) {
          const decision = await limiter.take([{ key: "k", limit }]);
          if (decision.allowed) continue;
          assert.ok(decision.retryAfterMs <= 60_000);
          now += decision.retryAfterMs;
          assert.equal((await limiter.take([{ key: "k", limit }])).allowed, true);
        }
      }
      await limiter.flush();
    }),
    { numRuns: 40 },
  );
});

Deno.test("take() of several limits takes all or none", async () => {
  using kv = await testKv();
  const limiter = createLimiter({ kv, namespace: "t" });
  const wants = [{ key: "key", limit: 100 }, { key: "team", limit: 3 }, { key: "customer", limit: 100 }];
  const decisions = await Promise.all(Array.from({ length: 20 }, () => limiter.take(wants)));
  assert.equal(decisions.filter(({ allowed }) => allowed).length, 3);
  const refused = decisions.find((decision) => !decision.allowed);
  assert.equal(refused && !refused.allowed && refused.refused.key, "team");
  let passed = 0;
  while ((await limiter.take([{ key: "key", limit: 100 }])).allowed) passed++;
  assert.equal(passed, 97);
  await limiter.flush();
});

Deno.test("settle() gives back unused units and charges excess ones", async () => {
  using kv = await testKv();
  let now = 1_000_000;
  const limiter = createLimiter({ kv, namespace: "t", now: () => now });
  const first = await limiter.take([{ key: "k", limit: 100, cost: 90 }]);
  assert.ok(first.allowed);
  assert.equal((await limiter.take([{ key: "k", limit: 100, cost: 20 }])).allowed, false);
  first.settle(0, 10);
  assert.equal((await limiter.take([{ key: "k", limit: 100, cost: 20 }])).allowed, true);
  first.settle(0, 60);
  assert.equal((await limiter.take([{ key: "k", limit: 100, cost: 21 }])).allowed, false);
  assert.equal((await limiter.take([{ key: "k", limit: 100, cost: 20 }])).allowed, true);
  now += 66_000;
  assert.equal((await limiter.take([{ key: "k", limit: 100, cost: 100 }])).allowed, true);
  await limiter.flush();
});

Deno.test("take() refuses at once a cost above the whole limit", async () => {
  using kv = await testKv();
  const limiter = createLimiter({ kv, namespace: "t" });
  assert.equal((await limiter.take([{ key: "k", limit: 5, cost: 6 }])).allowed, false);
  assert.equal(await allowedOf(limiter, 5, 5), 5);
  await limiter.flush();
});

Deno.test("room() shows the limit, the units left and the time until all are available again", async () => {
  using kv = await testKv();
  const now = 1_000_000;
  const limiter = createLimiter({ kv, namespace: "t", now: () => now });
  assert.deepEqual(limiter.room("k", 10), { limit: 10, remaining: 10, resetMs: 0 });
  for (let i = 0; i < 4; i++) await limiter.take([{ key: "k", limit: 10 }]);
  const room = limiter.room("k", 10);
  assert.equal(room.remaining, 6);
  assert.equal(room.resetMs, 60_000);
  await limiter.flush();
});

Deno.test("the accounts in memory are bounded", async () => {
  using kv = await testKv();
  const limiter = createLimiter({ kv, namespace: "t", maxKeys: 10 });
  for (let i = 0; i < 100; i++) await limiter.take([{ key: `k${i}`, limit: 5 }]);
  assert.equal(limiter.room("k0", 5).remaining, 5);
  await limiter.flush();
  assert.equal((await limiter.take([{ key: "k0", limit: 5, cost: 5 }])).allowed, false);
  await limiter.flush();
});

Deno.test("the final cost for an account that was dropped meanwhile still counts", async () => {
  using kv = await testKv();
  const limiter = createLimiter({ kv, namespace: "t", maxKeys: 2 });
  const decision = await limiter.take([{ key: "k", limit: 100, cost: 10 }]);
  assert.ok(decision.allowed);
  for (let i = 0; i < 5; i++) await limiter.take([{ key: `other ${i}`, limit: 5 }]);
  decision.settle(0, 90);
  await limiter.flush();
  assert.equal((await limiter.take([{ key: "k", limit: 100, cost: 11 }])).allowed, false);
  await limiter.flush();
});
