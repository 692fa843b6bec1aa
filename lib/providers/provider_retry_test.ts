import assert from "node:assert/strict";
import { APIConnectionError, APIError } from "openai";
import { ServiceError } from "lib/errors.ts";
import { retrying } from "lib/providers/provider_retry.ts";

const SOON = { "retry-after-ms": "1" };

function refused(status: number, headers: Record<string, string> = SOON, message = "no"): APIError {
  return APIError.generate(status, { error: { message } }, message, new Headers(headers));
}

/** Work that fails with these errors in turn, and then returns the number of attempts. */
function failing(...failures: unknown[]): () => Promise<number> {
  let tries = 0;
  return () => {
    const failure = failures[tries++];
    return failure === undefined ? Promise.resolve(tries) : Promise.reject(failure);
  };
}

const retry = retrying("acme");

Deno.test("work is retried after transient failures, at most three times, and reports each", async () => {
  const told: (number | undefined)[] = [];
  const onRetry = ({ status }: { status: number | undefined }) => void told.push(status);
  assert.equal(await retry(failing(refused(429), refused(503)), { onRetry }), 3);
  assert.deepEqual(told, [429, 503]);
  await assert.rejects(
    retry(failing(refused(500), refused(500), refused(500)), {}),
    /Provider acme answered 500/,
  );
});

Deno.test("work is not retried when that cannot help", async () => {
  const final = [
    refused(400),
    refused(429, { "x-should-retry": "false" }),
    refused(503, { "retry-after": "600" }),
  ];
  for (const failure of final) {
    await assert.rejects(retry(failing(failure), {}), (error) => {
      assert.ok(error instanceof ServiceError);
      assert.equal(error.status, 502);
      return true;
    });
  }
});

Deno.test("a provider's message about a refused key is not shown", async () => {
  const failure = refused(401, {}, "Incorrect API key provided: sk-secret");
  await assert.rejects(retry(failing(failure), {}), (error: Error) => {
    assert.equal(error.message, "Provider acme answered 401: its key was refused");
    return true;
  });
});

Deno.test("an abort ends the wait before a retry", async () => {
  const leaving = new AbortController();
  const waiting = retry(failing(refused(503, { "retry-after": "15" })), {
    signal: leaving.signal,
    onRetry: () => leaving.abort(new Error("left")),
  });
  await assert.rejects(waiting, /left/);
});

Deno.test("an unreachable provider is told from a fault of our own", async () => {
  const absent = new APIConnectionError({ message: "refused" });
  await assert.rejects(retry(failing(absent), { tries: 1 }), /Provider acme cannot be reached/);
  await assert.rejects(retry(failing(new TypeError("ours")), {}), TypeError);
});
