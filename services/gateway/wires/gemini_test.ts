import assert from "node:assert/strict";
import { gemini } from "./gemini.ts";
import { assembled, CONVERSATION, played, sse, whole } from "./wire_fixture.ts";

const USAGE = {
  promptTokenCount: 40,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 6,
  cachedContentTokenCount: 30,
  promptTokensDetails: [{ modality: "TEXT", tokenCount: 35 }, { modality: "AUDIO", tokenCount: 5 }],
};

const ANSWER = {
  responseId: "r1",
  modelVersion: "gemini-x",
  candidates: [{
    content: {
      role: "model",
      parts: [
        { text: "thinking", thought: true },
        { text: "A cat" },
        { functionCall: { name: "look", args: { at: "tail" } }, thoughtSignature: "sig" },
      ],
    },
    finishReason: "STOP",
  }],
  usageMetadata: USAGE,
};

Deno.test("an answer keeps text, thinking and calls with their signature, and counts thinking as completion tokens", async () => {
  await using provider = played("gemini", () => Response.json(ANSWER));
  const { message, finish, usage, id, model } = await whole(gemini, CONVERSATION, provider.context);
  assert.deepEqual([id, model, finish], ["r1", "gemini-x", "tool_calls"]);
  assert.deepEqual([message.content, message.reasoning_content], ["A cat", "thinking"]);
  const [call] = message.tool_calls;
  assert.deepEqual(call.function, { name: "look", arguments: '{"at":"tail"}' });
  assert.deepEqual([usage.prompt_tokens, usage.completion_tokens], [40, 11]);
  assert.deepEqual(usage.prompt_tokens_details, {
    cached_tokens: 30,
    cache_creation_tokens: 0,
    audio_tokens: 5,
  });
  assert.deepEqual(usage.completion_tokens_details, { reasoning_tokens: 6 });
  const back = { role: "assistant", content: "", tool_calls: message.tool_calls };
  await gemini.chat({ messages: [{ role: "user", content: "x" }, back] }, provider.context);
  assert.partialDeepStrictEqual(provider.sent(1), {
    contents: [{}, { parts: [{ functionCall: { name: "look" }, thoughtSignature: "sig" }] }],
  });
});

Deno.test("finish reasons are translated, and a blocked prompt is content_filter", async () => {
  const reasons = {
    STOP: "stop",
    MAX_TOKENS: "length",
    SAFETY: "content_filter",
    RECITATION: "content_filter",
  };
  for (const [finishReason, expected] of Object.entries(reasons)) {
    await using provider = played(
      "gemini",
      () => Response.json({ candidates: [{ content: { parts: [{ text: "x" }] }, finishReason }] }),
    );
    assert.equal((await whole(gemini, CONVERSATION, provider.context)).finish, expected);
  }
  await using blocked = played("gemini", () => Response.json({ promptFeedback: { blockReason: "SAFETY" } }));
  const { message, finish } = await whole(gemini, CONVERSATION, blocked.context);
  assert.deepEqual([message.content, finish], ["", "content_filter"]);
});

Deno.test("a stream gives text, thinking and calls, then finish reason and usage; a truncated one fails", async () => {
  const piece = (parts: unknown[], more = {}) => ({
    responseId: "r1",
    modelVersion: "gemini-x",
    candidates: [{ content: { parts }, ...more }],
  });
  const events = [
    piece([{ text: "let me see", thought: true }]),
    piece([{ text: "قطة " }]),
    piece([{ text: "هنا" }, { functionCall: { name: "look", args: { at: 1 } } }]),
    piece([{ functionCall: { name: "look", args: {} } }]),
  ];
  const end = { ...piece([], { finishReason: "STOP" }), usageMetadata: USAGE };
  await using provider = played("gemini", () => sse([...events, end], 11));
  const answer = await assembled(gemini, CONVERSATION, provider.context);
  assert.equal(provider.requests[0]?.path, "/models/m:streamGenerateContent?alt=sse");
  assert.deepEqual([answer.text, answer.reasoning, answer.finish], ["قطة هنا", "let me see", "tool_calls"]);
  assert.deepEqual(answer.calls.map(({ arguments: text }) => text), ['{"at":1}', "{}"]);
  assert.equal(new Set(answer.calls.map(({ id }) => id)).size, 2);
  assert.partialDeepStrictEqual(answer.usage, { prompt_tokens: 40, completion_tokens: 11 });
  await using cutting = played("gemini", () => sse(events));
  await assert.rejects(assembled(gemini, CONVERSATION, cutting.context), {
    message: /broke off its answer/,
    beforeFirstByte: false,
  });
});

