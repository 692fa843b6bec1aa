import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { startGateway, testTarget } from "../calls/call_fixture.ts";
import { bedrock } from "../wires/bedrock.ts";
import { cohere } from "../wires/cohere.ts";
import { echo } from "../wires/echo.ts";

const PATH = { path: "/v1/rerank" };
const SEARCHES = { input: "0", output: "0", units: { thousand_searches: "2" } };
const ASKED = { query: "capital", documents: ["Nizwa", "Muscat", { text: "Sur" }] };

Deno.test("a request passes unchanged to vLLM or Jina; the answer is readable by Jina's and Cohere's clients, best first", async () => {
  await using provider = serveScript(() =>
    Response.json({
      id: "rank-1",
      model: "jina",
      usage: { total_tokens: 30 },
      results: [
        { index: 0, relevance_score: 0.1, document: { text: "Nizwa" } },
        { index: 1, relevance_score: 0.9, document: { text: "Muscat" } },
      ],
    })
  );
  await using gateway = await startGateway({ models: { r: [testTarget(provider.url, { model: "jina" })] } });
  const response = await gateway.post({ model: "r", ...ASKED, top_n: 2, return_documents: true }, PATH);
  assert.deepEqual(await response.json(), {
    id: "rank-1",
    model: "jina",
    results: [
      { index: 1, relevance_score: 0.9, document: { text: "Muscat" } },
      { index: 0, relevance_score: 0.1, document: { text: "Nizwa" } },
    ],
    meta: { api_version: { version: "2" }, billed_units: { search_units: 1 } },
    usage: { total_tokens: 30 },
  });
  const [request] = provider.requests;
  assert.equal(request?.path, "/v1/rerank");
  assert.deepEqual(JSON.parse(request?.body ?? ""), {
    model: "jina",
    ...ASKED,
    top_n: 2,
    return_documents: true,
  });
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.total_tokens, record?.units, record?.cost_usd], [
    30,
    { searches: 1 },
    "0.000030000",
  ]);
});

Deno.test("Cohere is called in its own format, with documents as texts, and priced by search units", async () => {
  await using provider = serveScript(() =>
    Response.json({
      id: "c-1",
      results: [{ index: 2, relevance_score: 0.8 }],
      meta: { api_version: { version: "2" }, billed_units: { search_units: 2 } },
    })
  );
  const target = testTarget(provider.url, {
    provider: "cohere",
    wire: "cohere",
    model: "rerank-v3.5",
    baseUrl: new URL(provider.url),
    price: SEARCHES,
  });
  await using gateway = await startGateway({ models: { r: [target] }, wires: { cohere } });
  const documents = [...ASKED.documents, { title: "Oman", area: 309_500 }];
  const { results, meta, usage } = await (await gateway.post({ model: "r", query: "q", documents }, PATH))
    .json();
  assert.deepEqual(results, [{ index: 2, relevance_score: 0.8 }]);
  assert.deepEqual([meta.billed_units, usage], [{ search_units: 2 }, undefined]);
  const [request] = provider.requests;
  assert.equal(request?.path, "/v2/rerank");
  assert.deepEqual(JSON.parse(request?.body ?? ""), {
    model: "rerank-v3.5",
    query: "q",
    documents: ["Nizwa", "Muscat", "Sur", "title: Oman\narea: 309500\n"],
  });
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.units, record?.cost_usd, record?.unpriced], [
    { searches: 2 },
    "0.004000000",
    false,
  ]);
});

Deno.test("Voyage's field names are understood, and each 100 documents count as one search unit", async () => {
  await using provider = serveScript(() => Response.json({ data: [{ index: 0, relevance_score: 0.5 }] }));
  await using gateway = await startGateway({
    models: { r: [testTarget(provider.url, { price: SEARCHES })] },
  });
  const documents = Array.from({ length: 101 }, (_, n) => `document ${n}`);
  const answer = await (await gateway.post({ model: "r", query: "q", documents }, PATH)).json();
  assert.deepEqual(answer.results, [{ index: 0, relevance_score: 0.5 }]);
  const [record] = await gateway.recorded(1);
  assert.deepEqual(record?.units, { searches: 2 });
});

Deno.test("the guard checks queries and documents; bad requests name the field; a provider without rerank is a 400", async () => {
  const scanned: string[] = [];
  const guardrails = {
    scan(text: string) {
      scanned.push(text);
      return Promise.resolve();
    },
    check: () => Promise.resolve({ windows: [], step: 200 }),
  };
  await using provider = serveScript(() => Response.json({ results: [] }));
  await using gateway = await startGateway({
    models: {
      r: [testTarget(provider.url)],
      echo: [testTarget("http://127.0.0.1:9", { wire: "echo", provider: "echo" })],
    },
    wires: { echo },
    deps: { guardrails },
  });
  await (await gateway.post({ model: "r", ...ASKED }, PATH)).body?.cancel();
  assert.deepEqual(scanned, ["capital\nNizwa\nMuscat\nSur"]);
  const cases = [
    [{ model: "r", ...ASKED, query: "" }, 422, "query"],
    [{ model: "r", ...ASKED, documents: [] }, 422, "documents"],
    [{ model: "r", ...ASKED, documents: ["a", 5] }, 422, "documents.1"],
    [{ model: "r", ...ASKED, top_n: 0 }, 422, "top_n"],
    [{ model: "echo", ...ASKED }, 400, "model"],
  ] as const;
  for (const [body, status, param] of cases) {
    const response = await gateway.post(body, PATH);
    assert.deepEqual([response.status, (await response.json()).error.param], [status, param]);
  }
});

Deno.test("Bedrock's rerank models are called by the API of their family", async () => {
  await using provider = serveScript(() =>
    Response.json({ results: [{ index: 1, relevance_score: 0.9 }, { index: 0, relevance_score: 0.1 }] })
  );
  const target = (model: string) => ({
    ...testTarget(provider.url, { wire: "bedrock" as const, model }),
    baseUrl: new URL(provider.url),
  });
  await using gateway = await startGateway({
    models: { c: [target("cohere.rerank-v3-5:0")], a: [target("amazon.rerank-v1:0")] },
    wires: { bedrock },
  });
  const ask = { query: "capital of Oman", documents: ["Nizwa", { text: "Muscat" }], top_n: 5 };
  const answer = await (await gateway.post({ ...ask, model: "c" }, { path: "/v1/rerank" })).json();
  assert.deepEqual(answer.results.map(({ index }: { index: number }) => index), [1, 0]);
  assert.equal((await gateway.post({ ...ask, model: "a" }, { path: "/v1/rerank" })).status, 200);
  const sent = { query: "capital of Oman", documents: ["Nizwa", "Muscat"], top_n: 2 };
  assert.deepEqual(provider.requests.map(({ path, body }) => [path, JSON.parse(body)]), [
    ["/model/cohere.rerank-v3-5%3A0/invoke", { ...sent, api_version: 2 }],
    ["/model/amazon.rerank-v1%3A0/invoke", sent],
  ]);
  assert.deepEqual((await gateway.recorded(2)).map(({ units }) => units), [{ searches: 1 }, { searches: 1 }]);
});
