import assert from "node:assert/strict";
import { BUILT_IN } from "./benchmarks/built_in.ts";
import { NOWHERE, on, RUN } from "./testing.ts";

Deno.test("GET /benchmarks lists all with their categories, counts, languages, licence and methods", () =>
  on(async (scene) => {
    const response = await scene.call("GET", "/benchmarks");
    assert.equal(response.status, 200);
    const list = await response.json();
    assert.deepEqual(list.map((item: { id: string }) => item.id).sort(), BUILT_IN.map(({ id }) => id).sort());
    const extraction = list.find((item: { id: string }) => item.id === "data-extraction");
    assert.deepEqual(extraction.question_counts, { ar: 16, en: 16 });
    assert.deepEqual(extraction.scoring_methods, ["json_match"]);
    assert.deepEqual(extraction.categories, ["extraction"]);
    assert.match(extraction.hash, /^[0-9a-f]{64}$/);
  }));

Deno.test("GET /benchmarks/{id} gives questions, reference answers and scoring methods; 404 for others", () =>
  on(async (scene) => {
    const benchmark = await (await scene.call("GET", "/benchmarks/arabic-grammar")).json();
    const [first] = benchmark.questions;
    assert.equal(benchmark.questions.length, 32);
    assert.equal(first.scoring_method, "multiple_choice");
    assert.equal(first.reference_answer, "A");
    assert.equal(first.choices.length, 4);
    assert.match(first.prompt[0].content, /ANSWER: X/);
    const unknown = await scene.call("GET", "/benchmarks/none");
    assert.equal(unknown.status, 404);
    assert.deepEqual(await unknown.json(), { error: "Benchmark not found" });
  }));

Deno.test("POST /eval/run answers 201 at once with one id for each benchmark", () =>
  on(async (scene) => {
    const body = { ...RUN, benchmark_ids: ["science-multiple-choice", "arabic-grammar"] };
    const response = await scene.call("POST", "/eval/run", body);
    assert.equal(response.status, 201);
    const { eval_ids, message } = await response.json();
    assert.equal(eval_ids.length, 2);
    assert.equal(message, "Started 2 evaluations");
    for (const id of eval_ids) assert.equal((await scene.ended(id)).status, "completed");
  }));

for (
  const [what, change, loc] of [
    ["no model", { model_id: "" }, ["body", "model_id"]],
    ["an unknown provider", { provider: "acme" }, ["body", "provider"]],
    ["no benchmark", { benchmark_ids: [] }, ["body", "benchmark_ids"]],
    ["an unknown benchmark", { benchmark_ids: ["arabic-grammar", "none"] }, ["body", "benchmark_ids", 1]],
    ["a benchmark twice", { benchmark_ids: ["arabic-grammar", "arabic-grammar"] }, [
      "body",
      "benchmark_ids",
      1,
    ]],
    ["too hot", { temperature: 3 }, ["body", "temperature"]],
    ["no epochs", { epochs: 0 }, ["body", "epochs"]],
  ] as const
) {
  Deno.test(`POST /eval/run answers 422 for ${what}, and starts nothing`, () =>
    on(async (scene, provider) => {
      const response = await scene.call("POST", "/eval/run", { ...RUN, ...change });
      assert.equal(response.status, 422);
      const { error, details } = await response.json();
      assert.equal(error, "Request validation failed");
      assert.deepEqual(details[0].loc, loc);
      assert.deepEqual(await (await scene.call("GET", "/results")).json(), []);
      assert.equal(provider.requests.length, 0);
    }));
}

Deno.test("POST /eval/run answers 503 naming the setting of a provider without a key", () =>
  on(async (scene) => {
    for (
      const [provider, setting] of [["openai", "OPENAI_API_KEY"], ["azure_openai", "AZURE_OPENAI_API_KEY"]]
    ) {
      const response = await scene.call("POST", "/eval/run", { ...RUN, provider });
      assert.equal(response.status, 503);
      assert.match((await response.json()).error, new RegExp(`set ${setting}`));
    }
  }, { provider: undefined }));

