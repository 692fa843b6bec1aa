import assert from "node:assert/strict";
import { serveScript, testKv, testOnEngines } from "lib/testing.ts";
import type { Sql } from "lib/db.ts";
import { asked, completion, MIGRATIONS, type Stage, stage, type StageOptions } from "./testing.ts";

const ENGINES = { schema: "evaluation", migrations: MIGRATIONS };
const QUESTIONS = 30;

/** Benchmarks that ask "n + 1?" for n below a number, as files. */
async function sums(
  options: Partial<Record<string, { questions?: number; scoring?: unknown }>>,
): Promise<string> {
  const folder = await Deno.makeTempDir();
  for (
    const [id, { questions = QUESTIONS, scoring = { method: "numeric" } } = {}] of Object.entries(options)
  ) {
    const list = Array.from({ length: questions }, (_, n) => ({
      id: `q${n}`,
      input: `${id}: ${n} + 1?`,
      target: String(n + 1),
      language: n % 2 ? "ar" : "en",
    }));
    await Deno.writeTextFile(
      `${folder}/${id}.json`,
      JSON.stringify({ id, name: id, scoring, questions: list }),
    );
  }
  return folder;
}

const numberIn = (body: string) => Number(asked(body).match(/: (\d+) \+/)?.[1]);
const answer = (body: string) => completion(`ANSWER: ${numberIn(body) + 1}`);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let at = 0; at < 400; at++) {
    if (await condition()) return;
    await pause(10);
  }
  throw new Error("it does not come to pass");
}

async function detail(scene: Stage, id: string | undefined) {
  return await (await scene.call("GET", `/results/${id}`)).json();
}

async function begin(scene: Stage, body: Record<string, unknown>): Promise<string> {
  const response = await scene.call("POST", "/eval/run", { model_id: "m", provider: "openai", ...body });
  return (await response.json()).eval_ids[0];
}

/** Runs `body` with a KV and benchmark files of its own on both engines. */
function play(
  name: string,
  files: Parameters<typeof sums>[0],
  body: (make: (options: Partial<StageOptions>) => Stage, kv: Deno.Kv, sql: Sql) => Promise<void>,
): void {
  testOnEngines(name, ENGINES, async (sql) => {
    using kv = await testKv();
    const benchmarksDir = await sums(files);
    try {
      await body((options) => stage({ sql, kv, benchmarksDir, ...options }), kv, sql);
    } finally {
      await Deno.remove(benchmarksDir, { recursive: true });
    }
  });
}

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

play("what was answered before a crash is not asked again", { sums: {} }, async (make) => {
  let slow = true;
  await using provider = serveScript(async (_request, { body }) => {
    if (slow && numberIn(body) > 12) await pause(500);
    return answer(body);
  });
  const first = make({ provider: provider.url, width: 4 });
  const id = await begin(first, { benchmark_ids: ["sums"] });
  await until(async () => ((await first.evaluations.find(id))?.progress.answered ?? 0) >= 12);
  await first.worker?.stop();
  slow = false;
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
  assert.equal(new Set(provider.requests.map(({ body }) => asked(body))).size, 4 * QUESTIONS);
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
  await using provider = serveScript(async (_request, { body }) => {
    const name = asked(body).slice(0, 1);
    open.set(name, (open.get(name) ?? 0) + 1);
    most = Math.max(most, [...open.values()].filter((count) => count > 0).length);
    await pause(10);
    open.set(name, (open.get(name) ?? 0) - 1);
    return answer(body);
  });
  await using first = make({ provider: provider.url, slots: 2, width: 2 });
  await using _second = make({ provider: provider.url, slots: 2, width: 2 });
  await first.run({ benchmark_ids: ["a", "b", "c", "d", "e"] });
  assert.equal(most, 2);
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

play("cancelling stops the asking; a retry asks the rest", { sums: {} }, async (make) => {
  await using provider = serveScript(async (_request, { body }) => {
    await pause(20);
    return answer(body);
  });
  await using scene = make({ provider: provider.url, width: 3 });
  const id = await begin(scene, { benchmark_ids: ["sums"] });
  await until(() => provider.requests.length >= 6);
  const cancelled = await scene.call("POST", `/results/${id}/cancel`);
  assert.equal(cancelled.status, 200);
  assert.equal((await cancelled.json()).status, "cancelled");
  await pause(100);
  const askedThen = provider.requests.length;
  assert.ok(askedThen < QUESTIONS);
  await pause(100);
  assert.equal(provider.requests.length, askedThen);
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
  assert.equal(failed.overall_score, 1, "the partial results stay readable");

  failing = () => false;
  const before = provider.requests.length;
  await scene.call("POST", `/results/${many}/retry`);
  const mended = await scene.ended(many ?? "");
  assert.deepEqual([mended.status, mended.unscored, mended.error], ["completed", 0, null]);
  assert.equal(provider.requests.length - before, 4, "only the unscored questions are asked again");
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
      return completion(/QUESTION\nsums: 0 /.test(asked(body)) ? "I like it" : "GRADE: P");
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
    assert.deepEqual([ended.status, ended.error], ["failed", "no worker came to the end of it in 50 tries"]);
  },
);
