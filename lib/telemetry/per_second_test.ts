import assert from "node:assert/strict";
import { perSecond } from "lib/telemetry/per_second.ts";

Deno.test("perSecond() lets the given number pass in each second, also when the clock is set back", () => {
  let time = 5_000;
  const pass = perSecond(2, () => time);
  assert.deepEqual([pass(), pass(), pass()], [true, true, false]);
  time += 999;
  assert.equal(pass(), false);
  time += 1;
  assert.deepEqual([pass(), pass(), pass()], [true, true, false]);
  time -= 3_000;
  assert.equal(pass(), true);
});
