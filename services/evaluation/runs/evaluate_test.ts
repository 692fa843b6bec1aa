import assert from "node:assert/strict";
import { pause } from "lib/deadlines.ts";
import { serveScript } from "lib/testing.ts";
import { answer, completion, detail, lastUserMessage, numberIn, play } from "../testing.ts";

play("an evaluation asks, scores and sums up", { sums: {} }, async (make) => {
  await using provider = serveScript((_request, { body }) =>
    numberIn(body) < 6 ? completion("ANSWER: 999") : answer(body)
  );
  const prices = { m: { input_per_million: 1, output_per_million: 4 } };
  await using scene = make({ provider: provider.url, prices });
  const [id] = await scene.run({ benchmark_ids: ["sums"], temperature: 0.3, max_tokens: 50 });
  const result = await detail(scene, id);
  assert.equal(result.status, "completed");
  assert.equal(result.overall_score, 0.8);
  assert.equal(result.pass_rate, 0.8);
  assert.deepEqual(result.progress, { answered: 30, scored: 30, total: 30 });
  assert.ok(result.confidence_interval[0] < 0.8 && result.confidence_interval[1] > 0.8);
  // √(0.8 × 0.2 / 29)
  assert.ok(Math.abs(result.standard_error - 0.074278) < 1e-6);
  assert.deepEqual([result.prompt_tokens, result.completion_tokens, result.total_tokens], [300, 150, 450]);
  assert.equal(result.cost_usd, 0.0009);
  assert.ok(result.avg_latency_ms > 0);
  assert.deepEqual([result.temperature, result.max_tokens], [0.3, 50]);
  const [first] = result.results;
  assert.deepEqual(
    [first.model_response, first.reference_answer, first.score, first.scoring_method, first.extracted_answer],
    ["ANSWER: 999", "1", 0, "numeric", "999"],
  );
  assert.equal(first.scoring_rule, "answer_line");
  assert.equal(first.prompt[0].role, "user");
  assert.deepEqual(Object.keys(result.language_scores), ["ar", "en"]);
});

play("a limit takes the first questions, a seed draws them, epochs ask again", { sums: {} }, async (make) => {
  await using provider = serveScript((_request, { body }) => answer(body));
  await using scene = make({ provider: provider.url });
  const ids = async (input: Record<string, unknown>) => {
    const [id] = await scene.run({ benchmark_ids: ["sums"], ...input });
    const { results } = await detail(scene, id);
    return results.map((item: { question_id: string; epoch: number }) => `${item.question_id}/${item.epoch}`);
  };
  assert.deepEqual(await ids({ limit: 2 }), ["q0/1", "q1/1"]);
  assert.deepEqual(await ids({ limit: 2, epochs: 2 }), ["q0/1", "q1/1", "q0/2", "q1/2"]);
  const drawn = await ids({ limit: 3, seed: 5 });
  assert.deepEqual(await ids({ limit: 3, seed: 5 }), drawn);
  assert.notDeepEqual(drawn, ["q0/1", "q1/1", "q2/1"]);
});

play("the questions of one evaluation are asked in parallel, as many as set", { sums: {} }, async (make) => {
  let open = 0;
  let most = 0;
  await using provider = serveScript(async (_request, { body }) => {
    most = Math.max(most, ++open);
    await pause(20);
    open--;
    return answer(body);
  });
  await using scene = make({ provider: provider.url, width: 6 });
  await scene.run({ benchmark_ids: ["sums"] });
  assert.equal(most, 6);
});

