import assert from "node:assert/strict";
import OpenAI, { toFile } from "openai";
import { type Recorded, serveScript } from "lib/testing.ts";
import { startGateway, TEST_KEY, testTarget } from "../calls/call_fixture.ts";
import type { Target, WireName } from "../providers/target.ts";
import { WIRES } from "../wires/all.ts";

const GEMINI = {
  responseId: "r1",
  modelVersion: "gemini-image",
  candidates: [{
    content: {
      role: "model",
      parts: [{ text: "Here it is" }, { inlineData: { mimeType: "image/jpeg", data: "AAAA" } }],
    },
    finishReason: "STOP",
  }],
  usageMetadata: {
    promptTokenCount: 10,
    candidatesTokenCount: 1392,
    promptTokensDetails: [{ modality: "TEXT", tokenCount: 10 }],
    candidatesTokensDetails: [{ modality: "IMAGE", tokenCount: 1120 }],
  },
};
const PRICE = { input: "1", output: "2", image_output: "100" };

/** A gateway with one model `m`, which `script` answers on `wire`, and the openai client for it. */
async function imageGateway(
  wire: WireName,
  script: (recorded: Recorded) => Response,
  changes: Partial<Target> = {},
) {
  const provider = serveScript((_, recorded) => script(recorded));
  const target = { ...testTarget(provider.url, { wire, price: PRICE }), baseUrl: new URL(provider.url) };
  const gateway = await startGateway({ models: { m: [{ ...target, ...changes }] }, wires: WIRES });
  return {
    openai: new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: TEST_KEY, maxRetries: 0 }),
    gateway,
    sent: () => JSON.parse(provider.requests.at(-1)?.body ?? "null"),
    path: () => provider.requests.at(-1)?.path,
    asked: () => provider.requests.length,
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

Deno.test("openai: Gemini generates and edits an image, priced by its tokens", async () => {
  await using played = await imageGateway("gemini", () => Response.json(GEMINI));
  const { openai, gateway } = played;
  const drawn = await openai.images.generate({ model: "m", prompt: "a dhow", size: "1536x1024" });
  assert.deepEqual([drawn.data?.[0]?.b64_json, drawn.output_format, drawn.usage?.output_tokens], [
    "AAAA",
    "jpeg",
    1392,
  ]);
  assert.equal(played.path(), "/models/m:generateContent");
  assert.deepEqual(played.sent(), {
    contents: [{ role: "user", parts: [{ text: "a dhow" }] }],
    generationConfig: { responseModalities: ["IMAGE"], imageConfig: { aspectRatio: "3:2" } },
  });
  await openai.images.edit({
    model: "m",
    prompt: "more stars",
    image: await toFile(new Uint8Array([1, 2]), "a.webp"),
  });
  assert.deepEqual(played.sent().contents[0].parts, [
    { inlineData: { mimeType: "image/webp", data: "AQI=" } },
    { text: "more stars" },
  ]);
  const json = { model: "m", prompt: "more", images: [{ image_url: "data:image/png;base64,QUE=" }] };
  assert.equal((await gateway.post(json, { path: "/v1/images/edits" })).status, 200);
  assert.deepEqual(played.sent().contents[0].parts[0], {
    inlineData: { mimeType: "image/png", data: "QUE=" },
  });
  const [record] = await gateway.recorded(3);
  // (10 × 1 + 272 × 2 + 1120 × 100) USD per million tokens.
  assert.deepEqual([record?.cost_usd, record?.image_completion_tokens, record?.units?.images], [
    "0.112554000",
    1120,
    1,
  ]);
});

Deno.test("openai: a streamed image from Gemini is one event with its usage", async () => {
  await using played = await imageGateway("gemini", () => Response.json(GEMINI));
  const stream = await played.openai.images.generate({ model: "m", prompt: "a dhow", stream: true });
  const events = await Array.fromAsync(stream);
  assert.deepEqual(events.map((event) => [event.type, event.b64_json]), [[
    "image_generation.completed",
    "AAAA",
  ]]);
  assert.equal((await played.gateway.recorded(1))[0]?.cost_usd, "0.112554000");
});

Deno.test("options that a provider's image API lacks are a 400 that names the field, before any provider is called", async () => {
  await using played = await imageGateway("gemini", () => Response.json(GEMINI));
  const image = () => toFile(new Uint8Array([1]), "a.png");
  const { openai } = played;
  const requests: [string, () => Promise<unknown>][] = [
    ["model", async () => await openai.images.createVariation({ model: "m", image: await image() })],
    ["n", () => openai.images.generate({ model: "m", prompt: "x", n: 2 })],
    ["size", () => openai.images.generate({ model: "m", prompt: "x", size: "100x1000" })],
    ["response_format", () => openai.images.generate({ model: "m", prompt: "x", response_format: "url" })],
    ["background", () => openai.images.generate({ model: "m", prompt: "x", background: "transparent" })],
    ["output_format", () => openai.images.generate({ model: "m", prompt: "x", output_format: "webp" })],
    [
      "mask",
      async () =>
        await openai.images.edit({ model: "m", prompt: "x", image: await image(), mask: await image() }),
    ],
  ];
  for (const [param, ask] of requests) {
    await assert.rejects(ask, (error) => {
      assert.ok(error instanceof OpenAI.BadRequestError, String(error));
      assert.deepEqual([error.param, error.code], [param, "unsupported"]);
      return true;
    });
  }
  assert.equal(played.asked(), 0);
});

