import assert from "node:assert/strict";
import { asGatewayError, errorResponse, notNow, rateLimitExceeded } from "../errors.ts";
import { createBodyRoom } from "../calls/body_room.ts";
import { limitSeconds } from "./batch_line.ts";

async function waitFor(response: Response): Promise<number | undefined> {
  const answer = await response.clone().text();
  return limitSeconds(response, answer);
}

/** The refusal of a body for which there is no room. */
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

Deno.test("a line waits for a limit of a minute and for room for its body, not for a provider or a budget", async () => {
  assert.equal(await waitFor(errorResponse(rateLimitExceeded("", 7), {})), 7);
  assert.equal(await waitFor(withoutRoom()), 2);
  assert.equal(await waitFor(errorResponse(rateLimitExceeded("", 3_600), {})), undefined);
  assert.equal(await waitFor(errorResponse(notNow("", { headers: { "retry-after": "2" } }), {})), undefined);
  const headers = { "retry-after": "2" };
  const provider = { error: { type: "provider_error", code: "slow_down" } };
  assert.equal(await waitFor(Response.json(provider, { status: 429, headers })), undefined);
});
