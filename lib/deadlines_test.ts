import assert from "node:assert/strict";
import {
  after,
  DeadlineError,
  deadlineSignal,
  pause,
  unlessAborted,
  withFallback,
  within,
} from "lib/deadlines.ts";

function over(ms: number): Promise<void> {
  return new Promise((resolve) => void after(ms, resolve));
}

Deno.test("after() calls the callbacks whose time is over, and none that was cancelled", async () => {
  const called: string[] = [];
  const withdrawLate = after(3_600_000, () => called.push("late"));
  const withdraw = after(1, () => called.push("withdrawn"));
  after(1, () => called.push("soon"));
  withdraw();
  await over(1);
  await over(60);
  assert.deepEqual(called, ["soon"]);
  withdrawLate();
});

Deno.test("a callback may start or cancel other deadlines", async () => {
  const called: string[] = [];
  await new Promise<void>((resolve) => {
    let withdraw = () => {};
    after(1, () => {
      called.push("first");
      withdraw();
      after(1, resolve);
    });
    withdraw = after(1, () => called.push("second"));
  });
  assert.deepEqual(called, ["first"]);
});

Deno.test("within() gives the work's result or failure, or a DeadlineError", async () => {
  assert.equal(await within(5_000, Promise.resolve("done")), "done");
  await assert.rejects(within(5_000, Promise.reject(new Error("of its own"))), /of its own/);
  await assert.rejects(within(1, new Promise(() => {})), { name: "DeadlineError", message: /1 ms/ });
  await assert.rejects(within(1, new Promise(() => {}), () => new Error("too late")), /too late/);
});

Deno.test("withFallback() gives the work's result or failure, or the fallback when it takes too long", async () => {
  assert.equal(await withFallback(60_000, Promise.resolve(1), 2), 1);
  await assert.rejects(withFallback(60_000, Promise.reject(new Error("no")), 2), /no/);
  assert.equal(await withFallback(1, new Promise(() => {}), 2), 2);
});

Deno.test("a failure after the deadline is ignored and does not crash the process", async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  await assert.rejects(within(1, promise), DeadlineError);
  reject(new Error("late"));
  await over(1);
});

Deno.test("unlessAborted() rejects with its signal's reason, at once when that is aborted already", async () => {
  const stop = new AbortController();
  const waits = unlessAborted(stop.signal, new Promise(() => {}));
  stop.abort(new Error("stopped"));
  await assert.rejects(waits, /stopped/);
  await assert.rejects(unlessAborted(stop.signal, new Promise(() => {})), /stopped/);
  assert.equal(await unlessAborted(new AbortController().signal, Promise.resolve(1)), 1);
});

Deno.test("deadlineSignal() aborts when time is up, with its source signal, or by hand", async () => {
  const aborted = (signal: AbortSignal) => unlessAborted(signal, new Promise(() => {}));
  const late = () => new Error("too late");
  await assert.rejects(aborted(deadlineSignal(1, late).signal), /too late/);
  const stop = new AbortController();
  const { signal } = deadlineSignal(1, late, stop.signal);
  await assert.rejects(aborted(signal), /too late/);
  const followed = deadlineSignal(3_600_000, late, stop.signal);
  const ended = deadlineSignal(3_600_000, late, stop.signal);
  ended.abort(new Error("ended"));
  await assert.rejects(aborted(ended.signal), /ended/);
  followed.stop();
  stop.abort(new Error("stopped"));
  await assert.rejects(aborted(followed.signal), /stopped/);
  ended.stop();
});

Deno.test("deadlineSignal() does not abort once its clock is stopped, until that is started again", async () => {
  const clock = deadlineSignal(1, () => new Error("too late"));
  clock.stop();
  await over(60);
  assert.equal(clock.signal.aborted, false);
  clock.restart();
  await assert.rejects(unlessAborted(clock.signal, new Promise(() => {})), /too late/);
});

Deno.test("pause() resolves in time, or rejects with its signal's reason", async () => {
  await pause(1);
  const stop = new AbortController();
  const waits = pause(3_600_000, stop.signal);
  stop.abort(new Error("stopped"));
  await assert.rejects(waits, /stopped/);
  await assert.rejects(pause(1, stop.signal), /stopped/);
});
