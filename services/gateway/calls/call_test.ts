import assert from "node:assert/strict";
import { noCallsInHand, openCall } from "./call.ts";

Deno.test("running calls are those added and not removed, for any order of removal", () => {
  const calls = Array.from({ length: 5 }, () => openCall("/chat/completions", { given: null, ip: "" }));
  const [first, second, third, fourth, fifth] = calls;
  assert.ok(first && second && third && fourth && fifth);
  const inHand = noCallsInHand();
  for (const call of calls) inHand.add(call);
  inHand.add(first);
  assert.equal(inHand.size, 5);
  for (const call of [second, fifth, first, second]) inHand.delete(call);
  assert.deepEqual(new Set(inHand), new Set([third, fourth]));
  for (const call of inHand) inHand.delete(call);
  assert.equal(inHand.size, 0);
  inHand.delete(third);
  inHand.add(third);
  assert.deepEqual([...inHand], [third]);
});
