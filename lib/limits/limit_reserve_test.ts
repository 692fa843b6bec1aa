import assert from "node:assert/strict";
import { createLimiter } from "lib/limits/rate_limit.ts";
import { allowedOf, counted } from "lib/limits/rate_limit_fixture.ts";
import { testKv } from "lib/testing.ts";

Deno.test("while KV is away an open limiter counts in its own process, and writes to KV once it is back", async () => {
  using memory = await testKv();
  let away = true;
  const answer = <T>(work: () => Promise<T>) => away ? Promise.reject(new Error("away")) : work();
  const atomic = () => {
    const operation = memory.atomic();
    const commit = operation.commit.bind(operation);
    operation.commit = () => answer(commit);
    return operation;
  };
  const get = (key: Deno.KvKey) => answer(() => memory.get<number[]>(key));
  const kv: Deno.Kv = Object.assign(Object.create(memory), { atomic, get });
  let now = 1_000_000;
  const limiter = createLimiter({ kv, namespace: "t", now: () => now, onFailure: "open" });
  assert.equal(await allowedOf(limiter, 10, 15), 10);
  now += 30_000;
  assert.equal(await allowedOf(limiter, 10, 5), 0);
  now += 30_000;
  assert.equal(await allowedOf(limiter, 10, 4), 4);
  away = false;
  await limiter.flush();
  const other = createLimiter({ kv, namespace: "t", now: () => now });
  assert.equal(await allowedOf(other, 10, 15), 6);
  await other.flush();
});

Deno.test("on a full disk limits are counted in the process and refuse nobody", async () => {
  using memory = await testKv();
  const atomic = () => {
    const operation = memory.atomic();
    operation.commit = () => Promise.reject(new Error("database or disk is full"));
    return operation;
  };
  const get = (key: Deno.KvKey) => memory.get<number[]>(key);
  const limiter = createLimiter({
    kv: Object.assign(Object.create(memory), { atomic, get }),
    namespace: "t",
  });
  assert.equal(await allowedOf(limiter, 10, 15), 10);
  await assert.rejects(limiter.flush(), /disk is full/);
});

Deno.test("take() touches KV for a small share of requests, and of refusals", async () => {
  using memory = await testKv();
  const { kv, commits } = counted(memory);
  const now = 1_000_000;
  const limiter = createLimiter({ kv, namespace: "t", now: () => now });
  for (let i = 0; i < 9_000; i++) await limiter.take([{ key: "k", limit: 10_000 }]);
  assert.ok(commits() <= 100, `${commits()} commits for 9,000 requests`);
  await limiter.flush();
});

Deno.test("unspent units of a lease serve other processes once given back", async () => {
  using kv = await testKv();
  let now = 1_000_000;
  const [one, two] = [0, 1].map(() => createLimiter({ kv, namespace: "t", now: () => now }));
  assert.ok(one && two);
  await one.take([{ key: "k", limit: 1000 }]);
  await one.flush();
  assert.equal(await allowedOf(two, 1000, 1200), 999);
  now += 1;
  await two.flush();
});

Deno.test("take() fails for every waiting caller when KV cannot be reached", async () => {
  const kv = await testKv();
  const limiter = createLimiter({ kv, namespace: "t" });
  kv.close();
  const answers = await Promise.allSettled([1, 2, 3].map(() => limiter.take([{ key: "k", limit: 5 }])));
  assert.deepEqual(answers.map(({ status }) => status), ["rejected", "rejected", "rejected"]);
});
