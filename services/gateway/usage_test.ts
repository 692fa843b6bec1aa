import assert from "node:assert/strict";
import fc from "fast-check";
import { usageOf } from "./usage.ts";

const NONE = {
  cached_tokens: 0,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
  audio_prompt_tokens: 0,
  audio_completion_tokens: 0,
  estimated: false,
};

Deno.test("usageOf() parses an OpenAI usage object with all details", () => {
  const usage = usageOf({
    prompt_tokens: 100,
    completion_tokens: 50,
    total_tokens: 150,
    prompt_tokens_details: { cached_tokens: 60, audio_tokens: 10 },
    completion_tokens_details: { reasoning_tokens: 20, audio_tokens: 5 },
  });
  assert.deepEqual(usage, {
    ...NONE,
    prompt_tokens: 100,
    completion_tokens: 50,
    total_tokens: 150,
    cached_tokens: 60,
    reasoning_tokens: 20,
    audio_prompt_tokens: 10,
    audio_completion_tokens: 5,
  });
});

Deno.test("usageOf() parses the field names of other providers", () => {
  const cases: { raw: Record<string, unknown>; is: Record<string, number> }[] = [
    {
      raw: { prompt_tokens: 8, total_tokens: 8 },
      is: { prompt_tokens: 8, completion_tokens: 0, total_tokens: 8 },
    },
    { raw: { prompt_tokens: 9, completion_tokens: 1, prompt_cache_hit_tokens: 4 }, is: { cached_tokens: 4 } },
    { raw: { prompt_tokens: 9, completion_tokens: 1, cached_tokens: 3 }, is: { cached_tokens: 3 } },
    {
      raw: { input_tokens: 9, output_tokens: 1, input_tokens_details: { cached_tokens: 2 } },
      is: { cached_tokens: 2 },
    },
    {
      raw: {
        prompt_tokens: 9,
        completion_tokens: 1,
        prompt_tokens_details: { cached_tokens: 2, cache_write_tokens: 5 },
      },
      is: { cached_tokens: 2, cache_write_tokens: 5 },
    },
  ];
  for (const { raw, is } of cases) {
    const usage: Record<string, unknown> = { ...usageOf(raw) };
    for (const [name, value] of Object.entries(is)) assert.equal(usage[name], value, JSON.stringify(raw));
  }
});

Deno.test("usageOf() counts reasoning that is only in the total", () => {
  const usage = usageOf({
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 45,
    completion_tokens_details: { reasoning_tokens: 30 },
  });
  assert.equal(usage?.completion_tokens, 35);
  assert.equal(usage?.reasoning_tokens, 30);
  assert.equal(usage?.total_tokens, 45);
});

Deno.test("usageOf() returns undefined for anything else", () => {
  for (const raw of [undefined, null, 3, "x", [], {}, { prompt_tokens: "9" }, { prompt_tokens: -1 }]) {
    assert.equal(usageOf(raw), undefined);
  }
});

Deno.test("usageOf() never counts a token in two buckets, for any input", () => {
  const counts = fc.oneof(fc.integer({ min: -5, max: 500 }), fc.double(), fc.constant(null), fc.string());
  const raw = fc.record({
    prompt_tokens: fc.nat(300),
    completion_tokens: counts,
    total_tokens: counts,
    prompt_tokens_details: fc.oneof(
      fc.record({ cached_tokens: counts, audio_tokens: counts, cache_write_tokens: counts }),
      counts,
    ),
    completion_tokens_details: fc.oneof(
      fc.record({ reasoning_tokens: counts, audio_tokens: counts }),
      counts,
    ),
  });
  fc.assert(fc.property(raw, (value) => {
    const usage = usageOf(value);
    assert.ok(usage);
    assert.equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens);
    const prompt = usage.cached_tokens + usage.cache_write_tokens + usage.audio_prompt_tokens;
    assert.ok(prompt <= usage.prompt_tokens);
    assert.ok(usage.reasoning_tokens + usage.audio_completion_tokens <= usage.completion_tokens);
    assert.ok(Object.values(usage).every((each) => typeof each === "boolean" || each >= 0));
  }));
});
