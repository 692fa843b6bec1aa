import assert from "node:assert/strict";
import { serveScript, testDatabase, testKv } from "lib/testing.ts";
import { completion, MIGRATIONS, NOWHERE, on, RUN, stage } from "../testing.ts";

Deno.test("GET /results filters, pages and counts, newest first", () =>
  on(async (scene) => {
    const [older] = await scene.run({ ...RUN, limit: 1 });
    const [newer] = await scene.run({ ...RUN, model_id: "n", limit: 1 });
    const list = async (query: string) => {
      const response = await scene.call("GET", `/results${query}`);
      const rows: { id: string }[] = await response.json();
      return [rows.map(({ id }) => id), response.headers.get("x-total-count")];
    };
    assert.deepEqual(await list(""), [[newer, older], "2"]);
    assert.deepEqual(await list("?limit=1&skip=1"), [[older], "2"]);
    assert.deepEqual(await list("?model_id=n"), [[newer], "1"]);
    assert.deepEqual(await list("?status=failed"), [[], "0"]);
    assert.deepEqual(await list("?benchmark_id=science-multiple-choice&provider=openai"), [
      [newer, older],
      "2",
    ]);
    assert.equal((await scene.call("GET", "/results?limit=101")).status, 422);
    assert.equal((await scene.call("GET", "/results?status=odd")).status, 422);
  }));

Deno.test("a missing result is a 404, a malformed id a 422", () =>
  on(async (scene) => {
    for (
      const [method, path] of [
        ["GET", `/results/${NOWHERE}`],
        ["GET", `/results/${NOWHERE}/export`],
        ["GET", `/results/${NOWHERE}/compare/${NOWHERE}`],
        ["POST", `/results/${NOWHERE}/cancel`],
        ["POST", `/results/${NOWHERE}/retry`],
        ["POST", `/results/${NOWHERE}/rescore`],
      ] as const
    ) {
      const response = await scene.call(method, path);
      assert.equal(response.status, 404, path);
      assert.deepEqual(await response.json(), { error: "Result not found" });
      assert.equal((await scene.call(method, path.replace(NOWHERE, "odd"))).status, 422, path);
    }
  }));

Deno.test("only who started a run, managers and admins may change it", () =>
  on(async (scene) => {
    const [id] = await scene.run({ ...RUN, limit: 1 });
    for (const what of ["cancel", "retry", "rescore"]) {
      const response = await scene.call("POST", `/results/${id}/${what}`, undefined, {
        role: "user",
        sub: "other",
      });
      assert.equal(response.status, 404);
      assert.deepEqual(await response.json(), { error: "Result not found" });
    }
    assert.equal(
      (await scene.call("POST", `/results/${id}/rescore`, undefined, { role: "manager" })).status,
      200,
    );
  }));

Deno.test("GET /results/{id}/export gives JSON Lines and CSV that spreadsheets read safely", async () => {
  await using database = await testDatabase("evaluation", MIGRATIONS);
  using kv = await testKv();
  await using provider = serveScript(() => completion('=HYPERLINK("x"), "quoted"\nANSWER: A'));
  await using scene = stage({ sql: database.sql, kv, provider: provider.url });
  const [id] = await scene.run({ ...RUN, limit: 2 });
  const jsonl = await scene.call("GET", `/results/${id}/export`);
  assert.match(jsonl.headers.get("content-type") ?? "", /jsonl/);
  const lines = (await jsonl.text()).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.map((line) => line.type), ["result", "question", "question"]);
  assert.equal(lines[0].overall_score, 1);
  const csv = await scene.call("GET", `/results/${id}/export?format=csv`);
  assert.match(csv.headers.get("content-disposition") ?? "", /\.csv"$/);
  const text = await csv.text();
  assert.match(text, /question_id,epoch,language/);
  assert.match(text, /"'=HYPERLINK\(""x""\), ""quoted""\nANSWER: A"/);
});

