import assert from "node:assert/strict";
import { parseVerdict } from "./safety_verdict.ts";

Deno.test("parseVerdict() reads Llama Guard's answers", () => {
  assert.deepEqual(parseVerdict("\n\nsafe"), { safe: true, categories: [] });
  assert.deepEqual(parseVerdict("SAFE\n"), { safe: true, categories: [] });
  assert.deepEqual(parseVerdict("unsafe\nS1,S10"), { safe: false, categories: ["violent_crimes", "hate"] });
  assert.deepEqual(parseVerdict("Unsafe\ns2, S99"), {
    safe: false,
    categories: ["non_violent_crimes", "S99"],
  });
  assert.deepEqual(parseVerdict("unsafe"), { safe: false, categories: ["unspecified"] });
});

Deno.test("parseVerdict() reads the JSON of OpenAI's moderation", () => {
  const categories = { hate: false, violence: true, "self-harm": null };
  assert.deepEqual(parseVerdict(JSON.stringify({ results: [{ flagged: true, categories }] })), {
    safe: false,
    categories: ["violence"],
  });
  assert.deepEqual(parseVerdict('{"flagged": false, "categories": {}}'), { safe: true, categories: [] });
});

Deno.test("parseVerdict() accepts nothing else", () => {
  for (
    const raw of [
      "",
      "   ",
      "I cannot help with that.",
      "safely put",
      "{}",
      "{broken",
      "safe\nunsafe",
      "0.1",
      "S1",
    ]
  ) {
    assert.equal(parseVerdict(raw), undefined, raw);
  }
});
