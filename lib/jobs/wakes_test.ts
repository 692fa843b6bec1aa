import assert from "node:assert/strict";
import { testKv } from "lib/testing.ts";
import { wakes } from "lib/jobs/wakes.ts";

const KEY = ["jobs", "signal"];
const NEVER_MS = 3_600_000;

Deno.test("a change of the value wakes, long before the next poll", async () => {
  using kv = await testKv();
  const stop = new AbortController();
  const woken = wakes(kv, { key: KEY, pollMs: NEVER_MS, signal: stop.signal });
  // A watch begins with the value as it is.
  assert.equal((await woken.next()).done, false);
  for (const value of [1, 2, 3]) {
    const next = woken.next();
    await kv.set(KEY, value);
    assert.equal((await next).done, false);
  }
  const last = woken.next();
  stop.abort();
  assert.equal((await last).done, true);
});

Deno.test("without a change, and where the watch has failed, the poll wakes", async () => {
  using kv = await testKv();
  const broken = Object.assign(Object.create(kv), {
    watch: () => new ReadableStream({ start: (controller) => controller.error(new Error("KV is away")) }),
  });
  for (const store of [kv, broken]) {
    const stop = new AbortController();
    const woken = wakes(store, { key: KEY, pollMs: 1, signal: stop.signal });
    for (let times = 0; times < 3; times++) assert.equal((await woken.next()).done, false);
    stop.abort();
    assert.equal((await woken.next()).done, true);
  }
});
