import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { completion, lastUserMessage, on, play, type Stage } from "../testing.ts";

const MANAGER = { role: "manager", sub: "huda" } as const;
const OWN = {
  id: "city-services",
  name: "خدمات المدينة",
  scoring: { method: "contains" },
  questions: [
    { id: "q1", language: "ar", input: "ما رقم الطوارئ؟", target: "911" },
    { id: "q2", language: "en", input: "Which day is the office closed?", target: "Friday" },
  ],
};

async function call(scene: Stage, method: string, path: string, body?: unknown, as: object = MANAGER) {
  const response = await scene.call(method, path, body, as);
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

play(
  "a benchmark is written, read as it was written, run, changed over its edition and deleted",
  {},
  async (make) => {
    await using provider = serveScript(() => completion("It is 911"));
    await using scene = make({ provider: provider.url });
    const made = await call(scene, "POST", "/benchmarks", OWN);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id, source, languages, updated_by, hash } = made.body;
    assert.deepEqual([id, source, updated_by], [OWN.id, "written", "huda"]);
    assert.deepEqual(languages, ["ar", "en"]);
    assert.equal((await call(scene, "POST", "/benchmarks", OWN)).status, 409);

    const content = (await call(scene, "GET", `/benchmarks/${OWN.id}/content`, undefined, {})).body;
    assert.equal(content.hash, hash);
    assert.deepEqual(content.benchmark.questions, OWN.questions);

    const [run = ""] = await scene.run({ benchmark_ids: [OWN.id] });
    const ended = await scene.ended(run);
    assert.deepEqual([ended.status, ended.overall_score], ["completed", 0.5]);

    const next = { ...OWN, questions: OWN.questions.slice(0, 1) };
    const stale = await call(scene, "PUT", `/benchmarks/${OWN.id}?over=0`, next);
    assert.equal(stale.status, 409);
    const changed = await call(scene, "PUT", `/benchmarks/${OWN.id}?over=${hash}`, next);
    assert.deepEqual([changed.status, changed.body.question_count], [200, 1]);
    assert.notEqual(changed.body.hash, hash);
    assert.equal((await call(scene, "PUT", `/benchmarks/${OWN.id}`, { ...next, id: "other" })).status, 409);
    assert.equal((await call(scene, "GET", `/benchmarks/${OWN.id}`)).body.question_count, 1);

    assert.equal((await call(scene, "DELETE", `/benchmarks/${OWN.id}`)).status, 204);
    assert.equal((await call(scene, "DELETE", `/benchmarks/${OWN.id}`)).status, 404);
    assert.equal((await call(scene, "GET", `/benchmarks/${OWN.id}`)).status, 404);
    assert.equal((await call(scene, "GET", `/results/${run}`, undefined, { sub: "user-1" })).status, 200);
  },
);

Deno.test("faults of questions are told at their fields, with a code for each", async () => {
  await on(async (scene) => {
    const faults = async (parts: object) => {
      const { status, body } = await call(scene, "POST", "/benchmarks", { ...OWN, ...parts });
      assert.equal(status, 422, JSON.stringify(body));
      return body.details.map(({ loc, type }: { loc: unknown[]; type: string }) =>
        `${loc.join(".")} ${type}`
      );
    };
    const question = OWN.questions[0];
    assert.deepEqual(await faults({ questions: [question, { ...question, target: undefined }] }), [
      "body.questions.1.id id_twice",
    ]);
    assert.deepEqual(
      await faults({ scoring: { method: "numeric" }, questions: [{ ...question, target: "many" }] }),
      ["body.questions.0.target target_no_number"],
    );
    assert.deepEqual(
      await faults({
        scoring: { method: "multiple_choice" },
        questions: [{ ...question, choices: ["a", "b"] }],
      }),
      ["body.questions.0.target target_no_label"],
    );
    assert.deepEqual(await faults({ id: "Not so" }), ["body.id invalid_format"]);
    const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels));
    assert.deepEqual(await faults({ questions: [{ ...question, target: nested(150) }] }), [
      "body.questions.0.target custom",
    ]);
    assert.deepEqual(await faults({ questions: [{ ...question, target: nested(5000) }] }), [
      "body.questions.0.target too_deep",
    ]);
  });
});

Deno.test("blank text in a benchmark or a run is a 422 that names its field", async () => {
  await on(async (scene) => {
    const [first] = OWN.questions;
    for (const blank of ["   ", "\u200b", "\n"]) {
      for (
        const [body, ...loc] of [
          [{ ...OWN, name: blank }, "name"],
          [{ ...OWN, questions: [{ ...first, input: blank }] }, "questions", 0, "input"],
        ] as const
      ) {
        const refused = await call(scene, "POST", "/benchmarks", body);
        assert.equal(refused.status, 422, JSON.stringify(body));
        assert.deepEqual(refused.body.details[0].loc.slice(0, loc.length + 1), ["body", ...loc]);
      }
      const run = await call(scene, "POST", "/eval/run", {
        model_id: blank,
        provider: "openai",
        benchmark_ids: ["arabic-grammar"],
      });
      assert.deepEqual([run.status, run.body.details[0].loc], [422, ["body", "model_id"]]);
    }
  });
});