Deno.test("every provider is asked in its own way", () =>
  on(async (scene, provider) => {
    for (const name of ["openai", "azure_openai", "gateway"]) {
      const [id = ""] = await scene.run({ ...RUN, provider: name, limit: 1 });
      const result = await (await scene.call("GET", `/results/${id}`)).json();
      assert.deepEqual([result.status, result.provider], ["completed", name]);
      assert.equal(result.results[0].response_model, "scripted");
    }
    const [openai, azure, gateway] = provider.requests;
    assert.equal(openai?.path, "/v1/chat/completions");
    assert.equal(openai?.headers.get("authorization"), "Bearer test-key");
    assert.match(azure?.path ?? "", /^\/openai\/deployments\/dep\/chat\/completions\?api-version=/);
    assert.equal(azure?.headers.get("api-key"), "test-key");
    assert.equal(gateway?.path, "/v1/chat/completions");
  }));

Deno.test("routes need a token; reading needs no more", () =>
  on(async (scene) => {
    for (const path of ["/benchmarks", "/results", "/leaderboard", `/results/${NOWHERE}`]) {
      const response = await scene.app.request(`/api/v1${path}`);
      assert.equal(response.status, 401);
      assert.ok((await response.json()).detail);
    }
    assert.equal((await scene.app.request("/health")).status, 200);
  }));

Deno.test("files of BENCHMARKS_DIR are served, bad ones named with their line, changed ones read again", async () => {
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/good.csv`, "question,A,B,answer\n2+2?,3,4,B\n");
  await Deno.writeTextFile(`${folder}/bad.jsonl`, '{"input": "q", "ideal": "a"}\nnope\n');
  await Deno.writeTextFile(`${folder}/arabic-grammar.csv`, "question,answer\nq,a\n");
  await on(async (scene) => {
    assert.equal((await scene.call("GET", "/benchmarks/good")).status, 200);
    assert.equal((await scene.call("GET", "/benchmarks/bad")).status, 404);
    assert.deepEqual(await (await scene.call("GET", "/benchmark-faults")).json(), [
      { file: "arabic-grammar.csv", line: 1, message: "the id arabic-grammar is taken by another benchmark" },
      { file: "bad.jsonl", line: 2, message: "not JSON" },
    ]);
    const [id] = await scene.run({ ...RUN, benchmark_ids: ["good"] });
    assert.equal((await (await scene.call("GET", `/results/${id}`)).json()).overall_score, 0);
  }, { benchmarksDir: folder });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("the OpenAPI document names every route and its summary", () =>
  on(async (scene) => {
    const { paths, openapi } = await (await scene.app.request("/openapi.json")).json();
    assert.match(openapi, /^3\.1/);
    for (
      const path of [
        "/benchmarks",
        "/benchmarks/{id}",
        "/eval/run",
        "/results",
        "/results/{id}",
        "/leaderboard",
      ]
    ) {
      assert.ok(paths[`/api/v1${path}`], path);
    }
    for (const methods of Object.values<Record<string, { summary?: string }>>(paths)) {
      for (const [method, route] of Object.entries(methods)) assert.ok(route.summary, `${method} ${route}`);
    }
  }));

for (
  const [method, path, body, loc] of [
    ["GET", "/results/a%00b", undefined, "path"],
    ["GET", "/results?model_id=a%00b", undefined, "query"],
    ["GET", `/results/${NOWHERE}/compare/a%00b`, undefined, "path"],
    ["GET", "/leaderboard?category=a%00b", undefined, "query"],
    ["GET", "/benchmarks/a%00b", undefined, "path"],
    ["POST", `/results/${NOWHERE}%00/cancel`, undefined, "path"],
    ["POST", "/eval/run", { ...RUN, model_id: "m\0" }, "body"],
    ["POST", "/eval/run", { ...RUN, benchmark_ids: ["\0"] }, "body"],
    ["POST", `/results/${NOWHERE}/rescore`, { judge_model: "j\0" }, "body"],
  ] as const
) {
  const said = body === undefined ? "" : ` of ${JSON.stringify(body)}`;
  Deno.test(`${method} ${path}${said} with a NUL in its ${loc} is a 422 that names the place`, () =>
    on(async (scene) => {
      const response = await scene.call(method, path, body);
      assert.equal(response.status, 422);
      assert.equal((await response.json()).details[0].loc[0], loc);
    }));
}
