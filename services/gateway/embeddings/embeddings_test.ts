import assert from "node:assert/strict";
import { serveScript } from "lib/testing.ts";
import { startGateway, testTarget } from "../calls/call_fixture.ts";

const LIST = {
  object: "list",
  data: [{ object: "embedding", index: 0, embedding: [0.5, -1, 0.25] }],
  model: "m",
  usage: { prompt_tokens: 8, total_tokens: 8 },
};
// 0.5, -1 and 0.25 as little-endian 32-bit floats.
const PACKED = "AAAAPwAAgL8AAIA+";
const PATH = { path: "/v1/embeddings" };

Deno.test("embeddings pass through unchanged for every form of input", async () => {
  const text = JSON.stringify(LIST, null, 2);
  await using provider = serveScript(() =>
    new Response(text, { headers: { "content-type": "application/json" } })
  );
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  for (const input of ["a", ["a", "b"], [1, 2, 3], [[1, 2], [3]]]) {
    const response = await gateway.post({ model: "m", input, encoding_format: "float" }, PATH);
    assert.equal(await response.text(), text);
  }
  assert.equal(provider.requests[0]?.path, "/v1/embeddings");
  const [record] = await gateway.recorded(4);
  assert.deepEqual([record?.prompt_tokens, record?.completion_tokens, record?.cost_usd], [
    8,
    0,
    "0.000008000",
  ]);
});

Deno.test("numbers become base64 when the client asked for it and the provider ignores it", async () => {
  await using provider = serveScript(() => Response.json(LIST));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const response = await gateway.post({ model: "m", input: "a", encoding_format: "base64" }, PATH);
  const { data, usage } = await response.json();
  assert.equal(data[0].embedding, PACKED);
  assert.deepEqual(usage, LIST.usage);
});

Deno.test("base64 from the provider is unchanged", async () => {
  const packed = { ...LIST, data: [{ ...LIST.data[0], embedding: PACKED }] };
  await using provider = serveScript(() => Response.json(packed));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url)] } });
  const response = await gateway.post({ model: "m", input: "a", encoding_format: "base64" }, PATH);
  assert.deepEqual(await response.json(), packed);
});

Deno.test("POST /v1/embeddings answers 422 for an invalid input", async () => {
  await using gateway = await startGateway({ models: { m: [testTarget("http://127.0.0.1:9")] } });
  for (const input of [undefined, "", [], [""].slice(1), [[]], [1, "a"], [1.5], {}, 7, [[1], "a"]]) {
    const response = await gateway.post({ model: "m", input }, PATH);
    assert.equal(response.status, 422, JSON.stringify(input));
    assert.equal((await response.json()).error.param, "input");
  }
  const format = await gateway.post({ model: "m", input: "a", encoding_format: "hex" }, PATH);
  assert.equal((await format.json()).error.param, "encoding_format");
});