play("answers that never come are unscored, not wrong", { sums: {} }, async (make) => {
  let failing = (n: number) => n < 3;
  await using provider = serveScript((_request, { body }) =>
    failing(numberIn(body)) ? Response.json({ error: { message: "bad" } }, { status: 400 }) : answer(body)
  );
  await using scene = make({ provider: provider.url });
  const [few] = await scene.run({ benchmark_ids: ["sums"] });
  const tenth = await detail(scene, few);
  assert.deepEqual([tenth.status, tenth.unscored, tenth.overall_score], ["completed", 3, 1]);
  assert.deepEqual([tenth.results[0].score, tenth.results[0].status, tenth.results[0].scoring_rule], [
    null,
    "error",
    "unanswered_error",
  ]);

  failing = (n) => n < 4;
  const [many] = await scene.run({ benchmark_ids: ["sums"] });
  const failed = await detail(scene, many);
  assert.equal(failed.status, "failed");
  assert.match(failed.error, /4 of 30 answers have no score/);
  assert.match(failed.error, /openai answered 400.*\(4 times\)/);
  assert.equal(failed.overall_score, 1, "the partial results stay readable");

  failing = () => false;
  const before = provider.requests.length;
  await scene.call("POST", `/results/${many}/retry`);
  const mended = await scene.ended(many ?? "");
  assert.deepEqual([mended.status, mended.unscored, mended.error], ["completed", 0, null]);
  assert.equal(provider.requests.length - before, 4, "only the unscored questions are asked again");
});

play("a run where all calls fail says why", { sums: { questions: 4 } }, async (make) => {
  await using provider = serveScript((_request, { body }) =>
    numberIn(body) === 0
      ? Response.json({ error: { message: "prompt too long" } }, { status: 400 })
      : Response.json({ error: { message: "no disk, key sk-abc4567890defghij" } }, { status: 500 })
  );
  await using scene = make({ provider: provider.url });
  const [id] = await scene.run({ benchmark_ids: ["sums"] });
  const { status, error, overall_score } = await detail(scene, id);
  assert.deepEqual([status, overall_score], ["failed", null]);
  assert.match(
    error,
    /^4 of 4 answers have no score; at most 10 % may: .*500.*\(3 times\); .*400.*\(once\)$/,
  );
  assert.doesNotMatch(error, /sk-abc/);
});

play(
  "a refused key fails the evaluation at once, with what was answered readable",
  { sums: {} },
  async (make) => {
    await using provider = serveScript((_request, { body }, at) =>
      at < 5 ? answer(body) : Response.json({ error: { message: "no such key test-key" } }, { status: 401 })
    );
    await using scene = make({ provider: provider.url, width: 2 });
    const [id] = await scene.run({ benchmark_ids: ["sums"] });
    const result = await detail(scene, id);
    assert.equal(result.status, "failed");
    assert.match(result.error, /openai answered 401/);
    assert.doesNotMatch(JSON.stringify(result), /test-key/);
    const { answered } = result.progress;
    assert.ok(
      answered === 4 || answered === 5,
      "the one that was under way beside the refused one may be dropped",
    );
    assert.ok(provider.requests.length <= 7);
    assert.equal(
      result.results.filter((item: { status: string }) => item.status === "pending").length,
      30 - answered,
    );
  },
);

play(
  "a provider that limits the rate is waited for, and every question is answered once",
  { sums: {} },
  async (make) => {
    let budget = 8;
    await using provider = serveScript((_request, { body }) => {
      if (budget-- > 0) return answer(body);
      setTimeout(() => budget = 8, 40);
      return Response.json({ error: { message: "slow down" } }, {
        status: 429,
        headers: { "retry-after-ms": "60" },
      });
    });
    await using scene = make({ provider: provider.url, width: 10, timeoutMs: 2000 });
    const [id] = await scene.run({ benchmark_ids: ["sums"] });
    const result = await detail(scene, id);
    assert.deepEqual([result.status, result.unscored, result.overall_score], ["completed", 0, 1]);
  },
);

play("a question that hangs times out; the others are answered", { sums: {} }, async (make) => {
  const stuck = Promise.withResolvers<Response>();
  await using provider = serveScript((_request, { body }) =>
    numberIn(body) === 7 ? stuck.promise : answer(body)
  );
  await using scene = make({ provider: provider.url, timeoutMs: 250 });
  const [id] = await scene.run({ benchmark_ids: ["sums"] });
  stuck.resolve(completion("late"));
  const result = await detail(scene, id);
  assert.deepEqual([result.status, result.unscored], ["completed", 1]);
  assert.deepEqual([result.results[7].status, result.results[7].scoring_rule], [
    "timeout",
    "unanswered_timeout",
  ]);
});

