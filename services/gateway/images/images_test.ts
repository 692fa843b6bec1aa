import assert from "node:assert/strict";
import OpenAI, { toFile } from "openai";
import { serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import { echo } from "../wires/echo.ts";

const PNG = new Uint8Array([137, 80, 78, 71]);
const TOKENS = { input: "5", output: "10", image_input: "8", image_output: "32" };
const PICTURES = {
  input: "0",
  output: "0",
  units: { image: { "1024x1024": "0.04", "hd 1024x1792": "0.12" } },
};
const USAGE = {
  input_tokens: 100,
  output_tokens: 1000,
  total_tokens: 1100,
  input_tokens_details: { text_tokens: 20, image_tokens: 80 },
};

function client(url: string) {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: TEST_KEY, maxRetries: 0 });
}

Deno.test("openai: generated images pass through byte for byte, priced by number, quality and size, or by tokens", async () => {
  await using provider = serveScript((_, { body }) =>
    Response.json({
      created: 1,
      data: [{ b64_json: "AAAA" }, { b64_json: "BBBB" }],
      ...body.includes("gpt-image") ? { usage: USAGE } : {},
    })
  );
  await using gateway = await startGateway({
    models: {
      "dall-e-3": [testTarget(provider.url, { model: "dall-e-3", price: PICTURES })],
      "gpt-image": [testTarget(provider.url, { model: "gpt-image", price: TOKENS })],
    },
  });
  const openai = client(gateway.url);
  const drawn = await openai.images.generate({
    model: "dall-e-3",
    prompt: "a dhow",
    n: 2,
    size: "1024x1792",
    quality: "hd",
  });
  assert.deepEqual(drawn.data?.map(({ b64_json }) => b64_json), ["AAAA", "BBBB"]);
  assert.equal(provider.requests[0]?.path, "/v1/images/generations");
  await openai.images.generate({ model: "gpt-image", prompt: "a dhow" });
  await openai.images.generate({ model: "dall-e-3", prompt: "a dhow", size: "512x512" });
  const [first, second, third] = await gateway.recorded(3);
  assert.deepEqual([first?.units, first?.cost_usd, first?.estimated], [
    { images: 2, image_size: "hd 1024x1792" },
    "0.240000000",
    false,
  ]);
  // (20 × 5 + 80 × 8 + 1000 × 32) USD per million tokens.
  assert.deepEqual([second?.cost_usd, second?.total_tokens], ["0.032740000", 1100]);
  assert.deepEqual([third?.cost_usd, third?.unpriced], ["0.000000000", true]);
});

Deno.test("openai: an edit forwards its images and mask, as a form or as JSON", async () => {
  await using provider = serveScript(() =>
    Response.json({ created: 1, data: [{ b64_json: "AAAA" }], usage: USAGE })
  );
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url, { model: "gpt-image-1", price: TOKENS })] },
  });
  const file = (name: string) => toFile(PNG, name, { type: "image/png" });
  await client(gateway.url).images.edit({
    model: "m",
    prompt: "more stars",
    image: [await file("a.png"), await file("b.png")],
    mask: await file("mask.png"),
    n: 1,
  });
  const [request = assert.fail()] = provider.requests;
  const form = await new Response(new Uint8Array(request.bytes), { headers: request.headers }).formData();
  assert.equal(request.path, "/v1/images/edits");
  assert.deepEqual([form.get("model"), form.get("prompt"), form.getAll("image[]").length], [
    "gpt-image-1",
    "more stars",
    2,
  ]);
  assert.ok(form.get("mask") instanceof File);
  const json = { model: "m", prompt: "more", images: [{ image_url: "https://e.org/a.png" }] };
  const response = await gateway.post(json, { path: "/v1/images/edits" });
  assert.equal(response.status, 200);
  assert.equal(JSON.parse(provider.requests[1]?.body ?? "").model, "gpt-image-1");
  await response.body?.cancel();
  const [record] = await gateway.recorded(2);
  assert.deepEqual([record?.resource, record?.cost_usd], ["/v1/images/edits", "0.032740000"]);
});

