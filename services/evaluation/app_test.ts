import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import assert from "node:assert/strict";
import { bearer, type ScriptedServer, serveScript, testDatabase, testKv } from "lib/testing.ts";
import { BUILT_IN } from "./built_in.ts";
import { completion, MIGRATIONS, type Stage, stage, type StageOptions } from "./testing.ts";

/** A stage on the embedded engine and a provider that always says "ANSWER: A". */
async function on(
  body: (scene: Stage, provider: ScriptedServer) => Promise<void>,
  options: Partial<StageOptions> = {},
): Promise<void> {
  await using database = await testDatabase("evaluation", MIGRATIONS);
  using kv = await testKv();
  await using provider = serveScript(() => completion("ANSWER: A"));
  await using scene = stage({ sql: database.sql, kv, provider: provider.url, ...options });
  await body(scene, provider);
}

const RUN = { model_id: "m", provider: "openai", benchmark_ids: ["science-multiple-choice"] };
const NOWHERE = "00000000-0000-7000-8000-000000000000";

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

Deno.test("what does not exist is a 404, what is no id a 422", () =>
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
      assert.equal(response.status, 403);
      assert.match((await response.json()).detail, /'user'.*admin, manager/);
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
    [[1, "plain"], [1, "partial"], [3, "arabist"]],
    "broken has nothing completed",
  );
  assert.equal(all[0].overall_score, 0.25);
  assert.deepEqual(all[0].benchmark_scores, {
    "gulf-general-knowledge": 0.25,
    "science-multiple-choice": 0.25,
  });
  assert.deepEqual(all[0].category_scores, { knowledge: 0.25, science: 0.25 });
  assert.equal(all[0].total_evaluations, 2);
  assert.deepEqual(all[1].coverage, { benchmarks: 1, of: 2, limited: [], complete: false });
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

Deno.test("an MCP client lists benchmarks, starts a run, reads its result and the leaderboard", () =>
  on(async (scene) => {
    await using server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, scene.app.fetch);
    const client = new Client({ name: "test", version: "1" });
    const address = new URL(`http://127.0.0.1:${server.addr.port}/mcp`);
    await client.connect(
      new StreamableHTTPClientTransport(address, { requestInit: { headers: await bearer() } }),
    );
    const use = async (name: string, args: Record<string, unknown> = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: args });
      const text = Array.isArray(content) && content[0]?.type === "text" ? content[0].text : "";
      return isError ? { isError, text } : JSON.parse(text);
    };
    assert.equal((await use("list_benchmarks")).length, 10);
    assert.equal((await use("get_benchmark", { id: "arabic-grammar" })).questions.length, 32);
    const { eval_ids } = await use("start_evaluation", { ...RUN, limit: 4 });
    await scene.ended(eval_ids[0]);
    assert.equal((await use("get_result", { id: eval_ids[0] })).overall_score, 0.5);
    assert.equal((await use("list_results", { status: "completed" })).length, 1);
    assert.equal((await use("leaderboard"))[0].model_id, "m");
    assert.equal((await use("compare_results", { id: eval_ids[0], other_id: eval_ids[0] })).p_value, 1);
    assert.match(
      (await use("start_evaluation", { ...RUN, benchmark_ids: ["none"] })).text,
      /Benchmark none not found/,
    );
    await client.close();
  }));