Deno.test("GET /results/{id}/compare/{other_id} tests the difference question by question", async () => {
  await using database = await testDatabase("evaluation", MIGRATIONS);
  using kv = await testKv();
  await using provider = serveScript((_request, { body }) =>
    completion(`ANSWER: ${JSON.parse(body).model === "weak" ? "A" : /Which|What/.test(body) ? "A" : "B"}`)
  );
  await using scene = stage({ sql: database.sql, kv, provider: provider.url });
  const [weak] = await scene.run({ ...RUN, model_id: "weak" });
  const [other] = await scene.run({ ...RUN, model_id: "other" });
  const [grammar] = await scene.run({ ...RUN, benchmark_ids: ["arabic-grammar"] });
  const comparison = await (await scene.call("GET", `/results/${weak}/compare/${other}`)).json();
  assert.equal(comparison.compared, 32);
  assert.equal(comparison.a_better + comparison.b_better + comparison.ties, 32);
  assert.equal(comparison.test, "mcnemar_exact");
  const gap = comparison.b.overall_score - comparison.a.overall_score;
  assert.ok(Math.abs(comparison.mean_difference - gap) < 1e-6);
  const back = await (await scene.call("GET", `/results/${other}/compare/${weak}`)).json();
  assert.deepEqual([back.p_value, back.a_better], [comparison.p_value, comparison.b_better]);
  assert.equal((await scene.call("GET", `/results/${weak}/compare/${grammar}`)).status, 409);
});

Deno.test("GET /leaderboard ranks by the latest completed results, filtered as asked", async () => {
  await using database = await testDatabase("evaluation", MIGRATIONS);
  using kv = await testKv();
  await using provider = serveScript((_request, { body }) => {
    const { model, messages } = JSON.parse(body);
    const arabic = /[ء-ي]/.test(messages.at(-1).content);
    if (model === "broken") return Response.json({ error: { message: "x" } }, { status: 400 });
    return completion(model === "arabist" && arabic ? "الإجابة: أ" : model === "arabist" ? "?" : "ANSWER: A");
  });
  await using scene = stage({ sql: database.sql, kv, provider: provider.url });
  for (const model_id of ["arabist", "plain", "broken"]) {
    await scene.run({ model_id, benchmark_ids: ["science-multiple-choice", "gulf-general-knowledge"] });
  }
  await scene.run({ model_id: "partial", benchmark_ids: ["science-multiple-choice"] });
  const board = async (query = "") => await (await scene.call("GET", `/leaderboard${query}`)).json();
  const names = (entries: { rank: number; model_id: string }[]) => entries.map((e) => [e.rank, e.model_id]);
  const all = await board();
  assert.deepEqual(
    names(all),
    [[1, "plain"], [2, "partial"], [3, "arabist"]],
    "broken has nothing completed",
  );
  assert.equal(all[0].overall_score, 0.25);
  assert.deepEqual(all[0].benchmark_scores, {
    "gulf-general-knowledge": 0.25,
    "science-multiple-choice": 0.25,
  });
  assert.deepEqual(all[0].category_scores, { knowledge: 0.25, science: 0.25 });
  assert.equal(all[0].total_evaluations, 2);
  const { questions, of_questions, share, ...coverage } = all[1].coverage;
  assert.deepEqual(coverage, { benchmarks: 1, of: 2, limited: [], complete: false, enough: true });
  assert.equal(share, Math.round(questions / of_questions * 1e6) / 1e6);
  assert.ok(all[0].confidence_interval[0] < 0.25 && all[0].last_evaluated.endsWith("Z"));
  const [arabic] = (await board("?language=en")).filter((e: { model_id: string }) =>
    e.model_id === "arabist"
  );
  assert.equal(arabic.overall_score, 0);
  assert.deepEqual(Object.keys((await board("?category=science"))[0].benchmark_scores), [
    "science-multiple-choice",
  ]);
  assert.deepEqual(names(await board("?benchmark_id=gulf-general-knowledge")), [[1, "plain"], [
    2,
    "arabist",
  ]]);
  assert.deepEqual(await board("?provider=gateway"), []);
});
