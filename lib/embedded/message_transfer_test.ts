import assert from "node:assert/strict";
import { transferOf } from "lib/embedded/message_transfer.ts";

Deno.test("long bytes change hands with their message, short ones stay with their sender", () => {
  const [short, long] = [new Uint8Array(1000), new Uint8Array(100_000)];
  assert.equal(structuredClone(short, { transfer: transferOf(short) }).length, 1000);
  assert.equal(structuredClone(long, { transfer: transferOf(long) }).length, 100_000);
  assert.deepEqual([short.length, long.length], [1000, 0]);
});
