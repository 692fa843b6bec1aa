import assert from "node:assert/strict";
import { pause } from "lib/deadlines.ts";
import { serveScript } from "lib/testing.ts";
import { answer, begin, lastUserMessage, numberIn, play, QUESTIONS, until } from "../testing.ts";

play("what was answered before a crash is not asked again", { sums: {} }, async (make) => {
  const { promise: crashed, resolve: crash } = Promise.withResolvers<void>();
  await using provider = serveScript(async (_request, { body }) => {
    if (numberIn(body) > 12) await crashed;
    return answer(body);
  });
  const first = make({ provider: provider.url, width: 4 });
  const id = await begin(first, { benchmark_ids: ["sums"] });
  await until(async () => ((await first.evaluations.find(id))?.progress.answered ?? 0) >= 12);
  await first.worker?.stop();
  crash();
  const answeredBefore = (await first.answers.list(id)).map((item) => item.question_id);
  const askedBefore = provider.requests.length;
  await using second = make({ provider: provider.url });
  const ended = await second.ended(id);
  assert.equal(ended.status, "completed");
  assert.equal(ended.overall_score, 1);
  const askedAfter = provider.requests.slice(askedBefore).map(({ body }) => `q${numberIn(body)}`);
  assert.deepEqual(askedAfter.filter((question) => answeredBefore.includes(question)), []);
  assert.equal(askedAfter.length, QUESTIONS - answeredBefore.length);
  await first[Symbol.asyncDispose]();
});

play(
  "draining lets what is under way be answered, and the next worker asks only the rest",
  { sums: {} },
  async (make) => {
    await using provider = serveScript(async (_request, { body }) => {
      await pause(40);
      return answer(body);
    });
    const first = make({ provider: provider.url, width: 4 });
    const id = await begin(first, { benchmark_ids: ["sums"] });
    await until(() => provider.requests.length >= 8);
    first.lifecycle.drain();
    assert.equal(await first.lifecycle.idle(5000), true);
    await first.worker?.stop();
    assert.ok(provider.requests.length < QUESTIONS);
    await using second = make({ provider: provider.url });
    assert.equal((await second.ended(id)).status, "completed");
    assert.equal(provider.requests.length, QUESTIONS, "no question was asked twice");
  },
);

play("two workers on one database and KV never double work", { a: {}, b: {}, c: {}, d: {} }, async (make) => {
  await using provider = serveScript(async (_request, { body }) => {
    await pause(Math.random() * 5);
    return answer(body);
  });
  await using first = make({ provider: provider.url });
  await using _second = make({ provider: provider.url });
  const ids = await first.run({ benchmark_ids: ["a", "b", "c", "d"] });
  for (const id of ids) assert.equal((await first.ended(id)).overall_score, 1);
  assert.equal(provider.requests.length, 4 * QUESTIONS);
  assert.equal(new Set(provider.requests.map(({ body }) => lastUserMessage(body))).size, 4 * QUESTIONS);
});

play("no more evaluations run at once than allowed, whatever the number of workers", {
  a: { questions: 4 },
  b: { questions: 4 },
  c: { questions: 4 },
  d: { questions: 4 },
  e: { questions: 4 },
}, async (make) => {
  const open = new Map<string, number>();
  let most = 0;
  // The first waits for another to be asked beside it, however slowly the machine takes it up.
  const { promise: two, resolve: seen } = Promise.withResolvers<void>();
  await using provider = serveScript(async (_request, { body }) => {
    const name = lastUserMessage(body).slice(0, 1);
    open.set(name, (open.get(name) ?? 0) + 1);
    most = Math.max(most, [...open.values()].filter((count) => count > 0).length);
    if (most > 1) seen();
    await two;
    await pause(10);
    open.set(name, (open.get(name) ?? 0) - 1);
    return answer(body);
  });
  await using first = make({ provider: provider.url, slots: 2, width: 2 });
  await using _second = make({ provider: provider.url, slots: 2, width: 2 });
  await first.run({ benchmark_ids: ["a", "b", "c", "d", "e"] });
  assert.equal(most, 2);
});

play(
  "an evaluation whose job was never added is found and run",
  { sums: { questions: 3 } },
  async (make, kv, sql) => {
    await using provider = serveScript((_request, { body }) => answer(body));
    const idle = make({ provider: provider.url, works: false });
    const id = await begin(idle, { benchmark_ids: ["sums"] });
    await kv.delete(["evaluation", "jobs", id]);
    await sql`update evaluation.evaluations set created_at = now() - interval '1 minute'`;
    await using scene = make({ provider: provider.url });
    assert.equal((await scene.ended(id)).status, "completed");
  },
);

play("a late worker cannot write once another has the claim", { sums: { questions: 3 } }, async (make) => {
  await using provider = serveScript((_request, { body }) => answer(body));
  const scene = make({ provider: provider.url, works: false });
  const id = await begin(scene, { benchmark_ids: ["sums"] });
  assert.ok(await scene.evaluations.begin(id, 1));
  assert.ok(await scene.evaluations.begin(id, 2));
  assert.equal(await scene.evaluations.begin(id, 1), undefined);
  const late = {
    question_id: "q0",
    epoch: 1,
    status: "answered" as const,
    prompt: [],
    response: "x",
    error: null,
    finish_reason: null,
    response_model: null,
    latency_ms: 1,
    prompt_tokens: null,
    completion_tokens: null,
    total_tokens: null,
    tries: 1,
    asked_at: new Date().toISOString(),
  };
  assert.equal(await scene.answers.add(id, 1, [late]), false);
  assert.equal(await scene.answers.add(id, 2, [late]), true);
  assert.equal(await scene.answers.add(id, 2, [{ ...late, response: "y" }]), true);
  assert.deepEqual((await scene.answers.list(id)).map((item) => item.response), ["x"]);
});

play(
  "an evaluation that no worker can finish is failed in the end",
  { sums: { questions: 3 } },
  async (make, kv, sql) => {
    await using provider = serveScript((_request, { body }) => answer(body));
    const idle = make({ provider: provider.url, works: false });
    const id = await begin(idle, { benchmark_ids: ["sums"] });
    await kv.set(["evaluation", "jobs", id], { claims: 50, not_before: 0 });
    await sql`update evaluation.benchmark_versions set content = '{}'`;
    await using scene = make({ provider: provider.url });
    const ended = await scene.ended(id);
    assert.deepEqual([ended.status, ended.error], ["failed", "no worker completed it in 50 attempts"]);
  },
);
