import assert from "node:assert/strict";
import { after } from "./deadlines.ts";

function over(ms: number): Promise<void> {
  return new Promise((resolve) => void after(ms, resolve));
}

Deno.test("after() calls those whose time is over, and none that was withdrawn", async () => {
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

Deno.test("what a deadline begins, or withdraws, when it is over counts too", async () => {
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
