import assert from "node:assert/strict";
import { readBenchmark } from "./benchmark_files.ts";
import { hashOf } from "./benchmark.ts";

const HEAD = { id: "mine", name: "Mine", scoring: { method: "quasi_exact_match" } };

function load(file: string, text: string) {
  const loaded = readBenchmark(file, text);
  assert.deepEqual(loaded.faults, undefined);
  if (!loaded.benchmark) throw new Error("not loaded");
  return loaded.benchmark;
}

function faults(file: string, text: string): string[] {
  return (readBenchmark(file, text).faults ?? []).map((fault) =>
    `${fault.file}:${fault.line} ${fault.message}`
  );
}

Deno.test("a JSON benchmark is read with its defaults", () => {
  const benchmark = load(
    "mine.json",
    JSON.stringify({ ...HEAD, questions: [{ id: "1", input: "2+2?", target: "4", language: "en" }] }),
  );
  assert.equal(benchmark.version, "1");
  assert.deepEqual(benchmark.languages, ["en"]);
  assert.equal(benchmark.pass_score, 0.5);
});

Deno.test("a JSON fault names the line of the question", () => {
  const text = `{
  "id": "mine", "name": "Mine",
  "scoring": {"method": "multiple_choice"},
  "questions": [
    {"id": "1", "input": "a, [b] \\"c\\"", "choices": ["x", "y"], "target": "A"},
    {"id": "2", "input": "b", "choices": ["x", "y"], "target": "C"},
    {"id": "2", "input": "c", "choices": ["x", "y"], "target": "A"},
    {
      "id": "4", "inptu": "d"
    }
  ]
}`;
  assert.deepEqual(faults("mine.json", text).map((fault) => fault.slice(0, 60)), [
    "mine.json:6 question 2: target C is not among the labels A B",
    "mine.json:7 question 2: the id 2 is there twice",
    'mine.json:8 input: Invalid input; value: Unrecognized key: "',
  ]);
});

Deno.test("a JSON syntax error names its line", () => {
  assert.deepEqual(faults("bad.json", '{\n  "id": "x",\n  oops\n}'), ["bad.json:3 not JSON"]);
});

Deno.test("a fault in the head, in the method or in its options names the file", () => {
  const of = (change: Record<string, unknown>) =>
    faults(
      "x.json",
      JSON.stringify({ ...HEAD, questions: [{ id: "1", input: "q", target: "t" }], ...change }),
    );
  assert.match(of({ id: "Not Good" })[0] ?? "", /^x\.json:1 id: lower-case/);
  assert.match(of({ scoring: { method: "guess" } })[0] ?? "", /^x\.json:1 scoring/);
  assert.match(of({ scoring: { method: "numeric", tolerence: 1 } })[0] ?? "", /tolerence/);
  assert.match(of({ scoring: { method: "numeric" } })[0] ?? "", /target is not a number/);
  assert.match(
    of({ scoring: { method: "regex" }, questions: [{ id: "1", input: "q", target: "(" }] })[0] ?? "",
    /target/,
  );
  assert.match(of({ questions: [] })[0] ?? "", /no questions/);
});

Deno.test("JSONL of openai/evals is read", () => {
  const benchmark = load(
    "My Evals.jsonl",
    `{"input": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "2+2?"}], "ideal": "4"}
{"input": "3+3?", "ideal": ["6", "six"]}
`,
  );
  assert.equal(benchmark.id, "my-evals");
  assert.equal(benchmark.questions[0]?.id, "1");
  assert.deepEqual(benchmark.questions[1]?.target, ["6", "six"]);
  assert.equal(benchmark.scoring.method, "quasi_exact_match");
});

Deno.test("JSONL of inspect_ai is read", () => {
  const benchmark = load(
    "inspect.jsonl",
    '{"input": "Capital of Oman?", "target": "B", "choices": ["Doha", "Muscat"], "id": 7, "metadata": {"level": 1}}',
  );
  assert.equal(benchmark.scoring.method, "multiple_choice");
  assert.deepEqual(benchmark.questions[0], {
    id: "7",
    input: "Capital of Oman?",
    choices: ["Doha", "Muscat"],
    target: "B",
    metadata: { level: 1 },
  });
});

