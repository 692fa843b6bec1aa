import assert from "node:assert/strict";
import { growingBytes, joined } from "lib/bytes.ts";

Deno.test("joined() puts the pieces one after another into memory of their own", () => {
  const first = Uint8Array.of(1, 2);
  const whole = joined([first, new Uint8Array(), Uint8Array.of(3)]);
  first[0] = 9;
  assert.deepEqual(whole, Uint8Array.of(1, 2, 3));
  assert.equal(joined([]).length, 0);
});

Deno.test("growing bytes hold copies of all pieces in order, small and large", () => {
  const sizes = [0, 1, 65_535, 1, 200_000, 3, 70_000];
  const made = () => sizes.map((size, index) => new Uint8Array(size).fill(index + 1));
  const whole = joined(made());
  for (const expected of [undefined, 0, 1, whole.length, 2 ** 40]) {
    const growing = growingBytes(expected);
    for (const piece of made()) {
      growing.add(piece);
      piece.fill(99);
    }
    assert.equal(growing.length, whole.length);
    assert.deepEqual(growing.all(), whole);
  }
});

Deno.test("growing bytes take no more than was expected once an eighth of it has come, and no eighth on a word alone", () => {
  const expected = 3 * 2 ** 20;
  const growing = growingBytes(expected);
  growing.add(new Uint8Array(2 ** 10));
  assert.equal(growing.all().buffer.byteLength, 2 ** 20);
  growing.add(new Uint8Array(2 ** 20));
  assert.equal(growing.all().buffer.byteLength, expected);
  growing.add(new Uint8Array(expected - growing.length));
  assert.equal(growing.all().buffer.byteLength, expected);
  growing.add(Uint8Array.of(1));
  assert.ok(growing.all().buffer.byteLength > expected);
});