Deno.test("the input images of an edit in JSON are limited in number, and each error names its image", async () => {
  await using played = await imageGateway("gemini", () => Response.json(GEMINI));
  const inline = { image_url: "data:image/png;base64,QUE=" };
  const refused = async (images: unknown[], param: string, words: RegExp) => {
    const json = { model: "m", prompt: "x", images };
    const response = await played.gateway.post(json, { path: "/v1/images/edits" });
    const { error } = await response.json();
    assert.deepEqual([response.status, error.param], [400, param]);
    assert.match(error.message, words);
  };
  await refused(Array.from({ length: 17 }, () => inline), "images", /more than 16 images/);
  await refused([inline, { image_url: "http://127.0.0.1:1/a.png" }], "images.1", /cannot be used/);
  await refused([inline, "data:image/png;base64,QUE="], "images.1", /neither a data URL nor an http/);
  assert.equal(played.asked(), 0);
});

Deno.test("a refusal by Gemini and an answer without an image are a 502 with the reason", async () => {
  const answers = [
    { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } },
    { candidates: [{ finishReason: "IMAGE_SAFETY" }] },
    { candidates: [{ content: { parts: [{ text: "No." }] }, finishReason: "STOP" }] },
  ];
  let at = 0;
  await using played = await imageGateway("gemini", () => Response.json(answers[at]));
  const errors: unknown[] = [];
  for (; at < answers.length; at++) {
    const response = await played.gateway.post({ model: "m", prompt: "x" }, {
      path: "/v1/images/generations",
    });
    const { error } = await response.json();
    errors.push([response.status, error.code, error.message]);
  }
  assert.deepEqual(errors, [
    [502, "content_policy_violation", "scripted returned no image: PROHIBITED_CONTENT"],
    [502, "content_policy_violation", "scripted returned no image: IMAGE_SAFETY"],
    [502, "bad_answer", "scripted returned no image: STOP"],
  ]);
});

Deno.test("openai: Bedrock's image models are called, each family in its own format", async () => {
  const price = { input: "0", output: "0", units: { image: "0.04" } };
  const model = "amazon.nova-canvas-v1:0";
  await using played = await imageGateway("bedrock", () => Response.json({ images: ["AAAA", "BBBB"] }), {
    model,
    price,
  });
  const { openai, gateway } = played;
  const drawn = await openai.images.generate({
    model: "m",
    prompt: "a dhow",
    n: 2,
    size: "1024x1024",
    quality: "hd",
  });
  assert.deepEqual(drawn.data?.map(({ b64_json }) => b64_json), ["AAAA", "BBBB"]);
  assert.equal(played.path(), "/model/amazon.nova-canvas-v1%3A0/invoke");
  assert.deepEqual(played.sent(), {
    taskType: "TEXT_IMAGE",
    textToImageParams: { text: "a dhow" },
    imageGenerationConfig: { numberOfImages: 2, quality: "premium", width: 1024, height: 1024 },
  });
  await openai.images.createVariation({ model: "m", image: await toFile(new Uint8Array([1, 2]), "a.png") });
  assert.deepEqual(played.sent().imageVariationParams, { images: ["AQI="] });
  const [record] = await gateway.recorded(2);
  assert.deepEqual([record?.cost_usd, record?.units], ["0.080000000", {
    images: 2,
    image_size: "hd 1024x1024",
  }]);
});

Deno.test("openai: Stability's models on Bedrock take an aspect ratio; an image that their filter withholds is an error", async () => {
  const answers = [
    { seeds: [1], finish_reasons: [null], images: ["AAAA"] },
    { finish_reasons: ["Filter reason: prompt"] },
  ];
  await using played = await imageGateway(
    "bedrock",
    () => Response.json(answers[played?.asked() > 1 ? 1 : 0]),
    {
      model: "stability.stable-image-ultra-v1:1",
    },
  );
  const { openai } = played;
  const drawn = await openai.images.generate({ model: "m", prompt: "a dhow", size: "1024x1536" });
  assert.equal(drawn.data?.[0]?.b64_json, "AAAA");
  assert.deepEqual(played.sent(), { prompt: "a dhow", aspect_ratio: "2:3", output_format: "png" });
  await assert.rejects(
    openai.images.generate({ model: "m", prompt: "x" }),
    /returned no image: Filter reason: prompt/,
  );
  await assert.rejects(
    async () =>
      openai.images.createVariation({ model: "m", image: await toFile(new Uint8Array([1]), "a.png") }),
    ({ param }: { param: string }) => param === "image",
  );
});
