import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { completion, detail, NOWHERE, numberIn, play, type Stage } from "../testing.ts";
import type { Labelling } from "./label.ts";

const SUMS = { sums: { questions: 6 }, judged: { questions: 2, scoring: { method: "llm_judge" } } };
const BOSS = { role: "manager", sub: "boss" } as const;

/** The model is wrong on question 5; its judge calls everything wrong. */
const provider = () =>
  serveScript((_request, { body }) => {
    const { model } = JSON.parse(body);
    if (model === "judge") return completion("GRADE: I");
    const n = numberIn(body);
    return completion(n === 5 ? "ANSWER: 0" : `ANSWER: ${n + 1}`);
  });

async function read(scene: Stage, id: string | undefined, query = "", sub = "user-1"): Promise<Labelling> {
  const response = await scene.call("GET", `/results/${id}/labels${query}`, undefined, { sub });
  assert.equal(response.status, 200, await response.clone().text());
  return await response.json();
}

async function say(
  scene: Stage,
  id: string | undefined,
  question_id: string,
  label: string,
  { as, remark }: { as?: Parameters<Stage["call"]>[3]; remark?: string } = {},
): Promise<number> {
  const response = await scene.call("PUT", `/results/${id}/labels`, { question_id, label, remark }, as);
  await response.body?.cancel();
  return response.status;
}

play(
  "labels stand beside the machine's scores, with who and when, and count only when somebody asks",
  SUMS,
  async (make) => {
    await using script = provider();
    await using scene = make({ provider: script.url });
    const [id] = await scene.run({ benchmark_ids: ["sums"] });
    const before = await detail(scene, id);
    for (const n of [0, 1, 2, 3, 4]) assert.equal(await say(scene, id, `q${n}`, "right"), 200);
    assert.equal(await say(scene, id, "q5", "partly", { remark: "nearly" }), 200);
    const said = await read(scene, id, "?skip=5&limit=1");
    assert.deepEqual([said.total, said.labelled, said.own, said.disputed, said.first_open], [
      6,
      6,
      6,
      0,
      null,
    ]);
    const [label] = said.items[0]?.labels ?? [];
    assert.deepEqual([label?.labelled_by, label?.label, label?.remark], ["user-1", "partly", "nearly"]);
    assert.match(label?.labelled_at ?? "", /^\d{4}-.*Z$/);
    assert.deepEqual([said.machine.compared, said.machine.agreed, said.machine.share], [6, 5, 0.833333]);
    const [low = 1, high = -1] = said.machine.kappa_interval ?? [];
    assert.ok(said.machine.kappa !== null && low < said.machine.kappa && said.machine.kappa < high);
    assert.equal((await detail(scene, id)).overall_score, before.overall_score);

    const rescored = await scene.call("POST", `/results/${id}/rescore`, { labels: true });
    assert.equal((await rescored.json()).uses_labels, true);
    await scene.ended(id ?? "");
    const after = await detail(scene, id);
    assert.equal(Math.round(after.overall_score * 1e4), Math.round(5.5 / 6 * 1e4));
    const last = after.results.at(-1);
    assert.deepEqual([last.score, last.machine_score, last.from_label], [0.5, 0, true]);
    assert.deepEqual((await read(scene, id)).machine, said.machine);
    assert.deepEqual(await (await scene.call("GET", "/leaderboard")).json(), []);

    await (await scene.call("POST", `/results/${id}/rescore`, {})).body?.cancel();
    await scene.ended(id ?? "");
    assert.equal((await detail(scene, id)).overall_score, before.overall_score);
  },
);

play("people who differ leave the machine's score, and who cannot say changes none", SUMS, async (make) => {
  await using script = provider();
  await using scene = make({ provider: script.url });
  const [id] = await scene.run({ benchmark_ids: ["sums"] });
  await say(scene, id, "q0", "wrong");
  await say(scene, id, "q0", "right", { as: BOSS });
  await say(scene, id, "q1", "cannot_say");
  await say(scene, id, "q5", "cannot_say");
  await say(scene, id, "q5", "right", { as: BOSS });
  const said = await read(scene, id);
  assert.deepEqual([said.labelled, said.own, said.disputed, said.machine.compared], [3, 3, 1, 1]);
  assert.deepEqual([said.machine.share, said.machine.kappa], [0, null]);
  await (await scene.call("POST", `/results/${id}/rescore`, { labels: true })).body?.cancel();
  await scene.ended(id ?? "");
  const { results } = await detail(scene, id);
  assert.deepEqual(results.map((result: { score: number }) => result.score), [1, 1, 1, 1, 1, 1]);
  assert.deepEqual(results.map((result: { from_label: boolean }) => result.from_label).indexOf(true), 5);

  const own = `/results/${id}/labels?question_id=q0`;
  assert.equal((await scene.call("DELETE", own)).status, 204);
  assert.equal((await scene.call("DELETE", own)).status, 404);
  assert.equal((await read(scene, id)).disputed, 0);
});

play(
  "judged answers come first and have an agreement of their own; labels need no judge",
  SUMS,
  async (make) => {
    await using script = provider();
    await using scene = make({ provider: script.url });
    const [id] = await scene.run({ benchmark_ids: ["judged"], judge_model: "judge" });
    const [sums] = await scene.run({ benchmark_ids: ["sums"] });
    assert.deepEqual((await read(scene, sums)).judge.compared, 0);
    await say(scene, id, "q0", "right");
    await say(scene, id, "q1", "wrong");
    const { judge, items, first_open } = await read(scene, id);
    assert.deepEqual([judge.compared, judge.agreed, judge.kappa, first_open], [2, 1, null, null]);
    assert.equal(items.length, 2);
    const asked = script.requests.length;
    await (await scene.call("POST", `/results/${id}/rescore`, { labels: true })).body?.cancel();
    await scene.ended(id ?? "");
    assert.equal((await detail(scene, id)).overall_score, 0.5);
    assert.equal(script.requests.length, asked);
  },
);

play("a label that cannot be is refused, names its field and changes nothing", SUMS, async (make) => {
  await using script = provider();
  await using scene = make({ provider: script.url });
  const [id] = await scene.run({ benchmark_ids: ["sums"] });
  const put = async (body: unknown, sub = "user-1", result = id) => {
    const response = await scene.call("PUT", `/results/${result}/labels`, body, { sub });
    return [response.status, (await response.json()).details?.[0].loc.join(".")];
  };
  assert.deepEqual(await put({ question_id: "q9", label: "right" }), [422, "body.question_id"]);
  assert.deepEqual(await put({ question_id: "q1", epoch: 2, label: "right" }), [422, "body.question_id"]);
  assert.deepEqual(await put({ question_id: "q1", label: "odd" }), [422, "body.label"]);
  assert.deepEqual(await put({ question_id: "q\u0000", label: "right" }), [422, "body.question_id"]);
  assert.deepEqual(await put({ question_id: "q1", label: "right", remark: "x".repeat(2001) }), [
    422,
    "body.remark",
  ]);
  assert.deepEqual(await put({ question_id: "q1", label: "right" }, "other"), [404, undefined]);
  assert.deepEqual(await put({ question_id: "q1", label: "right" }, "user-1", NOWHERE), [404, undefined]);
  assert.equal((await read(scene, id)).labelled, 0);
  assert.equal((await scene.call("POST", `/results/${id}/rescore`, { labels: true })).status, 409);
  assert.equal((await detail(scene, id)).status, "completed");
});