Deno.test("openai: a stream of partial and completed images is priced by the usage in its events", async () => {
  const event = (data: { type: string }) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
  const large = "A".repeat(300_000);
  const body = [
    event(
      Object.assign({ type: "image_generation.partial_image" }, { b64_json: large, partial_image_index: 0 }),
    ),
    event(
      Object.assign({ type: "image_generation.completed" }, {
        b64_json: "B",
        size: "1024x1536",
        usage: USAGE,
      }),
    ),
    event(
      Object.assign({ type: "image_generation.completed" }, {
        b64_json: "C",
        size: "1024x1536",
        usage: USAGE,
      }),
    ),
  ].join("");
  await using provider = serveScript(() =>
    new Response(body, { headers: { "content-type": "text/event-stream" } })
  );
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url, { price: TOKENS })] } });
  const parts: string[] = [];
  for await (
    const part of await client(gateway.url).images.generate({
      model: "m",
      prompt: "a dhow",
      stream: true,
      partial_images: 1,
    })
  ) parts.push(part.b64_json);
  assert.deepEqual(parts, [large, "B", "C"]);
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.total_tokens, record?.units], [2200, { images: 2, image_size: "1024x1536" }]);
});

Deno.test("bad image requests name the field; a provider without an image API is a 400", async () => {
  await using gateway = await startGateway({
    models: { echo: [testTarget("http://127.0.0.1:9", { wire: "echo", provider: "echo" })] },
    wires: { echo },
  });
  const cases = [
    ["generations", { model: "echo", prompt: "a" }, 400, "model"],
    ["generations", { model: "echo" }, 422, "prompt"],
    ["generations", { model: "echo", prompt: "a", n: 11 }, 422, "n"],
    ["generations", { model: "echo", prompt: "a", stream: "yes" }, 422, "stream"],
    ["edits", { model: "echo", prompt: "a" }, 422, "images"],
    ["generations", { prompt: "a" }, 503, "model"],
  ] as const;
  for (const [path, body, status, param] of cases) {
    const response = await gateway.post(body, { path: `/v1/images/${path}` });
    assert.deepEqual([response.status, (await response.json()).error.param], [status, param]);
  }
  const form = new FormData();
  form.set("prompt", "a");
  const response = await fetch(`${gateway.url}/v1/images/edits`, {
    method: "POST",
    headers: { authorization: `Bearer ${TEST_KEY}` },
    body: form,
  });
  assert.deepEqual([response.status, (await response.json()).error.param], [422, "image"]);
});

Deno.test("openai: a variation needs only the image, and is priced by number and size", async () => {
  await using provider = serveScript(() =>
    Response.json({ created: 1, data: [{ url: "https://e.org/1" }, { url: "https://e.org/2" }] })
  );
  const target = testTarget(provider.url, { model: "dall-e-2", price: PICTURES });
  await using gateway = await startGateway({ models: { "dall-e-2": [target] } });
  const openai = client(gateway.url);
  const image = await toFile(PNG, "sky.png", { type: "image/png" });
  const varied = await openai.images.createVariation({ image, n: 2, size: "1024x1024" });
  assert.equal(varied.data?.length, 2);
  assert.equal(provider.requests[0]?.path, "/v1/images/variations");
  const sent = provider.requests[0]?.body ?? "";
  assert.match(sent, /name="model"\s+dall-e-2/);
  assert.doesNotMatch(sent, /name="prompt"/);
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.cost_usd, record?.resource], ["0.080000000", "/v1/images/variations"]);
  const empty = new FormData();
  empty.set("model", "dall-e-2");
  const refused = await fetch(`${gateway.url}/v1/images/variations`, {
    method: "POST",
    body: empty,
    headers: { authorization: `Bearer ${TEST_KEY}` },
  });
  assert.deepEqual([refused.status, (await refused.json()).error.param], [422, "image"]);
});
