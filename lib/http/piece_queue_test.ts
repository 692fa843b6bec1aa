import assert from "node:assert/strict";
import { pieceQueue } from "lib/http/piece_queue.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const texts = (pieces: Uint8Array[]) => pieces.map((piece) => new TextDecoder().decode(piece));

Deno.test("pieces are taken all at once and in order, and then more is pulled", () => {
  let pulls = 0;
  const queue = pieceQueue(() => pulls++);
  queue.outlet.enqueue(bytes("a"));
  queue.outlet.enqueue(bytes("b"));
  assert.equal(pulls, 0);
  assert.deepEqual(texts(queue.take()), ["a", "b"]);
  assert.equal(pulls, 1);
  assert.equal(queue.isReady(), false);
});

Deno.test("the producer is asked for more only while nothing waits", () => {
  const queue = pieceQueue(() => {});
  assert.equal(queue.outlet.desiredSize, 1);
  queue.outlet.enqueue(bytes("a"));
  assert.equal(queue.outlet.desiredSize, 0);
  queue.take();
  assert.equal(queue.outlet.desiredSize, 1);
  queue.outlet.close();
  assert.equal(queue.outlet.desiredSize, 0);
});

Deno.test("ready() waits for a piece, and for the end", async () => {
  const queue = pieceQueue(() => {});
  let isReady = false;
  const ready = queue.ready().then(() => isReady = true);
  await Promise.resolve();
  assert.equal(isReady, false);
  queue.outlet.enqueue(bytes("a"));
  await ready;
  queue.take();
  const ended = queue.ready();
  queue.outlet.close();
  await ended;
  assert.deepEqual([queue.isReady(), queue.isClosed()], [true, true]);
});

Deno.test("ready() does not wait for a piece that arrived before", async () => {
  const queue = pieceQueue(() => {});
  queue.outlet.enqueue(bytes("a"));
  await queue.ready();
  assert.deepEqual(texts(queue.take()), ["a"]);
});

Deno.test("an empty piece is none, and nothing follows the end", () => {
  let pulls = 0;
  const queue = pieceQueue(() => pulls++);
  queue.outlet.enqueue(bytes(""));
  assert.equal(queue.isReady(), false);
  queue.outlet.enqueue(bytes("a"));
  queue.outlet.close();
  queue.outlet.enqueue(bytes("b"));
  assert.deepEqual(texts(queue.take()), ["a"]);
  assert.equal(pulls, 0);
});
