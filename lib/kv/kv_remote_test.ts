import assert from "node:assert/strict";
import { createQueue } from "lib/jobs/jobs.ts";
import { remoteKv } from "lib/kv/kv_remote.ts";
import { serveKv } from "lib/kv/kv_served.ts";
import { type Channel, channelOver } from "lib/processes/process_channel.ts";
import { testKv } from "lib/testing.ts";

/** Runs a test with a KV and two remote clients of it. */
async function withRemote(
  body: (remotes: [Deno.Kv, Deno.Kv], kv: Deno.Kv, channels: Channel[]) => Promise<void>,
): Promise<void> {
  using kv = await testKv();
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const channels: Channel[] = [];
  const connect = async () => {
    const accepted = listener.accept();
    const one = channelOver(await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port }));
    const other = channelOver(await accepted);
    serveKv(other, kv);
    channels.push(one, other);
    return remoteKv(one);
  };
  try {
    await body([await connect(), await connect()], kv, channels);
  } finally {
    for (const channel of channels) channel.close();
    await Promise.all(channels.map(({ closed }) => closed));
  }
}

Deno.test("a KV of another process does what a KV does", () =>
  withRemote(async ([one, two], kv) => {
    const value = {
      text: "one",
      big: 2n ** 70n,
      bytes: new Uint8Array([1]),
      at: new Date(0),
      u64: { count: 1 },
    };
    const { ok } = await one.set(["a", 1], value);
    assert.equal(ok, true);
    const entry = await two.get(["a", 1]);
    assert.deepEqual([entry.key, entry.value], [["a", 1], value]);
    assert.deepEqual(await kv.get(["a", 1]), entry);
    assert.equal((await two.get(["none"])).versionstamp, null);
    const counted = one.atomic().check(entry).set(["a", 2], "two").sum(["n"], 3n).max(["m"], 5n).min(
      ["l"],
      2n,
    );
    assert.equal((await counted.commit()).ok, true);
    assert.deepEqual((await two.get(["n"])).value, new Deno.KvU64(3n));
    assert.equal(
      (await two.atomic().check({ key: ["a", 2], versionstamp: null }).set(["a", 2], 0).commit()).ok,
      false,
    );
    await two.atomic().mutate({ type: "set", key: ["c"], value: 1 }, { type: "delete", key: ["a", 2] })
      .commit();
    const values = (await one.getMany([["c"], ["a", 2]])).map(({ value }) => value);
    assert.deepEqual(values, [1, null]);
    await one.delete(["c"]);
    assert.equal((await kv.get(["c"])).value, null);
    await assert.rejects(one.set(["a"], "x".repeat(100_000)), TypeError);
    await assert.rejects(one.enqueue(1), /no queues/);
  }));

Deno.test("a listing of a KV of another process comes in parts, with limit, order and cursor", () =>
  withRemote(async ([one], kv) => {
    for (let from = 0; from < 1100; from += 100) {
      const batch = kv.atomic();
      for (let n = from; n < from + 100; n++) batch.set(["n", n], n);
      await batch.commit();
    }
    const all = await Array.fromAsync(one.list<number>({ prefix: ["n"] }), ({ value }) => value);
    assert.deepEqual(all, Array.from({ length: 1100 }, (_, n) => n));
    const first = one.list<number>({ prefix: ["n"] }, { limit: 600, reverse: true });
    const newest = await Array.fromAsync(first, ({ value }) => value);
    assert.deepEqual([newest.length, newest[0], newest.at(-1)], [600, 1099, 500]);
    const rest = one.list<number>({ prefix: ["n"] }, { cursor: first.cursor, reverse: true });
    assert.deepEqual((await rest.next()).value?.value, 499);
    const some = one.list<number>({ start: ["n", 5], end: ["n", 8] });
    assert.deepEqual(await Array.fromAsync(some, ({ value }) => value), [5, 6, 7]);
    assert.deepEqual(await Array.fromAsync(one.list({ prefix: ["nothing"] })), []);
  }));

Deno.test("a watch of a KV of another process tells of changes that others make, and ends with the channel", () =>
  withRemote(async ([one, two], _kv, [channel]) => {
    const reader = one.watch<[number, number]>([["a"], ["b"]]).getReader();
    assert.deepEqual((await reader.read()).value?.map(({ value }) => value), [null, null]);
    await two.set(["b"], 2);
    assert.deepEqual((await reader.read()).value?.map(({ value }) => value), [null, 2]);
    await reader.cancel();
    const waiting = two.watch([["a"]]).getReader();
    await waiting.read();
    const other = one.watch([["a"]]).getReader();
    await other.read();
    const cut = assert.rejects(other.read(), /has ended/);
    channel?.close();
    await cut;
    await one.get(["a"]).then(() => assert.fail(), (error) => assert.match(error.message, /has ended/));
    await two.set(["a"], 1);
    assert.equal((await waiting.read()).value?.[0]?.value, 1);
    await waiting.cancel();
  }));

Deno.test("a listing of a KV of another process goes on where it was left, and counters come through", () =>
  withRemote(async ([one], kv) => {
    for (let n = 0; n < 5; n++) await kv.set(["n", n], n);
    for (const own of [kv, one]) {
      const begun = own.list<number>({ prefix: ["n"] });
      assert.throws(() => begun.cursor, /before first iteration/);
      await begun.next();
      await begun.next();
      const rest = own.list<number>({ prefix: ["n"] }, { cursor: begun.cursor });
      assert.deepEqual(await Array.fromAsync(rest, ({ value }) => value), [2, 3, 4]);
      assert.equal(rest.cursor, "");
    }
    await one.set(["u"], new Deno.KvU64(5n));
    await one.atomic().sum(["u"], 2n).mutate({ type: "set", key: ["v"], value: new Deno.KvU64(1n) }).commit();
    assert.deepEqual((await kv.get(["u"])).value, new Deno.KvU64(7n));
    assert.deepEqual((await kv.get(["v"])).value, new Deno.KvU64(1n));
  }));

Deno.test("a watch that fails in the process that has the KV fails where it is read", () =>
  withRemote(async ([one]) => {
    const tooMany = Array.from({ length: 11 }, (_, n) => ["k", n]);
    await assert.rejects(one.watch(tooMany).getReader().read(), /Too many keys|10/);
    const reader = one.watch([["a"]]).getReader();
    assert.equal((await reader.read()).value?.length, 1);
    await reader.cancel();
  }));

Deno.test("two processes on such a KV do each job once", () =>
  withRemote(async (remotes) => {
    const queues = remotes.map((kv) => createQueue({ kv, namespace: "jobs", slots: 8 }));
    await queues[0]?.add(Array.from({ length: 30 }, (_, n) => ({ id: `job-${n}`, claims: 0 })));
    const done: string[] = [];
    await Promise.all(queues.flatMap((queue) =>
      Array.from({ length: 4 }, async () => {
        while (done.length < 30) {
          const lease = await queue.claim();
          if (!lease) {
            await new Promise((resolve) => setTimeout(resolve, 1));
            continue;
          }
          done.push(lease.id);
          await queue.release(lease, { done: true });
        }
      })
    ));
    assert.equal(new Set(done).size, 30);
    assert.equal(done.length, 30);
  }));
