import fc from "fast-check";
import assert from "node:assert/strict";
import { CATALOGUE } from "./catalogue.ts";
import { nanoUsd } from "../money.ts";
import { priceOf } from "./prices.ts";
import { costNanoUsd } from "./price.ts";
import { usageOf } from "../usage.ts";

function usage(raw: Record<string, unknown>) {
  const counts = usageOf(raw);
  assert.ok(counts);
  return counts;
}

const TALKING = new Set(["chat", "embeddings"]);

Deno.test("the catalogue has each model once, with positive decimal prices and a date", () => {
  const names = CATALOGUE.map(({ provider, id }) => `${provider}/${id}`);
  assert.equal(new Set(names).size, names.length);
  assert.ok(names.length >= 80);
  for (const { provider, id, price, price_source, capabilities, context_window } of CATALOGUE) {
    assert.match(price_source.as_of, /^202\d-\d{2}-\d{2}$/, id);
    assert.equal(new URL(price_source.page).protocol, "https:", provider);
    assert.ok(nanoUsd(price.input) > 0n || price.units || capabilities.includes("moderation"), id);
    const { long_prompt, units, ...decimals } = price;
    const { image, ...ofUnits } = units ?? {};
    const amounts = [
      ...Object.values(decimals),
      ...Object.values(ofUnits),
      ...typeof image === "object" ? Object.values(image) : [],
    ];
    for (const decimal of amounts) assert.ok(nanoUsd(decimal) >= 0n, id);
    if (long_prompt) assert.ok(nanoUsd(long_prompt.input) > nanoUsd(price.input), id);
    if (price.cached_input) assert.ok(nanoUsd(price.cached_input) < nanoUsd(price.input), id);
    assert.equal(
      context_window !== null && context_window > 0,
      capabilities.some((capability) => TALKING.has(capability)),
      id,
    );
  }
});

Deno.test("costNanoUsd() prices cached, audio and reasoning tokens as disjoint parts", () => {
  const plain = { input: "2.5", output: "10", cached_input: "1.25" };
  const cached = usage({
    prompt_tokens: 1000,
    completion_tokens: 100,
    prompt_tokens_details: { cached_tokens: 400 },
  });
  assert.equal(costNanoUsd(cached, plain), 600n * 2500n + 400n * 1250n + 100n * 10_000n);
  const reasoning = usage({
    prompt_tokens: 0,
    completion_tokens: 50,
    completion_tokens_details: { reasoning_tokens: 40 },
  });
  assert.equal(costNanoUsd(reasoning, plain), 50n * 10_000n);
  const audio = usage({
    prompt_tokens: 100,
    completion_tokens: 100,
    prompt_tokens_details: { audio_tokens: 60 },
    completion_tokens_details: { audio_tokens: 10 },
  });
  const spoken = { input: "2.5", output: "10", audio_input: "40", audio_output: "80" };
  assert.equal(costNanoUsd(audio, spoken), 40n * 2500n + 60n * 40_000n + 90n * 10_000n + 10n * 80_000n);
  const written = usage({ input_tokens: 100, output_tokens: 0, cache_creation_input_tokens: 80 });
  assert.equal(
    costNanoUsd(written, { input: "3", output: "15", cache_write: "3.75" }),
    20n * 3000n + 80n * 3750n,
  );
});

Deno.test("a prompt over a model's threshold costs the higher price in every bucket, output included", () => {
  const price = priceOf("gpt-6-sol", "openai");
  assert.deepEqual(price?.long_prompt, {
    above: 272_000,
    input: "4",
    output: "15",
    cached_input: "0.4",
    cache_write: "5",
  });
  const cost = (prompt_tokens: number) => {
    const details = { cached_tokens: 100_000, cache_write_tokens: 50_000 };
    return costNanoUsd(
      usage({ prompt_tokens, completion_tokens: 1_000, prompt_tokens_details: details }),
      price ?? assert.fail(),
    );
  };
  assert.equal(cost(272_000), 122_000n * 2_000n + 100_000n * 200n + 50_000n * 2_500n + 1_000n * 10_000n);
  assert.equal(cost(272_001), 122_001n * 4_000n + 100_000n * 400n + 50_000n * 5_000n + 1_000n * 15_000n);
  assert.equal(priceOf("claude-haiku-5-5", "anthropic")?.long_prompt?.output, "2.5");
  assert.equal(priceOf("gemini-3.1-pro-preview", "gemini")?.long_prompt?.output, "18");
  assert.equal(priceOf("grok-4.3", "xai")?.long_prompt?.output, "5");
});

Deno.test("costNanoUsd() is never negative, never decreases with tokens, and is tokens times price without extras", () => {
  const tokens = fc.nat(10_000_000);
  fc.assert(
    fc.property(
      tokens,
      tokens,
      tokens,
      tokens,
      fc.nat(1_000_000),
      (prompt, completion, cached, more, micro) => {
        const price = {
          input: (micro / 1e6).toFixed(6),
          output: (micro / 5e5).toFixed(6),
          cached_input: (micro / 4e6).toFixed(9),
        };
        const of = (prompt_tokens: number, cached_tokens: number) =>
          costNanoUsd(
            usage({ prompt_tokens, completion_tokens: completion, prompt_tokens_details: { cached_tokens } }),
            price,
          );
        const cost = of(prompt, Math.min(cached, prompt));
        assert.ok(cost >= 0n);
        assert.ok(of(prompt + more, Math.min(cached, prompt)) >= cost);
        assert.ok(cost <= of(prompt, 0));
        const whole = BigInt(prompt) * nanoUsd(price.input) + BigInt(completion) * nanoUsd(price.output);
        assert.equal(of(prompt, 0), (whole + 999_999n) / 1_000_000n);
      },
    ),
  );
});

Deno.test("priceOf() recognises dated, latest and regional names, and no unknown model", () => {
  assert.deepEqual(priceOf("gpt-4o-mini-2024-07-18", "openai"), priceOf("gpt-4o-mini", "openai"));
  assert.equal(priceOf("gpt-4o-2024-05-13", "openai")?.input, "5");
  assert.deepEqual(priceOf("mistral-large-latest", "mistral"), priceOf("mistral-large", "mistral"));
  assert.equal(priceOf("gpt-4o", "azure_openai")?.input, "2.5");
  assert.equal(priceOf("eu.anthropic.claude-3-haiku-20240307-v1:0", "bedrock")?.input, "0.25");
  assert.equal(priceOf("us.amazon.nova-pro-v1:0", "bedrock")?.output, "3.2");
  assert.deepEqual(
    priceOf("gpt-image-2.5-flare-2026-09-08", "openai"),
    priceOf("gpt-image-2", "azure_openai"),
  );
  assert.equal(priceOf("chatgpt-image-latest", "openai")?.image_output, "32");
  assert.equal(priceOf("gpt-transcribe", "openai")?.units?.minute, "0.0045");
  assert.equal(priceOf("gpt-4o", "groq"), undefined);
  assert.equal(priceOf("gpt-4o-mini-turbo-9000", "openai"), undefined);
});
