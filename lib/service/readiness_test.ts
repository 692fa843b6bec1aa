import assert from "node:assert/strict";
import { guardKv } from "lib/kv/kv.ts";
import { createLogger } from "lib/telemetry/log.ts";
import { diskReady, freeMegabytes, kvReady, readinessOf } from "lib/service/readiness.ts";
import { testKv } from "lib/testing.ts";

Deno.test("diskReady() fails when less than the setting is free, and names the setting", async () => {
  const free = await freeMegabytes("/tmp");
  assert.ok(free > 0);
  await diskReady("/tmp", 0)();
  await diskReady("/tmp/not/made/yet", 0)();
  await assert.rejects(diskReady("/tmp", free + 1_000_000)(), /MIN_FREE_DISK_MB/);
});

Deno.test("kvReady() fails when the KV does, and only notes it where limits are counted without it", async () => {
  const plain = await testKv();
  const { kv, calls } = guardKv(plain, { log: createLogger({ write: () => {} }) });
  assert.equal(await kvReady(kv, calls, "closed")(), undefined);
  plain.close();
  await assert.rejects(kvReady(kv, calls, "closed")(), { name: "NotReady" });
  assert.match(await kvReady(kv, calls, "open")() ?? "", /each process/);
});

Deno.test("readinessOf() runs the checks once for all concurrent callers", async () => {
  let looked = 0;
  const ready = readinessOf({ one: () => Promise.resolve(void looked++) });
  await Promise.all(Array.from({ length: 20 }, ready));
  assert.equal(looked, 1);
});
