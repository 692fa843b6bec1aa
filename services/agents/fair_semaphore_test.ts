import assert from "node:assert/strict";
import { Crowded, fairSemaphore } from "./fair_semaphore.ts";

const never = new AbortController().signal;

Deno.test("fairSemaphore() admits a bounded number in order, and an aborted caller takes no slot", async () => {
  const places = fairSemaphore(2);
  const [first, second] = [await places.enter("a", never), await places.enter("a", never)];
  assert.equal(places.tryEnter("a"), undefined);
  const order: string[] = [];
  const impatient = new AbortController();
  const lost = places.enter("a", impatient.signal);
  const third = places.enter("a", never).then((leave) => (order.push("third"), leave));
  const fourth = places.enter("a", never).then((leave) => (order.push("fourth"), leave));
  impatient.abort(new Error("no time"));
  await assert.rejects(lost, /no time/);
  first();
  first();
  (await third)();
  (await fourth)();
  second();
  assert.deepEqual(order, ["third", "fourth"]);
  assert.ok(places.tryEnter("a") && places.tryEnter("a"));
});

Deno.test("a key with a long queue does not delay the turns of others", async () => {
  const places = fairSemaphore(1);
  const order: string[] = [];
  const leave = await places.enter("busy", never);
  const enters = ["busy", "busy", "busy", "amal", "badr", "amal"].map(async (key) => {
    const out = await places.enter(key, never);
    order.push(key);
    out();
  });
  leave();
  await Promise.all(enters);
  assert.deepEqual(order, ["busy", "amal", "badr", "busy", "amal", "busy"]);
});

Deno.test("a key never exceeds its bounds of slots and of waiting callers", async () => {
  const places = fairSemaphore(4, { each: 2, mostWaiting: 1 });
  const first = await places.enter("busy", never);
  await places.enter("busy", never);
  assert.equal(places.tryEnter("busy"), undefined);
  const third = places.enter("busy", never);
  await assert.rejects(places.enter("busy", never), Crowded);
  const other = places.tryEnter("other");
  assert.ok(other);
  other();
  assert.ok(places.tryEnter("other"), "a place that another key leaves is not the busy one's");
  first();
  (await third)();
});