const JUDGED = { sums: { questions: 10, scoring: { method: "llm_judge" } } };

play(
  "a judge grades, what it cannot grade is unscored, and another judge may score again",
  JUDGED,
  async (make) => {
    await using provider = serveScript((_request, { body }) => {
      const { model } = JSON.parse(body);
      if (model === "m") return answer(body);
      if (model === "kind") return completion("Fine.\nGRADE: C");
      return completion(/QUESTION\nsums: 0 /.test(lastUserMessage(body)) ? "I like it" : "GRADE: P");
    });
    await using scene = make({ provider: provider.url, judge: { provider: "openai", model: "strict" } });
    const [id] = await scene.run({ benchmark_ids: ["sums"] });
    const result = await detail(scene, id);
    assert.deepEqual([result.status, result.unscored, result.overall_score], ["completed", 1, 0.5]);
    assert.deepEqual([result.judge_provider, result.judge_model], ["openai", "strict"]);
    assert.equal(result.results[0].scoring_rule, "judge_unparsable");
    const before = provider.requests.length;
    const again = await scene.call("POST", `/results/${id}/rescore`, { judge_model: "kind" });
    assert.equal(again.status, 200);
    await scene.ended(id ?? "");
    const rescored = await detail(scene, id);
    assert.deepEqual([rescored.overall_score, rescored.judge_model, rescored.unscored], [1, "kind", 0]);
    assert.equal(provider.requests.length - before, 10, "only the judge was asked");
  },
);

play("the model under test does not grade itself unless asked", JUDGED, async (make) => {
  await using provider = serveScript(() => completion("GRADE: C"));
  await using scene = make({ provider: provider.url });
  const start = (more: Record<string, unknown>) =>
    scene.call("POST", "/eval/run", { model_id: "m", provider: "openai", benchmark_ids: ["sums"], ...more });
  const none = await start({});
  assert.equal(none.status, 422);
  assert.match(JSON.stringify(await none.json()), /JUDGE_MODEL/);
  assert.equal((await start({ judge_model: "m" })).status, 422);
  assert.equal((await start({ judge_model: "m", self_judge: true })).status, 201);
  assert.equal((await start({ judge_model: "other" })).status, 201);
});

play("pass@k is estimated over the epochs", {
  sums: { questions: 2, scoring: { method: "pass_at_k", k: 2, of: { method: "numeric" } } },
}, async (make) => {
  const counts = new Map<number, number>();
  await using provider = serveScript((_request, { body }) => {
    const n = numberIn(body);
    const at = counts.get(n) ?? 0;
    counts.set(n, at + 1);
    return n === 0 && at > 0 ? completion("ANSWER: 99") : answer(body);
  });
  await using scene = make({ provider: provider.url });
  const refused = await scene.call("POST", "/eval/run", {
    model_id: "m",
    provider: "openai",
    benchmark_ids: ["sums"],
  });
  assert.equal(refused.status, 422);
  assert.deepEqual((await refused.json()).details[0].loc, ["body", "epochs"]);
  const [id] = await scene.run({ benchmark_ids: ["sums"], epochs: 4 });
  // One of four right: 1 − C(3, 2) / C(4, 2) = 0.5; the other question is always right.
  assert.equal((await detail(scene, id)).overall_score, 0.75);
});

play("an answer that the database refuses costs the run that answer alone", { sums: {} }, async (make) => {
  await using provider = serveScript(async (_request, { body }) => {
    const good = answer(body);
    if (numberIn(body) !== 7) return good;
    const counted = { prompt_tokens: 2 ** 70, completion_tokens: 1, total_tokens: 2 ** 70 };
    return Response.json({ ...await good.json(), usage: counted });
  });
  await using scene = make({ provider: provider.url });
  const [id] = await scene.run({ benchmark_ids: ["sums"] });
  const { status, progress, results } = await detail(scene, id);
  assert.equal(status, "completed");
  assert.deepEqual(progress, { answered: 30, scored: 29, total: 30 });
  const refused = results.find((item: { question_id: string }) => item.question_id === "q7");
  assert.equal(refused.error, "the answer cannot be stored");
});