Deno.test("texts are embedded in one batch; token ids are refused", async () => {
  await using provider = played(
    "gemini",
    () => Response.json({ embeddings: [{ values: [1, 2] }, { values: [3, 4] }] }),
  );
  const answer = await gemini.embed?.({ model: "m", input: ["a", "b"], dimensions: 2 }, provider.context);
  assert.partialDeepStrictEqual(answer, {
    object: "list",
    data: [{ index: 0, embedding: [1, 2] }, { index: 1, embedding: [3, 4] }],
  });
  assert.partialDeepStrictEqual(provider.sent(), {
    requests: [{ model: "models/m", content: { parts: [{ text: "a" }] }, outputDimensionality: 2 }, {}],
  });
  await assert.rejects(gemini.embed?.({ input: [[1, 2]] }, provider.context) ?? assert.fail(), {
    status: 400,
    param: "input",
  });
});

Deno.test("an error keeps Google's message, status and retry delay", async () => {
  await using provider = played("gemini", () =>
    Response.json({
      error: { code: 429, message: "Quota", status: "RESOURCE_EXHAUSTED", details: [{ retryDelay: "7.5s" }] },
    }, { status: 429 }));
  await assert.rejects(gemini.chat(CONVERSATION, provider.context), {
    status: 429,
    type: "RESOURCE_EXHAUSTED",
    message: "gemini answered 429: Quota",
    retryAfterMs: 7500,
  });
});

const ASKED = [{ role: "user", content: "x" }];

const candidate = (parts: unknown[], finishReason?: string) => ({
  candidates: [{ content: { parts }, finishReason }],
});

Deno.test("a failed generation is an error, whole and streamed, never an empty answer", async () => {
  for (const reason of ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "OTHER"]) {
    await using provider = played("gemini", () => Response.json(candidate([], reason)));
    await assert.rejects(gemini.chat({ messages: ASKED }, provider.context), {
      status: 502,
      code: reason.toLowerCase(),
    });
  }
  await using none = played("gemini", () => Response.json({ usageMetadata: USAGE }));
  await assert.rejects(gemini.chat({ messages: ASKED }, none.context), { message: /broke off its answer/ });
  const error = { code: 503, message: "The model is overloaded", status: "UNAVAILABLE" };
  await using overloaded = played("gemini", () => sse([candidate([]), { error }]));
  await assert.rejects(assembled(gemini, { messages: ASKED }, overloaded.context), {
    status: 503,
    type: "UNAVAILABLE",
    message: "gemini failed: The model is overloaded",
    beforeFirstByte: true,
  });
  await using late = played("gemini", () => sse([candidate([{ text: "A" }]), { error }]));
  await assert.rejects(assembled(gemini, { messages: ASKED }, late.context), { beforeFirstByte: false });
});

Deno.test("missing usage is not reported as zero", async () => {
  await using provider = played("gemini", () => Response.json(candidate([{ text: "x" }], "STOP")));
  assert.equal((await whole(gemini, { messages: ASKED }, provider.context)).usage, undefined);
  await using streaming = played("gemini", () => sse([candidate([{ text: "x" }], "STOP")]));
  assert.equal((await assembled(gemini, { messages: ASKED }, streaming.context)).usage, undefined);
});

Deno.test("images are requested and returned, whole and streamed", async () => {
  const drawn = candidate(
    [{ text: "Here" }, { inlineData: { mimeType: "image/png", data: "iVBO" } }],
    "STOP",
  );
  const images = [{ type: "image_url", image_url: { url: "data:image/png;base64,iVBO" } }];
  await using provider = played("gemini", () => Response.json(drawn));
  const request = { messages: ASKED, modalities: ["text", "image"] };
  assert.deepEqual((await whole(gemini, request, provider.context)).message.images, images);
  assert.partialDeepStrictEqual(provider.sent(), {
    generationConfig: { responseModalities: ["TEXT", "IMAGE"] },
  });
  await using streaming = played("gemini", () => sse([drawn]));
  const chunks = await Array.fromAsync(gemini.stream(request, streaming.context));
  assert.ok(JSON.stringify(chunks).includes(JSON.stringify(images)));
});

Deno.test("calls without an id get one that is unique in the conversation", async () => {
  const call = candidate([{ functionCall: { name: "look", args: {} } }], "STOP");
  await using provider = played("gemini", () => Response.json(call));
  const ids = [];
  for (let i = 0; i < 2; i++) {
    ids.push((await whole(gemini, { messages: ASKED }, provider.context)).message.tool_calls[0].id);
  }
  assert.notEqual(ids[0], ids[1]);
});

Deno.test("more than a hundred texts are embedded in several batches", async () => {
  await using provider = played("gemini", ({ body }) => {
    const { requests } = JSON.parse(body);
    return Response.json({ embeddings: requests.map(() => ({ values: [1] })) });
  });
  const answer = await gemini.embed?.({ input: Array(150).fill("a") }, provider.context);
  assert.equal(provider.requests.length, 2);
  assert.equal(JSON.parse(JSON.stringify(answer)).data.length, 150);
});
