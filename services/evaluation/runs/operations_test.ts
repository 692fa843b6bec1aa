import assert from "node:assert/strict";
import { pause } from "lib/deadlines.ts";
import { serveScript } from "lib/testing.ts";
import { answer, begin, completion, detail, play, QUESTIONS, until } from "../testing.ts";

play("cancelling stops the asking; a retry asks the rest", { sums: {} }, async (make) => {
  let inHand = 0;
  await using provider = serveScript(async (_request, { body }) => {
    inHand++;
    await pause(20);
    inHand--;
    return answer(body);
  });
  await using scene = make({ provider: provider.url, width: 3 });
  const id = await begin(scene, { benchmark_ids: ["sums"] });
  await until(() => provider.requests.length >= 6);
  const cancelled = await scene.call("POST", `/results/${id}/cancel`);
  assert.equal(cancelled.status, 200);
  assert.equal((await cancelled.json()).status, "cancelled");
  // Between two questions nothing is in hand for a moment either: the run is over once its job is gone.
  await until(async () => !await scene.queue.has(id));
  await until(() => inHand === 0);
  const askedThen = provider.requests.length;
  assert.ok(askedThen < QUESTIONS);
  assert.equal((await scene.call("POST", `/results/${id}/cancel`)).status, 409);
  assert.equal((await scene.call("POST", `/results/${id}/rescore`)).status, 200);
  await scene.ended(id);
  assert.equal(provider.requests.length, askedThen, "rescoring asks nothing");
  assert.equal((await scene.call("POST", `/results/${id}/retry`)).status, 200);
  assert.equal((await scene.ended(id)).status, "completed");
  assert.ok(
    provider.requests.length <= QUESTIONS + 6,
    "only what was under way or not stored yet is asked again",
  );
});

play("an evaluation cancelled while queued never runs", { a: {}, b: {} }, async (make) => {
  await using provider = serveScript((_request, { body }) => answer(body));
  const idle = make({ provider: provider.url, works: false });
  const id = await begin(idle, { benchmark_ids: ["a"] });
  assert.equal((await detail(idle, id)).phase, "queued");
  await idle.call("POST", `/results/${id}/cancel`);
  await using scene = make({ provider: provider.url });
  await scene.run({ benchmark_ids: ["b"] });
  assert.equal(provider.requests.length, QUESTIONS);
  await until(async () => !await scene.queue.has(id));
});

const JUDGED = { sums: { questions: 2, scoring: { method: "llm_judge" } } };

play("a run under way is neither retried nor scored again", { sums: {} }, async (make) => {
  await using provider = serveScript((_request, { body }) => answer(body));
  const idle = make({ provider: provider.url, works: false });
  const id = await begin(idle, { benchmark_ids: ["sums"] });
  for (const operation of ["retry", "rescore"]) {
    const refused = await idle.call("POST", `/results/${id}/${operation}`);
    assert.equal(refused.status, 409, operation);
    assert.match(JSON.stringify(await refused.json()), /still running/);
  }
  assert.equal((await detail(idle, id)).phase, "queued");
});

play(
  "a provider that is no longer configured is named before anything begins again",
  JUDGED,
  async (make) => {
    await using provider = serveScript(() => completion("GRADE: C"));
    let id: string | undefined;
    {
      await using scene = make({ provider: provider.url, judge: { provider: "openai", model: "strict" } });
      [id] = await scene.run({ benchmark_ids: ["sums"] });
    }
    await using without = make({ works: false });
    for (const operation of ["retry", "rescore"]) {
      const refused = await without.call("POST", `/results/${id}/${operation}`);
      assert.equal(refused.status, 503, operation);
      assert.match(JSON.stringify(await refused.json()), /openai is not configured: set OPENAI_API_KEY/);
    }
    assert.equal((await detail(without, id)).status, "completed");
  },
);

play("the judge of another round is the one asked for, else the one of before", JUDGED, async (make) => {
  await using provider = serveScript((_request, { body }) =>
    JSON.parse(body).model === "m" ? answer(body) : completion("GRADE: C")
  );
  await using scene = make({ provider: provider.url, judge: { provider: "openai", model: "strict" } });
  const [id = ""] = await scene.run({ benchmark_ids: ["sums"] });
  const rescore = async (input: Record<string, unknown>) => {
    const response = await scene.call("POST", `/results/${id}/rescore`, input);
    if (response.status !== 200) return `${response.status} ${JSON.stringify(await response.json())}`;
    await scene.ended(id);
    const { judge_provider, judge_model } = await detail(scene, id);
    return `${judge_provider}/${judge_model}`;
  };
  assert.match(await rescore({ judge_model: "m" }), /^422 .*"judge_model".*self_judge/);
  assert.equal(await rescore({}), "openai/strict");
  assert.equal(await rescore({ judge_model: "kind" }), "openai/kind");
  // The same name at another provider is another model.
  assert.equal(await rescore({ judge_model: "m", judge_provider: "gateway" }), "gateway/m");
  assert.equal(await rescore({ judge_provider: "openai", judge_model: "m", self_judge: true }), "openai/m");
  assert.equal(await rescore({}), "openai/m", "the choice of before needs no second consent");
  const judges = provider.requests.map(({ body }) => JSON.parse(body).model).filter((model) => model !== "m");
  assert.equal(judges.length, 2 * 3, "two answers each by strict, strict again and kind");
});

play("scoring again without a judge asks nobody", { sums: {} }, async (make) => {
  await using provider = serveScript((_request, { body }) => answer(body));
  await using scene = make({ provider: provider.url });
  const [id = ""] = await scene.run({ benchmark_ids: ["sums"] });
  assert.equal((await scene.call("POST", `/results/${id}/rescore`)).status, 200);
  await scene.ended(id);
  const { judge_provider, judge_model, overall_score } = await detail(scene, id);
  assert.deepEqual([judge_provider, judge_model, overall_score], [null, null, 1]);
  assert.equal(provider.requests.length, QUESTIONS);
});
