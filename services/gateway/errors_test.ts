import assert from "node:assert/strict";
import { Hono } from "hono";
import { invalidAll, unavailable } from "lib/errors.ts";
import { providerError, rateLimitExceeded, rbacDenied, renderGatewayError } from "./errors.ts";

async function rendered(error: unknown) {
  const app = new Hono();
  app.onError(renderGatewayError);
  app.get("/", () => {
    throw error;
  });
  const response = await app.request("/");
  return { status: response.status, headers: response.headers, body: await response.json() };
}

Deno.test("a gateway error is rendered with message, type, param and code", async () => {
  const { status, headers, body } = await rendered(rateLimitExceeded("requests per minute of key k1", 2.2));
  assert.equal(status, 429);
  assert.equal(headers.get("retry-after"), "3");
  assert.deepEqual(body, {
    error: { message: "requests per minute of key k1", type: "rate_limit_exceeded", param: null, code: null },
  });
});

Deno.test("a provider's refusal tells the client not to retry", async () => {
  const { status, headers, body } = await rendered(
    providerError("bad model", { shouldRetry: false, param: "model" }),
  );
  assert.equal(status, 502);
  assert.equal(headers.get("x-should-retry"), "false");
  assert.equal(body.error.param, "model");
});

Deno.test("all errors are rendered in the same format, and unexpected ones reveal nothing", async () => {
  const invalid = await rendered(invalidAll([{ loc: ["query", "limit"], msg: "Too big", type: "too_big" }]));
  assert.equal(invalid.status, 422);
  assert.deepEqual(invalid.body.error, {
    message: "query.limit: Too big",
    type: "invalid_request_error",
    param: "limit",
    code: null,
  });
  assert.equal((await rendered(rbacDenied(401, "no key"))).headers.get("www-authenticate"), "Bearer");
  assert.equal((await rendered(unavailable("starting"))).body.error.type, "server_error");
  const secret = await rendered(new Error("password"));
  assert.equal(secret.status, 500);
  assert.doesNotMatch(JSON.stringify(secret.body), /password/);
});

Deno.test("an unavailable database is a 503 with retry", async () => {
  for (const code of ["ECONNREFUSED", "CONNECTION_CLOSED", "57P01"]) {
    const { status, body } = await rendered(
      Object.assign(new Error("write CONNECTION_CLOSED db:5432"), { code }),
    );
    assert.equal(status, 503);
    assert.deepEqual([body.error.type, body.error.message], [
      "server_error",
      "The database does not answer; try again later",
    ]);
  }
});
