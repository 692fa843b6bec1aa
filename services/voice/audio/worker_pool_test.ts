import assert from "node:assert/strict";
import type { Task } from "./file_worker.ts";
import { fixture } from "./fixture.ts";
import { NotAudio } from "./probe.ts";
import { workerPool } from "./worker_pool.ts";

const LIMITS = { seconds: 3.5, bytes: 1e9, wholeSeconds: 100 };

Deno.test("workers plan, cut and decode files, and refuse what is not audio", async () => {
  const pool = workerPool({ workers: 1 });
  const bytes = await fixture("two_utterances.flac");
  const { parts, duration, whole } = await pool.plan(bytes, LIMITS);
  assert.deepEqual([parts.length, duration, whole], [2, 5.892125, undefined]);
  assert.equal((await pool.cut(bytes, { from: 0, to: 2 })).name, "audio.flac");
  assert.ok(Math.abs((await pool.samples(bytes, 16_000)).length / 16_000 - duration) < 0.01);
  await assert.rejects(pool.plan(new Uint8Array(100), LIMITS), NotAudio);
  await assert.rejects(
    pool.plan(bytes, { ...LIMITS, wholeSeconds: 1 }),
    /longer than the maximum of 1 seconds/,
  );
  pool.close();
});

Deno.test("a file that would keep its reader busy for ever is refused in time, and the next one is read", async () => {
  const pool = workerPool({ workers: 1, timeoutMs: 1_000 });
  await assert.rejects(pool.plan(await fixture("hanging.webm"), LIMITS), /takes too long to read/);
  assert.equal((await pool.plan(await fixture("english.mp3"), LIMITS)).whole, "audio.mp3");
  const leaving = AbortSignal.timeout(100);
  await assert.rejects(pool.plan(await fixture("hanging.webm"), LIMITS, leaving), { name: "TimeoutError" });
  pool.close();
});

Deno.test("a worker stops reading by itself when its time is over, which nobody else could make it do", async () => {
  const worker = new Worker(new URL("./file_worker.ts", import.meta.url), {
    type: "module",
    deno: { permissions: "none" },
  });
  const { promise, resolve } = Promise.withResolvers<unknown>();
  worker.onmessage = ({ data }) => resolve(data);
  const task: Task = {
    work: { work: "plan", bytes: await fixture("hanging.webm"), limits: LIMITS },
    limitMs: 100,
  };
  worker.postMessage(task);
  assert.equal(await promise, "late");
  worker.terminate();
});
