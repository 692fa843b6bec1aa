import assert from "node:assert/strict";
import { windows } from "./windows.ts";

Deno.test("a model's window is the operator's until it refuses, then what it told, in our own measure", () => {
  const known = windows(100_000);
  assert.equal(known.of("m"), 100_000);
  assert.equal(known.learn("m", 20_000, { window: 8_000 }), 6_400);
  assert.equal(known.of("m"), 6_400);
  assert.equal(known.of("other"), 100_000);
  // Its own count is twice our estimate.
  assert.equal(known.learn("other", 10_000, { window: 8_000, asked: 20_000 }), 3_200);
});

Deno.test("a refusal without numbers leaves less than was refused, each time", () => {
  const known = windows(100_000);
  let last = 100_000;
  for (let i = 0; i < 10; i++) {
    const next = known.learn("m", last, {});
    assert.ok(next < last);
    last = next;
  }
  // Words that cannot be true are no help either.
  assert.ok(known.learn("odd", 1_000, { window: 9_000_000 }) < 1_000);
});

Deno.test("a window is forgotten after an hour", () => {
  let now = 0;
  const known = windows(100_000, () => now);
  known.learn("m", 20_000, {});
  now = 3_600_001;
  assert.equal(known.of("m"), 100_000);
});
