import assert from "node:assert/strict";
import { createLogger } from "lib/telemetry/log.ts";
import { guardKv, openKv } from "lib/kv/kv.ts";
import { testKv } from "lib/testing.ts";
import { denokv, startDenokv } from "lib/kv/denokv_fixture.ts";

Deno.test("openKv() keeps a file for each service", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const guard = await openKv({ dir: `${dir}/kv`, name: "guard" });
    const voice = await openKv({ dir: `${dir}/kv`, name: "voice" });
    await guard.set(["a"], 1);
    assert.equal((await voice.get(["a"])).value, null);
    guard.close();
    voice.close();
    const again = await openKv({ dir: `${dir}/kv`, name: "guard" });
    assert.equal((await again.get(["a"])).value, 1);
    again.close();
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

Deno.test("a guarded KV supports every KV operation", async () => {
  using plain = await testKv();
  const { kv, calls } = guardKv(plain, { log: createLogger({ write: () => {} }) });
  await kv.set(["a", 1], "one");
  const entry = await kv.get(["a", 1]);
  assert.equal(entry.value, "one");
  assert.equal((await kv.atomic().check(entry).set(["a", 2], "two").sum(["n"], 3n).commit()).ok, true);
  assert.equal(
    (await kv.atomic().check({ key: ["a", 2], versionstamp: null }).set(["a", 2], 0).commit()).ok,
    false,
  );
  const listed = [];
  for await (const { value } of kv.list({ prefix: ["a"] })) listed.push(value);
  assert.deepEqual(listed, ["one", "two"]);
  assert.deepEqual((await kv.getMany([["a", 1], ["a", 2]])).map(({ value }) => value), ["one", "two"]);
  const watched = kv.watch([["a", 1]]).getReader();
  assert.equal((await watched.read()).value?.[0].value, "one");
  await watched.cancel();
  await kv.delete(["a", 1]);
  assert.equal((await kv.get(["a", 1])).value, null);
  await assert.rejects(kv.set(["a"], "x".repeat(100_000)), TypeError);
  assert.equal(calls.answering, true);
});

Deno.test({
  name: `a KV server that is killed fails calls in time with a 503, and serves again once it is back${
    denokv.missing ? `, skipped: ${denokv.missing}` : ""
  }`,
  ignore: denokv.missing !== undefined,
  async fn() {
    await using server = await startDenokv();
    const lines: string[] = [];
    const plain = await Deno.openKv(server.url);
    const { kv, calls } = guardKv(plain, {
      log: createLogger({ write: (line) => lines.push(JSON.parse(line).message) }),
      deadlineMs: 200,
      maxInFlight: 3,
    });
    try {
      await kv.set(["a"], 1);
      await server.kill();
      const failed = await Promise.allSettled(Array.from({ length: 40 }, () => kv.get(["a"])));
      for (const result of failed) {
        assert.ok(result.status === "rejected");
        assert.deepEqual([result.reason.status, result.reason.headers["retry-after"]], [503, "2"]);
      }
      assert.ok(calls.abandoned <= 3);
      await assert.rejects(kv.atomic().set(["a"], 2).commit(), { status: 503 });
      await server.start();
      while (!calls.answering) await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal((await kv.get(["a"])).value, 1);
      assert.match(lines[0] ?? "", /does not answer/);
      assert.match(lines[1] ?? "", /answers again/);
    } finally {
      plain.close();
    }
  },
});
