/** Chats bridged to responses with arbitrary events, checked by the openai client's accumulator. */
import assert from "node:assert/strict";
import fc from "fast-check";
import OpenAI from "openai";
import { serveScript } from "lib/testing.ts";
import { NEVER_OPEN, startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { inPieces } from "../wires/wire_fixture.ts";
import { CALLS, MESSAGE, REASONING, responseWith } from "./bridge_fixture.ts";

const TOOLS = [{ type: "function" as const, function: { name: "weather", parameters: { type: "object" } } }];

/** Events in order with some omitted and some doubled, or in any order. */
function mixed<T>(events: T[]): fc.Arbitrary<T[]> {
  const counts = fc.array(fc.constantFrom(0, 1, 1, 1, 1, 1, 1, 2), {
    minLength: events.length,
    maxLength: events.length,
  });
  return fc.oneof(
    counts.map((each) => events.flatMap((event, index) => Array(each[index] ?? 1).fill(event))),
    fc.shuffledSubarray(events),
  );
}

Deno.test("for any events of a response, a chat client gets a complete chat or an error", async () => {
  const whole = await responseWith([REASONING, MESSAGE, ...CALLS], true).text();
  const events = whole.split("\n\n").filter((event) => event !== "").map((event) => `${event}\n\n`);
  let body = "";
  let size = 1;
  await using provider = serveScript(() =>
    inPieces(new TextEncoder().encode(body), size, "text/event-stream")
  );
  const target = testTarget(provider.url, { responses: true, toolsByResponses: true, model: "gpt" });
  await using gateway = await startGateway({
    models: { m: [target] },
    deps: {
      resilience: { circuits: NEVER_OPEN, sleep: () => Promise.resolve() },
    },
  });
  const openai = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY, maxRetries: 0 });
  let good = 0;
  await fc.assert(
    fc.asyncProperty(mixed(events), fc.constantFrom(1, 7, 100, 100_000), async (sent, cut) => {
      [body, size] = [sent.join(""), cut];
      const stream = openai.chat.completions.stream({
        model: "m",
        messages: [{ role: "user", content: "Hi" }],
        tools: TOOLS,
      });
      try {
        const { choices: [choice] } = await stream.finalChatCompletion();
        good += 1;
        assert.ok(choice?.finish_reason);
        for (const call of choice.message.tool_calls ?? []) {
          if (call.type === "function") assert.ok(call.id && call.function.name);
        }
      } catch (error) {
        assert.ok(error instanceof OpenAI.APIError, String(error));
      }
    }),
    { numRuns: 60, examples: [[events, 7]] },
  );
  assert.ok(good > 0, "no chat was whole");
});
