import assert from "node:assert/strict";
import { createGate } from "./rate_limit_gate.ts";

const never = new AbortController().signal;

function stagedGate(random = 1) {
  let time = 0;
  const gate = createGate({
    now: () => time,
    random: () => random,
    sleep: (ms: number) => Promise.resolve(void (time += ms)),
  });
  return {
    gate,
    async waited() {
      const start = time;
      await gate.pass(never);
      return time - start;
    },
  };
}

Deno.test("a gate is open at first", async () => {
  assert.equal(await stagedGate().waited(), 0);
});

Deno.test("a gate waits longer after each refusal, and starts small again after an answer", async () => {
  const { gate, waited } = stagedGate();
  // The draw of 1 gives the longest of each wait, plus a spread of a quarter, of a second at most.
  for (const expected of [1250, 2250, 4250, 8250]) {
    gate.hold(undefined);
    assert.equal(await waited(), expected);
  }
  gate.opened();
  gate.hold(undefined);
  assert.equal(await waited(), 1250);
});

Deno.test("refusals of questions that were under way together count as one", async () => {
  const { gate, waited } = stagedGate();
  for (let at = 0; at < 20; at++) gate.hold(undefined);
  assert.equal(await waited(), 1250);
});

Deno.test("a gate waits as long as the provider asked, within five minutes", async () => {
  const { gate, waited } = stagedGate(0);
  gate.hold(2500);
  assert.equal(await waited(), 2500);
  gate.hold(86_400_000);
  assert.equal(await waited(), 300_000);
});

Deno.test("a gate's own backoff never exceeds a minute", async () => {
  const { gate, waited } = stagedGate();
  let last = 0;
  for (let at = 0; at < 12; at++) {
    gate.hold(undefined);
    last = await waited();
  }
  assert.equal(last, 60_250);
});

Deno.test("a wait at a gate can be aborted", async () => {
  const gate = createGate();
  gate.hold(60_000);
  const controller = new AbortController();
  const passing = gate.pass(controller.signal);
  controller.abort(new Error("cancelled"));
  await assert.rejects(passing, /cancelled/);
});
