import assert from "node:assert/strict";
import { createBodyRoom } from "./body_room.ts";

const KB = 1024;
const FULL = { status: 503, code: "too_many_large_bodies", headers: { "retry-after": "2" } };

Deno.test("memory can be used until the budget is exhausted, and again after release", () => {
  const room = createBodyRoom(1_000 * KB);
  const first = room.open("a");
  const second = room.open("b");
  const third = room.open("c");
  first.upTo(300 * KB);
  first.upTo(400 * KB);
  second.upTo(600 * KB);
  assert.equal(room.held, 1_000 * KB);
  assert.throws(() => third.upTo(257 * KB), FULL);
  first.release();
  third.upTo(257 * KB);
  second.release();
  third.release();
  third.release();
  assert.equal(room.held, 0);
});

Deno.test("several bodies of one actor may use half of the budget, a single one more", () => {
  const room = createBodyRoom(1_000 * KB);
  const other = room.open("other");
  other.upTo(300 * KB);
  const large = room.open("a");
  large.upTo(600 * KB);
  large.release();
  room.open("a").upTo(300 * KB);
  assert.throws(() => room.open("a").upTo(300 * KB), FULL);
  other.upTo(400 * KB);
});

Deno.test("a body larger than the budget is admitted alone, small ones always", () => {
  const room = createBodyRoom(100 * KB);
  const small = room.open("b");
  small.upTo(256 * KB);
  const large = room.open("a");
  large.upTo(500 * KB);
  large.upTo(900 * KB);
  assert.throws(() => room.open("a").upTo(257 * KB), FULL);
  room.open("b").upTo(256 * KB);
  assert.equal(room.held, 900 * KB);
});
