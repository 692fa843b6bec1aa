import assert from "node:assert/strict";
import { guardCalls, type GuardedCallsOptions } from "lib/guarded_calls.ts";

/** A dependency that answers or stops answering. */
function callee(changes: Partial<GuardedCallsOptions> = {}) {
  const silent: (() => void)[] = [];
  const state = { away: false, calls: 0, probes: 0, changes: [] as boolean[] };
  const { promise: answeredAgain, resolve } = Promise.withResolvers<void>();
  const hang = <T>(value: T) =>
    new Promise<T>((resolve) => state.away ? silent.push(() => resolve(value)) : resolve(value));
  const calls = guardCalls({
    deadlineMs: 1,
    maxInFlight: 4,
    probe: () => (state.probes++, hang("alive")),
    away: () => new Error("away"),
    onChange: (answering) => {
      state.changes.push(answering);
      if (answering) resolve();
    },
    ...changes,
  });
  return {
    ...{ calls, state, answeredAgain },
    ask: () => calls.run(() => (state.calls++, hang("answer"))),
    comeBack() {
      state.away = false;
      for (const answer of silent.splice(0)) answer();
    },
  };
}

Deno.test("a call gives its result or its own failure, which does not open the circuit", async () => {
  const { calls, ask } = callee();
  assert.equal(await ask(), "answer");
  await assert.rejects(calls.run(() => Promise.reject(new Error("of its own"))), /of its own/);
  assert.equal(calls.answering, true);
});

Deno.test("after a missed deadline calls fail without being tried, with one probe under way, until an answer comes", async () => {
  const { calls, ask, comeBack, state, answeredAgain } = callee();
  state.away = true;
  await assert.rejects(ask(), /away/);
  assert.equal(calls.answering, false);
  for (let i = 0; i < 100; i++) await assert.rejects(ask(), /away/);
  assert.deepEqual([state.calls, state.probes, calls.abandoned], [1, 1, 1]);
  comeBack();
  await answeredAgain;
  assert.equal(await ask(), "answer");
  assert.deepEqual([calls.answering, calls.abandoned, state.changes], [true, 0, [false, true]]);
});

Deno.test("never more calls than the bound are abandoned, however many come at once", async () => {
  const { calls, ask, comeBack, state, answeredAgain } = callee();
  state.away = true;
  const answers = await Promise.allSettled(Array.from({ length: 500 }, ask));
  assert.ok(answers.every(({ status }) => status === "rejected"));
  assert.deepEqual([state.calls, calls.abandoned], [4, 4]);
  comeBack();
  await answeredAgain;
  assert.deepEqual(await Promise.all(Array.from({ length: 50 }, ask)), Array(50).fill("answer"));
});

Deno.test("a probe that fails is tried again", async () => {
  let failures = 0;
  const { ask, state, answeredAgain } = callee({
    probe: () => failures++ < 2 ? Promise.reject(new Error("refused")) : Promise.resolve(),
    probeEveryMs: 1,
  });
  state.away = true;
  await assert.rejects(ask(), /away/);
  // The timer between probes keeps no process running.
  const running = setInterval(() => {}, 1_000);
  await answeredAgain;
  clearInterval(running);
  assert.equal(failures, 3);
});
