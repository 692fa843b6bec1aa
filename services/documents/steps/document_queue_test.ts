import assert from "node:assert/strict";
import { documentQueue } from "./document_queue.ts";

Deno.test("documentQueue() works on so many documents at a time, each once, and on none after it is stopped", async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const queue = documentQueue(2, (id) => {
    begun.push(id);
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(id, resolve);
    return promise;
  });
  for (const id of ["a", "b", "a", "c", "c", "d"]) queue.add(id, []);
  assert.deepEqual(begun, ["a", "b"]);
  ends.get("b")?.();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(begun, ["a", "b", "c"]);
  queue.stop();
  ends.get("a")?.();
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(begun, ["a", "b", "c"]);
  assert.equal(queue.isStopped(), true);
  ends.get("c")?.();
});
