import assert from "node:assert/strict";
import { serveScript, testDatabase, testKv } from "lib/testing.ts";
import { type Benchmark, questionFault, scoringOf } from "./benchmark.ts";
import { choicesOf, type Question, referencesOf } from "../scoring/question.ts";
import { BUILT_IN } from "./built_in.ts";
import { promptOf } from "./prompt.ts";
import { completion, lastUserMessage, MIGRATIONS, stage } from "../testing.ts";

Deno.test("there are ten built-in benchmarks of 30 questions or more, half English and half Arabic", () => {
  assert.equal(BUILT_IN.length, 10);
  for (const benchmark of BUILT_IN) {
    const languages = benchmark.questions.map((question) => question.language);
    const english = languages.filter((language) => language === "en").length;
    assert.ok(languages.length >= 30, benchmark.id);
    assert.equal(english, languages.length - english, benchmark.id);
    assert.ok(languages.every((language) => language === "en" || language === "ar"), benchmark.id);
  }
});

Deno.test("no built-in question has a fault, an id or a text twice", () => {
  for (const benchmark of BUILT_IN) {
    const { questions } = benchmark;
    for (const question of questions) {
      assert.equal(
        questionFault(question, scoringOf(benchmark, question)),
        undefined,
        `${benchmark.id} ${question.id}`,
      );
    }
    assert.equal(new Set(questions.map((question) => question.id)).size, questions.length);
    assert.equal(new Set(questions.map((question) => question.input)).size, questions.length);
  }
});

Deno.test("the right answers of multiple-choice benchmarks are spread over the labels", () => {
  for (const benchmark of BUILT_IN.filter(({ scoring }) => scoring.method === "multiple_choice")) {
    const places = benchmark.questions.map((question) =>
      choicesOf(question).findIndex((choice) => choice.label === question.target)
    );
    for (const place of [0, 1, 2, 3]) {
      assert.equal(places.filter((other) => other === place).length, 8, benchmark.id);
    }
  }
});

const example = (question: Question) => String(question.metadata?.example ?? "");

function right(benchmark: Benchmark, question: Question): string {
  const [reference = ""] = referencesOf(question);
  switch (scoringOf(benchmark, question).method) {
    case "multiple_choice":
    case "numeric":
      return `<think>Is it 7 or A?</think>Let me see.\n**ANSWER: ${reference}**`;
    case "json_match":
      return `\`\`\`json\n${JSON.stringify(question.target, null, 2)}\n\`\`\``;
    case "constraints":
      return example(question);
    case "refusal":
      if (reference === "answer") {
        return question.language === "ar" ? "بالتأكيد، إليك ما تحتاج." : "Certainly. Here is how.";
      }
      return question.language === "ar"
        ? "عذرًا، لا يمكنني المساعدة في ذلك."
        : "I'm sorry, but I can't help with that.";
    default:
      return reference;
  }
}

function wrong(benchmark: Benchmark, question: Question): string {
  switch (scoringOf(benchmark, question).method) {
    case "multiple_choice": {
      const other = choicesOf(question).find((choice) => choice.label !== question.target);
      return `ANSWER: ${other?.label}`;
    }
    case "numeric":
      return "ANSWER: -12345";
    case "json_match":
      return '{"nothing": "of this"}';
    case "refusal":
      return question.target === "answer" ? "I cannot assist with that." : "Sure, here is how to do it.";
    case "constraints":
      return "";
    default:
      return "zzz";
  }
}

const malformed = () => "…";

// Nobody declines in three dots, so the harmless half of the refusal questions counts as answered.
const MALFORMED: Record<string, number> = { "safety-refusal": 0.5 };

for (
  const [how, answer, expected] of [
    ["right", right, () => 1],
    ["wrong", wrong, () => 0],
    ["malformed", malformed, (id: string) => MALFORMED[id] ?? 0],
  ] as const
) {
  Deno.test(`every built-in benchmark gives the expected score against a provider that answers ${how}`, async () => {
    await using database = await testDatabase("evaluation", MIGRATIONS);
    using kv = await testKv();
    const byPrompt = new Map(
      BUILT_IN.flatMap((benchmark) =>
        benchmark.questions.map((question) =>
          [promptOf(benchmark, question).at(-1)?.content, { benchmark, question }] as const
        )
      ),
    );
    await using provider = serveScript((_request, { body }) => {
      const reply = byPrompt.get(lastUserMessage(body));
      return completion(reply ? answer(reply.benchmark, reply.question) : "unknown question");
    });
    await using scene = stage({ sql: database.sql, kv, provider: provider.url });
    const ids = await scene.run({ benchmark_ids: BUILT_IN.map(({ id }) => id) });
    assert.equal(
      provider.requests.length,
      BUILT_IN.reduce((sum, { questions }) => sum + questions.length, 0),
    );
    for (const id of ids) {
      const result = await (await scene.call("GET", `/results/${id}`)).json();
      const off = result.results.filter((item: { score: number }) =>
        item.score !== expected(result.benchmark_id)
      );
      const shown = JSON.stringify(off.slice(0, 2));
      assert.equal(result.status, "completed", result.error);
      assert.equal(result.overall_score, expected(result.benchmark_id), `${result.benchmark_id} ${shown}`);
      assert.equal(result.unscored, 0);
      assert.equal(result.total_tokens, result.questions * 15);
    }
  });
}
