import assert from "node:assert/strict";
import { askModel, type AskOptions } from "./ask_model.ts";
import { type Scripted, scriptedModel } from "./scripted_model.ts";

const HELLO = {
  model: "scripted",
  choices: [{ message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 1_000_000, completion_tokens: 500_000, total_tokens: 1_500_000 },
};

/** The answer as read from a model that plays `script`. */
async function answered(script: Scripted[], options: Partial<AskOptions> = {}) {
  await using model = scriptedModel(script);
  const ask = askModel(model.provider, {
    model: "scripted",
    temperature: null,
    stream: false,
    timeoutMs: 10_000,
    ...options,
  });
  return await ask({
    messages: [{ role: "user", content: "Hello" }],
    tools: [],
    signal: new AbortController().signal,
    onDelta: () => {},
    onRetry: () => {},
  });
}

const respond = (headers: Record<string, string>) => ({ respond: () => Response.json(HELLO, { headers }) });
const prices = { scripted: { input: 2, output: 4 } };

Deno.test("the price of an answer is the gateway's, else the operator's, else null", async () => {
  const told = respond({ "x-diwan-cost-usd": "0.002500000" });
  assert.equal((await answered([told], { prices })).cost_usd, 0.0025);
  assert.equal((await answered([respond({})], { prices })).cost_usd, 4);
  assert.equal((await answered([respond({})])).cost_usd, null);
  for (const odd of ["", "free", "-1", "Infinity"]) {
    assert.equal((await answered([respond({ "x-diwan-cost-usd": odd })])).cost_usd, null, odd);
  }
  const usage = { prompt_tokens: 500_000, completion_tokens: 0, total_tokens: 500_000 };
  assert.equal((await answered([{ content: "Hello", usage }], { prices, stream: true })).cost_usd, 1);
});
