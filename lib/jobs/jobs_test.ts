import assert from "node:assert/strict";
import { testKv } from "lib/testing.ts";
import { denokv, startDenokv } from "lib/kv/denokv_fixture.ts";
import { createQueue, type Job } from "lib/jobs/jobs.ts";
import type { Lease } from "lib/jobs/job_records.ts";

function clock(start = 1_000_000) {
  let time = start;
  return { now: () => time, pass: (ms: number) => void (time += ms) };
}

const jobs = (...ids: string[]): Job[] => ids.map((id) => ({ id, claims: 0 }));

const some = (lease: Lease | undefined): Lease => {
  assert.ok(lease);
  return lease;
};

Deno.test("a job is claimed once, the oldest first, and is gone when done", async () => {
  using kv = await testKv();
  const queue = createQueue({ namespace: "test", kv, slots: 5 });
  await queue.add(jobs("b", "a"));
  const first = some(await queue.claim());
  assert.equal(first.id, "a");
  assert.equal(first.claim, 1);
  const second = some(await queue.claim());
  assert.equal(second.id, "b");
  assert.equal(await queue.claim(), undefined);
  await queue.release(first, { done: true });
  assert.equal(await queue.has("a"), false);
  await queue.release(second, { done: false });
  assert.equal(some(await queue.claim()).claim, 2);
});

Deno.test("no more jobs are held than there are slots, over all queues of one KV", async () => {
  using kv = await testKv();
  await shareSlots(kv);
});

Deno.test({
  name: `no more jobs are held than there are slots on a KV server${
    denokv.missing ? ` (skipped: ${denokv.missing})` : ""
  }`,
  ignore: denokv.path === undefined,
  async fn() {
    await using server = await startDenokv();
    const kv = await Deno.openKv(server.url);
    try {
      await shareSlots(kv);
    } finally {
      kv.close();
    }
  },
});

/** Four queues claim side by side, round by round: three of them get a job while there are three, and never four. */
async function shareSlots(kv: Deno.Kv): Promise<void> {
  const queues = Array.from({ length: 4 }, () => createQueue({ namespace: "test", kv, slots: 3 }));
  await queues[0]?.add(jobs(...Array.from({ length: 40 }, (_, at) => `job-${String(at).padStart(2, "0")}`)));
  const done: string[] = [];
  while (done.length < 40) {
    const claims = await Promise.all(queues.map(async (queue) => ({ queue, lease: await queue.claim() })));
    const held = claims.flatMap(({ queue, lease }) => lease ? [{ queue, lease }] : []);
    assert.equal(held.length, Math.min(3, 40 - done.length));
    assert.equal(new Set(held.map(({ lease }) => lease.slot)).size, held.length);
    for (const { queue, lease } of held) await queue.release(lease, { done: true });
    done.push(...held.map(({ lease }) => lease.id));
  }
  assert.equal(new Set(done).size, 40);
}

Deno.test("a claim whose slot another worker took tries the next slot at once", async () => {
  using kv = await testKv();
  const rival = { owner: "rival", until: Date.now() + 60_000 };
  let stolen = false;
  const raced = new Proxy(kv, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "getMany") return typeof value === "function" ? value.bind(target) : value;
      return async (...keys: Parameters<Deno.Kv["getMany"]>) => {
        const read = await target.getMany(...keys);
        if (!stolen) await target.set(["test", "slots", 0], rival);
        stolen = true;
        return read;
      };
    },
  });
  const queue = createQueue({ namespace: "test", kv: raced, slots: 2, random: () => 0 });
  await queue.add(jobs("a"));
  const lease = some(await queue.claim());
  assert.deepEqual([lease.id, lease.slot, stolen], ["a", 1, true]);
});

Deno.test("a claim whose job another worker took takes the next job", async () => {
  using kv = await testKv();
  const rival = createQueue({ namespace: "test", kv, slots: 3, random: () => 0.9 });
  let stolen: Lease | undefined;
  const raced = new Proxy(kv, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== "getMany") return typeof value === "function" ? value.bind(target) : value;
      return async (...keys: Parameters<Deno.Kv["getMany"]>) => {
        const read = await target.getMany(...keys);
        stolen ??= await rival.claim();
        return read;
      };
    },
  });
  const queue = createQueue({ namespace: "test", kv: raced, slots: 3, random: () => 0 });
  await queue.add(jobs("a", "b"));
  const lease = some(await queue.claim());
  assert.deepEqual([stolen?.id, lease.id], ["a", "b"]);
});

