import assert from "node:assert/strict";
import { parseConfigFile } from "./config_file.ts";
import { costOf, Price } from "./price.ts";
import { priceOf } from "./prices.ts";
import { type Units, usageOf } from "../usage.ts";

const NOTHING = usageOf({ prompt_tokens: 0, completion_tokens: 0 }) ?? assert.fail();

function listed(model: string, provider: string, units: Units): bigint | undefined {
  return costOf({ ...NOTHING, units }, priceOf(model, provider) ?? assert.fail(model));
}

Deno.test("costOf() prices seconds, characters, images and searches in their own units, rounded up", () => {
  assert.equal(listed("whisper-1", "openai", { seconds: 60 }), 6_000_000n);
  assert.equal(listed("whisper-1", "openai", { seconds: 0.01 }), 1_000n);
  assert.equal(listed("tts-1", "openai", { characters: 1_000 }), 15_000_000n);
  assert.equal(listed("dall-e-3", "openai", { images: 2, image_size: "hd 1024x1792" }), 240_000_000n);
  assert.equal(listed("rerank-v3.5", "cohere", { searches: 3 }), 6_000_000n);
  assert.equal(listed("whisper-large-v3-turbo", "groq", { seconds: 7 }), 77_778n);
});

Deno.test("costOf() is undefined if the price lacks the unit or the size, or has only tokens", () => {
  assert.equal(listed("dall-e-3", "openai", { images: 1, image_size: "17x17" }), undefined);
  assert.equal(listed("whisper-1", "openai", { characters: 5 }), undefined);
  assert.equal(listed("gpt-4o-mini-tts", "openai", { characters: 5 }), undefined);
  const tokens = usageOf({ input_tokens: 10, output_tokens: 5 }) ?? assert.fail();
  assert.equal(costOf(tokens, priceOf("whisper-1", "openai") ?? assert.fail()), undefined);
  assert.equal(costOf(NOTHING, priceOf("whisper-1", "openai") ?? assert.fail()), 0n);
});

Deno.test("costOf() uses tokens for a model priced by tokens, with a separate price of image tokens", () => {
  const usage = usageOf({
    input_tokens: 1_000,
    output_tokens: 2_000,
    input_tokens_details: { text_tokens: 400, image_tokens: 600 },
  }) ?? assert.fail();
  const price = priceOf("gpt-image-1", "openai") ?? assert.fail();
  const cost = 400n * 5_000n + 600n * 10_000n + 2_000n * 40_000n;
  assert.equal(costOf({ ...usage, units: { images: 1 } }, price), cost);
  assert.equal(listed("omni-moderation-latest", "openai", {}), 0n);
});

Deno.test("a price per unit needs no token prices; token prices need input and output", () => {
  assert.deepEqual(Price.parse({ units: { minute: 0.006 } }), {
    input: "0",
    output: "0",
    units: { minute: "0.006" },
  });
  assert.throws(
    () => parseConfigFile("prices:\n  m:\n    input: 1\n", "gateway.yaml"),
    /line \d: prices\.m\.output: is required/,
  );
  assert.throws(() => Price.parse({ units: { hour: "1" } }), /hour/);
});
