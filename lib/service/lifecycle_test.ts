import assert from "node:assert/strict";
import { createLifecycle } from "lib/service/lifecycle.ts";

Deno.test("a lifecycle starts, is ready, and drains with a signal", () => {
  const lifecycle = createLifecycle();
  assert.equal(lifecycle.phase, "starting");
  lifecycle.ready();
  assert.equal(lifecycle.phase, "ready");
  lifecycle.drain();
  assert.equal(lifecycle.phase, "draining");
  assert.equal(lifecycle.signal.aborted, true);
});

Deno.test("idle() waits for work under way, up to its timeout", async () => {
  const lifecycle = createLifecycle();
  const leave = lifecycle.enter();
  const stays = lifecycle.enter();
  assert.equal(await lifecycle.idle(10), false);
  leave();
  leave();
  assert.equal(lifecycle.inHand, 1);
  setTimeout(stays, 10);
  assert.equal(await lifecycle.idle(5_000), true);
});
