import { Hono } from "hono";
import assert from "node:assert/strict";
import {
  badGateway,
  badRequest,
  conflict,
  forbidden,
  invalid,
  notFound,
  renderError,
  type ServiceError,
  tooLarge,
  tooManyRequests,
  unauthorized,
  unavailable,
  unsupportedMediaType,
  wrongState,
} from "lib/errors.ts";

async function rendered(error: unknown) {
  const app = new Hono().get("/", () => {
    throw error;
  });
  app.onError(renderError);
  const response = await app.request("/");
  return { status: response.status, body: await response.json(), headers: response.headers };
}

Deno.test("each failure has its status and the specification's body", async () => {
  const cases: [ServiceError, number, object][] = [
    [badRequest("no JSON"), 400, { error: "no JSON" }],
    [unauthorized("no token"), 401, { detail: "no token" }],
    [forbidden("user", ["admin", "manager"]), 403, {
      detail: "Role 'user' is not permitted; required: admin, manager",
    }],
    [notFound("Tender"), 404, { error: "Tender not found" }],
    [conflict("A policy"), 409, { error: "A policy already exists" }],
    [wrongState("Extract first"), 409, { error: "Extract first" }],
    [tooLarge(26 * 2 ** 20), 413, { error: "Request body exceeds the maximum of 26 MB" }],
    [unsupportedMediaType("application/json"), 415, { error: "Content-Type must be application/json" }],
    [invalid(["body", "title"], "too short"), 422, {
      error: "Request validation failed",
      details: [{ loc: ["body", "title"], msg: "too short", type: "value_error" }],
    }],
    [tooManyRequests(1.2), 429, { error: "Rate limit exceeded; try again later, in 2 s" }],
    [badGateway("Provider failed"), 502, { error: "Provider failed" }],
    [unavailable("Set OPENAI_API_KEY"), 503, { error: "Set OPENAI_API_KEY" }],
  ];
  for (const [error, status, body] of cases) {
    const answer = await rendered(error);
    assert.deepEqual([answer.status, answer.body], [status, body]);
  }
  assert.equal((await rendered(tooManyRequests(1.2))).headers.get("retry-after"), "2");
  assert.equal((await rendered(unauthorized("x"))).headers.get("www-authenticate"), "Bearer");
});

Deno.test("an unforeseen failure is a 500 that reveals nothing", async () => {
  const { status, body } = await rendered(new Error("password is hunter2"));
  assert.deepEqual([status, body], [500, { error: "Internal server error" }]);
});
