import assert from "node:assert/strict";
import { claimer } from "lib/jobs/job_claims.ts";
import { jobKeys } from "lib/jobs/job_records.ts";
import { testKv } from "lib/testing.ts";

const LEASE_MS = 1_000;
const keys = jobKeys("of a test");

async function scene({ slots = 2, random = 0 } = {}) {
  const kv = await testKv();
  const clock = { now: 10_000 };
  const options = { kv, keys, slots, leaseMs: LEASE_MS, now: () => clock.now };
  return {
    kv,
    clock,
    claim: claimer({ ...options, random: () => random, owner: "one" }),
    other: claimer({ ...options, random: () => random, owner: "two" }),
    add: async (id: string, not_before = 0) => void await kv.set(keys.job(id), { claims: 0, not_before }),
    [Symbol.dispose]: () => kv.close(),
  };
}

Deno.test("the oldest job is claimed first; one that must not start yet is passed over until its time", async () => {
  using queue = await scene();
  await queue.add("a", 11_000);
  await queue.add("b");
  const first = await queue.claim();
  assert.deepEqual([first?.id, first?.claim, first?.slot, first?.owner], ["b", 1, 0, "one"]);
  assert.deepEqual((await queue.kv.get(keys.lease("b"))).value, { owner: "one", until: 11_000 });
  assert.equal(await queue.other(), undefined);
  queue.clock.now = 11_000;
  assert.equal((await queue.other())?.id, "a");
});

Deno.test("a claimed job is nobody else's until its lease runs out; then its claims go on counting", async () => {
  using queue = await scene();
  await queue.add("a");
  await queue.claim();
  assert.equal(await queue.other(), undefined);
  queue.clock.now += LEASE_MS;
  const again = await queue.other();
  assert.deepEqual([again?.id, again?.claim, again?.owner], ["a", 2, "two"]);
});

Deno.test("no more jobs than slots are held; the first slot tried is a random one, and a slot that ran out is free", async () => {
  using queue = await scene({ slots: 3, random: 0.5 });
  for (const id of ["a", "b", "c", "d"]) await queue.add(id);
  const held = [await queue.claim(), await queue.other(), await queue.claim()];
  assert.deepEqual(held.map((lease) => lease?.slot), [1, 2, 0]);
  assert.equal(await queue.claim(), undefined);
  await queue.kv.delete(keys.slot(2));
  const next = await queue.claim();
  assert.deepEqual([next?.id, next?.slot], ["d", 2]);
  queue.clock.now += LEASE_MS;
  const late = await queue.other();
  assert.deepEqual([late?.id, late?.claim, late?.slot], ["a", 2, 1]);
});

Deno.test("a hundred claims at once by two owners hold no job and no slot twice", async () => {
  using queue = await scene({ slots: 10 });
  for (let n = 0; n < 20; n++) await queue.add(`job ${n}`);
  const held = await Promise.all(
    Array.from({ length: 100 }, (_, n) => n % 2 ? queue.claim() : queue.other()),
  );
  const leases = held.filter((lease) => lease !== undefined);
  assert.equal(new Set(leases.map(({ id }) => id)).size, leases.length);
  assert.equal(new Set(leases.map(({ slot }) => slot)).size, leases.length);
  assert.ok(leases.length >= 1 && leases.length <= 10, `${leases.length} are held`);
});
