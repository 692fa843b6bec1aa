import assert from "node:assert/strict";
import { type Ending, endWithin, keepRunning } from "lib/processes/process_keeper.ts";

const PAUSES = { firstMs: 1, longestMs: 4, steadyMs: 10_000 };
const quiet = { log: { warn() {} }, env: {}, firstLine: () => "", pauses: PAUSES };

Deno.test("a program that cannot be started is tried again, each time after a pause", async () => {
  const endings: Ending[] = [];
  const pauses: unknown[] = [];
  const kept = keepRunning({
    ...{ ...quiet, command: "/nowhere/at/all", args: [], write() {} },
    log: { warn: (_message, fields) => void pauses.push(fields?.pauseMs) },
    onEnd: (ending) => endings.push(ending) < 5,
  });
  await kept.ended;
  assert.equal(endings.length, 5);
  assert.ok(endings.every(({ code, error }) => code === -1 && error instanceof Deno.errors.NotFound));
  assert.deepEqual(pauses, [1, 2, 4, 4]);
});

Deno.test("lines that cannot be written are lost; the process goes on", async () => {
  let tries = 0;
  const { promise, resolve } = Promise.withResolvers<Ending>();
  keepRunning({
    ...{ ...quiet, command: "sh", args: ["-c", "echo a; sleep 0.05; echo b; exit 7"] },
    write() {
      tries++;
      throw new Error("the pipe is broken");
    },
    onEnd(ending) {
      resolve(ending);
      return false;
    },
  });
  assert.equal((await promise).code, 7);
  assert.equal(tries, 2);
});

Deno.test("a process that does not end when it is told to is killed", async () => {
  const { promise: ended, resolve } = Promise.withResolvers<Ending>();
  const { promise: began, resolve: begin } = Promise.withResolvers<void>();
  const kept = keepRunning({
    ...{ ...quiet, command: "sh", args: ["-c", "trap '' TERM; echo runs; while :; do sleep 0.01; done"] },
    write: () => begin(),
    onEnd(ending) {
      resolve(ending);
      return true;
    },
  });
  await began;
  await endWithin(100, [kept], () => {
    kept.signal("SIGTERM");
    return kept.letEnd();
  });
  assert.equal((await ended).signal, "SIGKILL");
});
