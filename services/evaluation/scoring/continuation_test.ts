import assert from "node:assert/strict";
import { scoreAnswer } from "./score.ts";
import { withoutContinuation } from "./continuation.ts";

const RIVER = "Which river flows through Baghdad?";

Deno.test("withoutContinuation() drops the next question of a base model, and keeps the asked one told again", () => {
  for (
    const [text, kept] of [
      ["Tigris\n\nQuestion: Which river flows through Cairo?\nAnswer: Nile", "Tigris"],
      [" B. Tigris\n\nQ: What is 2 + 2?\nA: 4\n\nQ: What", " B. Tigris"],
      ["الجواب: دجلة\n\nالسؤال: ما عاصمة مصر؟\nالجواب: القاهرة", "الجواب: دجلة"],
      ["دجلة\n\n**سؤال ٢:** كم عدد أيام الأسبوع؟", "دجلة"],
      ["Tigris\n\nHuman: thanks! And the capital of Oman?", "Tigris"],
      ["Let us see.\n\nQuestion: Which river flows through Baghdad?\nAnswer: Tigris", undefined],
      ["Question: what is meant?\nAnswer: Tigris", undefined],
      ["\n\nQuestion: what else?\nAnswer: Tigris", undefined],
      ["Tigris. Any other question: ask.", undefined],
    ] as const
  ) {
    assert.equal(withoutContinuation(text, RIVER), kept ?? text, text);
  }
  const long = "a\n\n".repeat(20_000);
  assert.equal(withoutContinuation(long, RIVER), long);
});

Deno.test("an answer is scored without the questions that the model asks itself after it", () => {
  const score = (scoring: Parameters<typeof scoreAnswer>[2], target: string, text: string) =>
    scoreAnswer({ text }, {
      id: "1",
      input: RIVER,
      target,
      language: "en",
      choices: ["Nile", "Tigris", "Indus", "Volga"],
    }, scoring).score;
  const next = "\n\nQuestion: How many days has a week?\nA. 5\nB. 7\nC. 6\nD. 8\nAnswer: C";
  assert.equal(score({ method: "multiple_choice" }, "B", `B. Tigris${next}`), 1);
  assert.equal(score({ method: "multiple_choice" }, "C", `B. Tigris${next}`), 0);
  assert.equal(score({ method: "quasi_exact_match", loose_arabic: false }, "Tigris", `Tigris${next}`), 1);
  assert.equal(score({ method: "numeric", which: "last", tolerance: 0 }, "31", `31${next}`), 1);
  assert.equal(score({ method: "exact_match" }, "Tigris", `Tigris${next}`), 0);
});
