import assert from "node:assert/strict";

const LATE = "TimeLimitExceeded: The work took longer than 100 ms";

function looping(): Worker {
  return new Worker(new URL("./time_limit_fixture.ts", import.meta.url), {
    type: "module",
    deno: { permissions: "none" },
  });
}

function ask(worker: Worker, name: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => reject(event.error);
  worker.postMessage(name);
  return promise;
}

for (const name of ["loop", "pattern", "awaits", "nested", "hangs"]) {
  Deno.test(`work that does not end is interrupted, and its thread answers again (${name})`, async () => {
    const worker = looping();
    assert.equal(await ask(worker, name), LATE);
    assert.equal(await ask(worker, "answer"), 42);
    assert.equal(await ask(worker, "later"), 42);
    worker.terminate();
  });
}

Deno.test("a failure of the work is the caller's", async () => {
  const worker = looping();
  assert.equal(await ask(worker, "fails"), "Error: The work failed");
  worker.terminate();
});