Deno.test("who is neither manager nor admin reads benchmarks and writes none", async () => {
  await on(async (scene) => {
    const as = { role: "user", sub: "badr" } as const;
    const trial = {
      benchmark: { scoring: { method: "contains" } },
      question: OWN.questions[0],
      answer: "911",
    };
    assert.equal((await call(scene, "POST", "/benchmarks", OWN, as)).status, 403);
    assert.equal((await call(scene, "PUT", "/benchmarks/arabic-grammar", OWN, as)).status, 403);
    assert.equal((await call(scene, "DELETE", "/benchmarks/arabic-grammar", undefined, as)).status, 403);
    assert.equal((await call(scene, "POST", "/benchmarks/try", trial, as)).status, 403);
    assert.equal(
      (await call(scene, "POST", "/benchmarks/read", { file: "a.csv", text: "" }, as)).status,
      403,
    );
    assert.equal((await call(scene, "GET", "/benchmarks/arabic-grammar/content", undefined, as)).status, 200);
  });
});

Deno.test("a built-in benchmark is neither changed nor deleted, and its id is taken", async () => {
  await on(async (scene) => {
    const { body } = await call(scene, "GET", "/benchmarks/arabic-grammar/content");
    assert.equal((await call(scene, "PUT", "/benchmarks/arabic-grammar", body.benchmark)).status, 409);
    assert.equal((await call(scene, "POST", "/benchmarks", body.benchmark)).status, 409);
    assert.equal((await call(scene, "DELETE", "/benchmarks/arabic-grammar")).status, 404);
    const copy = await call(scene, "POST", "/benchmarks", { ...body.benchmark, id: "own-grammar" });
    assert.equal(copy.status, 201, JSON.stringify(copy.body));
  });
});

Deno.test("a file is read without being stored; its faults name their lines", async () => {
  await on(async (scene) => {
    const read = async (file: string, text: string) =>
      (await call(scene, "POST", "/benchmarks/read", { file, text })).body;
    const csv = await read("Capitals.CSV", "question,أ,ب,answer\nعاصمة عُمان؟,الدوحة,مسقط,ب\n");
    assert.deepEqual([csv.benchmark.id, csv.benchmark.questions[0].target], ["capitals", "ب"]);
    const broken = await read("x.jsonl", '{"input": "1?", "target": "1"}\nnot json\n');
    assert.equal(broken.benchmark, null);
    assert.deepEqual(broken.faults, [{ file: "x.jsonl", line: 2, message: "not JSON" }]);
    const other = await call(scene, "POST", "/benchmarks/read", { file: "x.pdf", text: "" });
    assert.equal(other.status, 422);
  });
});

Deno.test("a question is tried on a model or an answer, and nothing is stored", async () => {
  await using script = serveScript((_request, { body }) => {
    const { model } = JSON.parse(body);
    if (model === "judge") return completion("GRADE: C");
    if (model === "broken") return Response.json({ error: { message: "no such model" } }, { status: 404 });
    return completion(/ANSWER/.test(lastUserMessage(body)) ? "ANSWER: 4" : "four");
  });
  await on(async (scene) => {
    const numeric = {
      benchmark: { scoring: { method: "numeric" }, system_prompt: "Reckon." },
      question: { id: "q", input: "2 + 2?", target: "4" },
    };
    const asked = await call(scene, "POST", "/benchmarks/try", {
      ...numeric,
      model_id: "m",
      provider: "openai",
    });
    assert.deepEqual([asked.status, asked.body.response, asked.body.score], [200, "ANSWER: 4", 1]);
    assert.equal(asked.body.prompt[0].content, "Reckon.");
    const given = await call(scene, "POST", "/benchmarks/try", { ...numeric, answer: "ANSWER: 5" });
    assert.deepEqual([given.body.score, given.body.latency_ms], [0, null]);
    const judged = { ...numeric, benchmark: { scoring: { method: "llm_judge" } }, answer: "four" };
    assert.equal((await call(scene, "POST", "/benchmarks/try", judged)).body.score, 1);
    const neither = await call(scene, "POST", "/benchmarks/try", numeric);
    assert.deepEqual([neither.status, neither.body.details[0].type], [422, "model_missing"]);
    const broken = { ...numeric, model_id: "broken", provider: "openai" };
    assert.equal((await call(scene, "POST", "/benchmarks/try", broken)).status, 502);
    const azure = { ...numeric, question: { ...numeric.question, target: "x" }, answer: "4" };
    const fault = (await call(scene, "POST", "/benchmarks/try", azure)).body.details[0];
    assert.deepEqual([fault.loc, fault.type], [["body", "question", "target"], "target_no_number"]);
    const list = await call(scene, "GET", "/benchmarks");
    assert.equal(list.body.length, 10);
  }, { provider: script.url, judge: { provider: "openai", model: "judge" } });
});

Deno.test("no more is written than there is room for", async () => {
  await on(async (scene) => {
    const long = "x".repeat(150_000);
    const questions = Array.from({ length: 60 }, (_, at) => ({ id: `${at}`, input: long, target: "x" }));
    const statuses: number[] = [];
    for (let at = 0; at < 7; at++) {
      statuses.push((await call(scene, "POST", "/benchmarks", { ...OWN, id: `b${at}`, questions })).status);
    }
    assert.deepEqual(statuses, [201, 201, 201, 201, 201, 409, 409]);
  });
});
