import assert from "node:assert/strict";
import { Benchmark } from "./benchmark.ts";
import { Question } from "../scoring/question.ts";
import { promptOf } from "./prompt.ts";

function ask(question: unknown, head: Record<string, unknown> = {}) {
  const benchmark = Benchmark.parse({
    id: "b",
    name: "B",
    scoring: { method: "multiple_choice" },
    questions: [question],
    ...head,
  });
  return promptOf(benchmark, Question.parse(question));
}

Deno.test("a multiple-choice prompt shows the question's own labels and how to answer", () => {
  const prompt = ask({ id: "1", input: "Where?", choices: ["Doha", "Muscat"], target: "B" });
  assert.deepEqual(prompt, [{
    role: "user",
    content:
      'Where?\n\nA) Doha\nB) Muscat\n\nEnd with a line of the form "ANSWER: X", where X is one of A, B.',
  }]);
});

Deno.test("an Arabic question gets an entirely Arabic prompt", () => {
  const question = { id: "1", input: "أين؟", choices: ["الدوحة", "مسقط"], target: "ب", language: "ar" };
  const [message] = ask(question);
  assert.match(message?.content ?? "", /أ\) الدوحة\nب\) مسقط\n\nاختم إجابتك بسطر على صورة «ANSWER: X»/);
});

Deno.test("a system prompt comes first, and messages of a file are sent as they are", () => {
  const scoring = { method: "quasi_exact_match" };
  const system_prompt = "Be brief.";
  const plain = ask({ id: "1", input: "2+2?", target: "4" }, { scoring, system_prompt });
  assert.deepEqual(plain.map((message) => message.role), ["system", "user"]);
  const input = [{ role: "user", content: "2+2?" }];
  assert.deepEqual(ask({ id: "1", input, target: "4" }, { scoring, system_prompt }), [
    { role: "system", content: "Be brief." },
    ...input,
  ]);
  const own = [{ role: "system", content: "Mine." }, ...input];
  assert.deepEqual(ask({ id: "1", input: own, target: "4" }, { scoring, system_prompt }), own);
});

Deno.test("a method whose answers are free text adds nothing", () => {
  const scoring = { method: "constraints", checks: [{ check: "no_commas" }] };
  assert.equal(ask({ id: "1", input: "Write." }, { scoring })[0]?.content, "Write.");
});
