import assert from "node:assert/strict";
import { asGatewayError, errorResponse, notNow, rateLimitExceeded } from "../errors.ts";
import { createBodyRoom } from "../calls/body_room.ts";
import { limitSeconds } from "./batch_line.ts";

async function waitFor(response: Response): Promise<number | undefined> {
  const answer = await response.clone().text();
  return limitSeconds(response, answer);
}

/** The 503 of the gateway when it has no memory for a body. */
function withoutRoom(): Response {
  const room = createBodyRoom(0);
  room.open("a").upTo(300_000);
  try {
    room.open("b").upTo(300_000);
  } catch (error) {
    return errorResponse(asGatewayError(error), {});
  }
  throw new Error("there was room");
}

Deno.test("a line waits for limits per minute and for memory, not for a provider's limit or a budget", async () => {
  assert.equal(await waitFor(errorResponse(rateLimitExceeded("", 7), {})), 7);
  assert.equal(await waitFor(withoutRoom()), 2);
  assert.equal(await waitFor(errorResponse(rateLimitExceeded("", 3_600), {})), undefined);
  assert.equal(await waitFor(errorResponse(notNow("", { headers: { "retry-after": "2" } }), {})), undefined);
  const headers = { "retry-after": "2" };
  const provider = { error: { type: "provider_error", code: "slow_down" } };
  assert.equal(await waitFor(Response.json(provider, { status: 429, headers })), undefined);
});
