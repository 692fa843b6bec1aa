import assert from "node:assert/strict";
import { setImmediate } from "node:timers";
import { createTurns } from "./cooperative_turns.ts";

Deno.test("work beyond a turn's time waits until others had theirs, in its order, and short work does not", async () => {
  let clock = 0;
  const inTurn = createTurns({ turnMs: 4, now: () => clock });
  const order: string[] = [];
  const check = (name: string, ms: number) =>
    inTurn(() => {
      clock += ms;
      order.push(name);
      return name;
    });
  const other = new Promise<void>((resolve) =>
    setImmediate(() => {
      order.push("other");
      resolve();
    })
  );
  const all = Promise.all([check("a", 1), check("b", 3), check("c", 9), check("d", 1), check("e", 4)]);
  assert.deepEqual(order, ["a", "b"]);
  assert.deepEqual(await all, ["a", "b", "c", "d", "e"]);
  await other;
  assert.deepEqual(order, ["a", "b", "other", "c", "d", "e"]);
  await assert.rejects(inTurn(() => assert.fail("a fault")), /a fault/);
  assert.equal(await check("after a fault", 1), "after a fault");
});
