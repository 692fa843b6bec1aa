import assert from "node:assert/strict";
import fc from "fast-check";
import { nanoUsd, usd } from "./money.ts";

Deno.test("usd() writes nine places", () => {
  assert.equal(usd(0n), "0.000000000");
  assert.equal(usd(1_234n), "0.000001234");
  assert.equal(usd(12_000_000_001n), "12.000000001");
  assert.equal(usd(-5n), "-0.000000005");
});

Deno.test("nanoUsd() parses decimals as people write them", () => {
  assert.equal(nanoUsd("2.5"), 2_500_000_000n);
  assert.equal(nanoUsd(0.15), 150_000_000n);
  assert.equal(nanoUsd("7"), 7_000_000_000n);
  assert.equal(nanoUsd("0.1234567899"), 123_456_789n);
  assert.throws(() => nanoUsd("a lot"), RangeError);
  assert.throws(() => nanoUsd("1e9"), RangeError);
});

Deno.test("nanoUsd() reads every amount that usd() writes", () => {
  fc.assert(fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (nano) => {
    assert.equal(nanoUsd(usd(nano)), nano);
  }));
});