Deno.test("JSONL of lm-evaluation-harness and GSM8K is read", () => {
  const benchmark = load(
    "h.jsonl",
    `{"question": "Capital of Oman?", "choices": ["Doha", "Muscat"], "answer": 1}
{"question": "How many?", "answer": "3 + 4 = 7\\n#### 7"}`,
  );
  assert.equal(benchmark.questions[0]?.target, "B");
  assert.equal(benchmark.questions[1]?.target, "7");
  assert.deepEqual(benchmark.questions[1]?.scoring, { method: "numeric", which: "last", tolerance: 0 });
});

Deno.test("a JSONL file may begin with its own head", () => {
  const benchmark = load(
    "h.jsonl",
    `{"benchmark": {"id": "own", "version": "2.1", "license": "MIT", "scoring": {"method": "contains"}}}
{"input": "q", "target": "t"}`,
  );
  assert.deepEqual([benchmark.id, benchmark.version, benchmark.scoring.method], ["own", "2.1", "contains"]);
});

Deno.test("JSONL faults name their lines", () => {
  assert.deepEqual(
    faults("h.jsonl", '{"input": "q", "ideal": "a"}\n\nnope\n{"x": 1}\n{"input": "q"}'),
    [
      "h.jsonl:3 not JSON",
      "h.jsonl:4 none of the known forms: input and ideal, input and target, or question and answer",
      "h.jsonl:5 question 3: target is missing",
    ],
  );
});

Deno.test("CSV with a heading, quoted cells, several lines and Arabic labels is read", () => {
  const benchmark = load(
    "m.csv",
    '\uFEFFquestion,أ,ب,ج,answer,language\r\n"ما هي ""عاصمة"" عُمان,\nاليوم؟",الدوحة,مسقط,,ب,ar\r\n',
  );
  assert.deepEqual(benchmark.questions[0], {
    id: "1",
    language: "ar",
    input: 'ما هي "عاصمة" عُمان,\nاليوم؟',
    choices: ["الدوحة", "مسقط"],
    labels: ["أ", "ب"],
    target: "ب",
  });
});

Deno.test("CSV as MMLU has it, without a heading, is read", () => {
  const benchmark = load("mmlu.csv", "2+2?,3,4,5,6,B\n3+3?,6,7,8,9,A\n");
  assert.equal(benchmark.questions.length, 2);
  assert.deepEqual(benchmark.questions[0]?.labels, ["A", "B", "C", "D"]);
});

Deno.test("CSV of input and target is read", () => {
  assert.equal(load("p.csv", "input,target\nhello,مرحبا\n").questions[0]?.target, "مرحبا");
});

Deno.test("CSV faults name the line where the row starts", () => {
  assert.deepEqual(faults("m.csv", 'question,A,B,answer\n"q\nr",x,y,A\nshort,x\nq,x,y,\nq,x,y,E\n'), [
    "m.csv:4 2 cells where 4 are expected",
    "m.csv:5 the answer is empty",
    "m.csv:6 question 4: target E is not among the labels A B",
  ]);
  assert.deepEqual(faults("m.csv", 'question,answer\n"q,a\n'), ["m.csv:2 a quoted cell never closes"]);
});

Deno.test("the hash is of the content: it does not see the layout, and sees every change", async () => {
  const text = JSON.stringify({ ...HEAD, questions: [{ id: "1", input: "q", target: "t" }] });
  const other = JSON.stringify({ questions: [{ target: "t", id: "1", input: "q" }], ...HEAD }, null, 2);
  const hash = await hashOf(load("a.json", text));
  assert.equal(await hashOf(load("b.json", other)), hash);
  assert.notEqual(await hashOf(load("c.json", text.replace('"t"', '"u"'))), hash);
});
