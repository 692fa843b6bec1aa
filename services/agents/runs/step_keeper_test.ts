import assert from "node:assert/strict";
import type { TraceStep } from "../loop/trace.ts";
import { stepKeeper } from "./step_keeper.ts";

const stepOf = (step: number): TraceStep => ({
  step,
  type: "model",
  started_at: "2026-11-24T00:00:00.000Z",
  duration_ms: 1,
  model: "scripted",
  reasoning: "",
  finish_reason: null,
  usage: null,
  tool_calls: [],
  retries: [],
});

/** A keeper whose writes end when the test says so. */
function held() {
  const writes: { steps: number[]; end: (error?: Error) => void }[] = [];
  const begun: (() => void)[] = [];
  const keeper = stepKeeper((steps) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    writes.push({
      steps: steps.map(({ step }) => step),
      end: (error) => error ? reject(error) : resolve(),
    });
    begun.shift()?.();
    return promise;
  });
  return { keeper, writes, write: () => new Promise<void>((resolve) => begun.push(resolve)) };
}

Deno.test("steps are written together by themselves, what changes meanwhile after them", async () => {
  const { keeper, writes, write } = held();
  const [first, second] = [stepOf(1), stepOf(2)];
  const written = write();
  keeper.store(first);
  keeper.store(second);
  keeper.store(first);
  await written;
  keeper.store(second);
  const waiting = keeper.stored();
  const again = write();
  writes[0]?.end();
  await again;
  writes[1]?.end();
  await waiting;
  assert.deepEqual(writes.map(({ steps }) => steps), [[1, 2], [2]]);
  assert.deepEqual(await keeper.rest(), []);
});

Deno.test("steps of a failed write are tried again, and left to the end of the run", async () => {
  const { keeper, writes } = held();
  const step = stepOf(1);
  keeper.store(step);
  const failing = keeper.stored();
  writes[0]?.end(new Error("away"));
  await assert.rejects(failing, /away/);
  const waiting = keeper.stored();
  const rest = keeper.rest();
  writes[1]?.end(new Error("still away"));
  await assert.rejects(waiting, /still away/);
  assert.deepEqual(await rest, [step]);
});