Deno.test("a lease that is not renewed runs out: another queue gets the job and the slot", async () => {
  using kv = await testKv();
  const { now, pass } = clock();
  const dead = createQueue({ namespace: "test", kv, slots: 1, leaseMs: 1000, now });
  const alive = createQueue({ namespace: "test", kv, slots: 1, leaseMs: 1000, now });
  await dead.add(jobs("a"));
  const lost = some(await dead.claim());
  pass(999);
  assert.equal(await alive.claim(), undefined);
  pass(1);
  const taken = some(await alive.claim());
  assert.equal(taken.claim, 2);
  assert.equal(await dead.renew(lost), undefined);
  await dead.release(lost, { done: true });
  assert.equal(await alive.has("a"), true, "the late one cannot end the job");
});

Deno.test("a renewed lease is kept", async () => {
  using kv = await testKv();
  const { now, pass } = clock();
  const queue = createQueue({ namespace: "test", kv, slots: 1, leaseMs: 1000, now });
  await queue.add(jobs("a"));
  let lease = some(await queue.claim());
  for (let beat = 0; beat < 5; beat++) {
    pass(800);
    lease = some(await queue.renew(lease));
  }
  assert.equal(await createQueue({ namespace: "test", kv, slots: 1, now }).claim(), undefined);
  await queue.release(lease, { done: true });
  assert.equal(await queue.has("a"), false);
});

Deno.test("a job that is added again while it is claimed runs again", async () => {
  using kv = await testKv();
  const queue = createQueue({ namespace: "test", kv, slots: 1 });
  await queue.add(jobs("a"));
  const lease = some(await queue.claim());
  await queue.add(jobs("a"));
  await queue.release(lease, { done: true });
  assert.equal(some(await queue.claim()).claim, 2);
});

Deno.test("dropLeases() frees the jobs of a process that is gone", async () => {
  using kv = await testKv();
  const dead = createQueue({ namespace: "test", kv, slots: 1 });
  await dead.add(jobs("a"));
  const lost = some(await dead.claim());
  const queue = createQueue({ namespace: "test", kv, slots: 1 });
  await queue.dropLeases();
  assert.equal(some(await queue.claim()).claim, 2);
  assert.equal(await dead.renew(lost), undefined);
});

Deno.test("a re-added job continues its count of claims", async () => {
  using kv = await testKv();
  const queue = createQueue({ namespace: "test", kv, slots: 1 });
  await queue.add([{ id: "a", claims: 7 }]);
  assert.equal(some(await queue.claim()).claim, 8);
});

Deno.test("a job that was released for later waits until then", async () => {
  using kv = await testKv();
  const { now, pass } = clock();
  const queue = createQueue({ namespace: "test", kv, slots: 1, now });
  await queue.add(jobs("a", "b"));
  await queue.release(some(await queue.claim()), { done: false, retryInMs: 5000 });
  assert.equal(some(await queue.claim()).id, "b");
  pass(5000);
  assert.equal(await queue.claim(), undefined, "the slot is taken");
});

Deno.test("wakes() yields at once for added jobs and polls otherwise, until it is stopped", async () => {
  using kv = await testKv();
  const stop = new AbortController();
  const queue = createQueue({ namespace: "test", kv, slots: 1, pollMs: 60_000 });
  const wakes = queue.wakes(stop.signal);
  await wakes.next();
  const start = performance.now();
  const woken = wakes.next();
  await queue.add(jobs("a"));
  await woken;
  assert.ok(performance.now() - start < 50_000, "it did not wait for the poll");
  stop.abort();
  assert.equal((await wakes.next()).done, true);

  const polled = new AbortController();
  const polls = createQueue({ namespace: "test", kv, slots: 1, pollMs: 5 }).wakes(polled.signal);
  for (let at = 0; at < 3; at++) assert.equal((await polls.next()).done, false);
  polled.abort();
  await polls.next();
});

Deno.test("two connections on one KV file share the work although the file locks them out at times", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const connections = [await Deno.openKv(`${folder}/kv`), await Deno.openKv(`${folder}/kv`)];
    const queues = connections.map((kv) => createQueue({ namespace: "test", kv, slots: 4 }));
    await queues[0]?.add(
      jobs(...Array.from({ length: 60 }, (_, at) => `job-${String(at).padStart(2, "0")}`)),
    );
    const done: string[] = [];
    await Promise.all(queues.map(async (queue) => {
      for (let lease = await queue.claim(); lease; lease = await queue.claim()) {
        done.push(lease.id);
        await queue.release(lease, { done: true });
      }
    }));
    assert.equal(new Set(done).size, done.length);
    assert.equal(done.length, 60);
    for (const kv of connections) kv.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
