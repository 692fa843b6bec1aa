import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { readCsv } from "../benchmarks/csv.ts";
import { completion, numberIn, play, type Stage } from "../testing.ts";
import type { Matrix } from "./matrix.ts";

const SUMS = { sums: { questions: 4 } };
const read = async (scene: Stage, query: string): Promise<Matrix> => {
  const response = await scene.call("GET", `/result-matrix?${query}`);
  assert.equal(response.status, 200, await response.clone().text());
  return await response.json();
};

/** The model "even" is wrong on odd questions; whoever is told to be brief is wrong on the last one. */
const provider = () =>
  serveScript((_request, { body }) => {
    const { model, messages } = JSON.parse(body);
    const n = numberIn(body);
    const brief = messages[0].role === "system" && messages[0].content === "Be brief.";
    const wrong = model === "even" && n % 2 === 1 || brief && n === 3;
    return completion(wrong ? `=${n}\nANSWER: 0` : `ANSWER: ${n + 1}`);
  });

play(
  "a matrix has models and prompts as columns and questions as rows, with filters and a file",
  SUMS,
  async (make) => {
    await using script = provider();
    await using scene = make({ provider: script.url });
    const [good = ""] = await scene.run({ benchmark_ids: ["sums"], model_id: "good" });
    const [even = ""] = await scene.run({ benchmark_ids: ["sums"], model_id: "even", limit: 3 });
    const [brief = ""] = await scene.run({
      ...{ benchmark_ids: ["sums"], model_id: "good", system_prompt: "Be brief." },
    });
    const results = `results=${[good, even, brief].join()}`;
    const all = await read(scene, results);
    assert.deepEqual(
      all.columns.map(({ model_id, system_prompt, scored, passed_count, pass_rate }) => [
        ...[model_id, system_prompt, scored, passed_count, pass_rate],
      ]),
      [["good", null, 4, 4, 1], ["even", null, 3, 2, 2 / 3], ["good", "Be brief.", 4, 3, 0.75]].map((row) =>
        row.map((value) => typeof value === "number" ? Math.round(value * 1e6) / 1e6 : value)
      ),
    );
    assert.deepEqual(all.rows.map(({ cells }) => cells.map(({ passed }) => passed)), [
      [true, true, true],
      [true, false, true],
      [true, true, true],
      [true, null, false],
    ]);
    assert.equal(all.rows[3]?.cells[1]?.status, "not_asked");
    assert.deepEqual(all.rows[1]?.cells[1], {
      status: "answered",
      score: 0,
      passed: false,
      answer: "=1\nANSWER: 0",
    });
    for (const column of all.columns) {
      const [low = 1, high = 0] = column.confidence_interval ?? [];
      assert.ok(low < high);
    }

    const ids = async (query: string) =>
      (await read(scene, `${results}&${query}`)).rows.map((row) => row.question_id);
    assert.deepEqual(await ids("show=differing"), ["q1", "q3"]);
    assert.deepEqual(await ids("show=failed&skip=1&limit=1"), ["q3"]);
    assert.deepEqual(await ids("show=unscored"), []);
    assert.deepEqual(await ids("category=general"), ["q0", "q1", "q2", "q3"]);
    assert.equal((await read(scene, `${results}&category=odd`)).columns[0]?.pass_rate, null);

    const file = await scene.call("GET", `/result-matrix/export?${results}&show=differing`);
    const lines = readCsv(await file.text()).map(({ cells }) => cells);
    assert.deepEqual(lines.map((line) => [line[0], line[7], line[8], line[9]]), [
      [
        "question_id",
        `even ${even.slice(-4)} score`,
        `even ${even.slice(-4)} passed`,
        `even ${even.slice(-4)} answer`,
      ],
      ["q1", "0", "false", "'=1\nANSWER: 0"],
      ["q3", "", "", ""],
    ]);

    const board = await (await scene.call("GET", "/leaderboard")).json();
    assert.equal(board.find((row: { model_id: string }) => row.model_id === "good").overall_score, 1);
  },
);

play("a matrix refuses results of two benchmarks, of other people and ids that are none", {
  ...SUMS,
  more: { questions: 2 },
}, async (make) => {
  await using script = provider();
  await using scene = make({ provider: script.url });
  const ids = await scene.run({ benchmark_ids: ["sums", "more"], model_id: "good" });
  const status = async (results: string, sub = "user-1") =>
    (await scene.call("GET", `/result-matrix?results=${results}`, undefined, { sub })).status;
  assert.equal(await status(ids.join()), 409);
  assert.equal(await status(ids[0] ?? "", "other"), 404);
  assert.equal(await status(`${ids[0]},${ids[0]}`), 422);
  assert.equal(await status("x"), 422);
  assert.equal(await status(""), 422);
});

play("one question of a result is read by its id, with all its epochs", SUMS, async (make) => {
  await using script = provider();
  await using scene = make({ provider: script.url });
  const [id] = await scene.run({ benchmark_ids: ["sums"], model_id: "even", epochs: 2 });
  const { results } = await (await scene.call("GET", `/results/${id}?question_id=q1`)).json();
  assert.deepEqual(
    results.map((answer: { question_id: string; epoch: number; passed: boolean }) => [
      ...[answer.question_id, answer.epoch, answer.passed],
    ]),
    [["q1", 1, false], ["q1", 2, false]],
  );
});
