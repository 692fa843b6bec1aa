import assert from "node:assert/strict";
import { toFile } from "openai";
import { serveScript } from "lib/testing.ts";
import { startGateway, testCaller, testTarget } from "../calls/call_fixture.ts";
import type { Guardrails } from "../calls/guardrails.ts";
import { echo } from "../wires/echo.ts";
import { client, emptied, EVENTS, formOf, MINUTE, post, wav } from "./audio_fixture.ts";

Deno.test("openai: a transcription reaches the provider with its file and fields, the model renamed, priced by seconds", async () => {
  await using provider = serveScript(() =>
    Response.json({ text: "مرحبا", usage: { type: "duration", seconds: 30 } })
  );
  const target = testTarget(provider.url, { model: "whisper-1", price: MINUTE });
  await using gateway = await startGateway({ models: { hear: [target] } });
  const file = await toFile(wav(), "صوت.wav", { type: "audio/wav" });
  const answer = await client(gateway.url).audio.transcriptions.create({
    file,
    model: "hear",
    language: "ar",
    timestamp_granularities: ["word", "segment"],
  });
  assert.equal(answer.text, "مرحبا");
  const [request = assert.fail()] = provider.requests;
  assert.equal(request.path, "/v1/audio/transcriptions");
  assert.equal(request.headers.get("authorization"), "Bearer provider-secret-1");
  assert.equal(Number(request.headers.get("content-length")), request.bytes.length);
  const form = await formOf(request);
  assert.deepEqual([form.get("model"), form.get("language")], ["whisper-1", "ar"]);
  assert.deepEqual(form.getAll("timestamp_granularities[]"), ["word", "segment"]);
  const sent = form.get("file");
  assert.ok(sent instanceof File);
  assert.deepEqual([sent.name, sent.type, sent.size], ["صوت.wav", "audio/wav", 32_044]);
  assert.deepEqual(new Uint8Array(await sent.arrayBuffer()), wav());
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.units, record?.cost_usd, record?.estimated], [
    { seconds: 30 },
    "0.003000000",
    false,
  ]);
  await emptied(gateway.folder);
});

Deno.test("a transcript as text keeps its format, and is priced by the length of the file", async () => {
  const vtt = "WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n";
  await using provider = serveScript(() => new Response(vtt, { headers: { "content-type": "text/vtt" } }));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url, { price: MINUTE })] } });
  const file = await toFile(wav(), "a.wav");
  const text = await client(gateway.url).audio.transcriptions.create({
    file,
    model: "m",
    response_format: "vtt",
  });
  assert.equal(text, vtt);
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.units, record?.estimated], [{ seconds: 2 }, false]);
  const guessed = await toFile(new Uint8Array(16_000), "a.mp3");
  await client(gateway.url).audio.translations.create({ file: guessed, model: "m", response_format: "text" });
  const [, second] = await gateway.recorded(2);
  assert.deepEqual([second?.resource, second?.units, second?.estimated], [
    "/v1/audio/translations",
    { seconds: 1 },
    true,
  ]);
  assert.equal(provider.requests[1]?.path, "/v1/audio/translations");
});

Deno.test("openai: a streamed transcript passes through, priced by tokens; a truncated one ends in an error", async () => {
  const event = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
  const deltas = ["Hel", "lo"].map((delta) => event({ type: "transcript.text.delta", delta }));
  const usage = {
    type: "tokens",
    input_tokens: 20,
    input_token_details: { audio_tokens: 18, text_tokens: 2 },
    output_tokens: 5,
    total_tokens: 25,
  };
  const done = event({ type: "transcript.text.done", text: "Hello", usage });
  let body = [...deltas, done].join("");
  await using provider = serveScript(() => new Response(body, { headers: EVENTS }));
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url, { price: { input: "2.5", output: "10", audio_input: "6" } })] },
  });
  const ask = async () => {
    const file = await toFile(wav(), "a.wav");
    let text = "";
    for await (
      const part of await client(gateway.url).audio.transcriptions.create({ file, model: "m", stream: true })
    ) {
      if (part.type === "transcript.text.delta") text += part.delta;
    }
    return text;
  };
  assert.equal(await ask(), "Hello");
  const [record] = await gateway.recorded(1);
  assert.deepEqual([record?.audio_prompt_tokens, record?.total_tokens, record?.units], [18, 25, {
    seconds: 2,
  }]);
  // (2 × 2.5 + 18 × 6 + 5 × 10) USD per million tokens.
  assert.equal(record?.cost_usd, "0.000163000");
  body = deltas.join("");
  await assert.rejects(ask());
  const [, cut] = await gateway.recorded(2);
  assert.deepEqual([cut?.outcome, cut?.units, cut?.estimated], ["cut", { seconds: 2 }, true]);
});

Deno.test("a model that cannot stream answers whole when a stream is requested", async () => {
  await using provider = serveScript(() => Response.json({ text: "Hello" }));
  await using gateway = await startGateway({ models: { m: [testTarget(provider.url, { price: MINUTE })] } });
  const form = new FormData();
  form.set("model", "m");
  form.set("stream", "true");
  form.set("file", new File([wav()], "a.wav"));
  const response = await post(gateway.url, form);
  assert.equal((await response.json()).text, "Hello");
  assert.equal(response.headers.get("x-diwan-cost-usd"), "0.000200000");
});

Deno.test("bad forms get an error that names the field, and leave nothing on disk", async () => {
  await using provider = serveScript(() => Response.json({ text: "" }));
  const target = testTarget(provider.url);
  await using gateway = await startGateway({
    models: { m: [target], echo: [testTarget("http://127.0.0.1:9", { wire: "echo", provider: "echo" })] },
    wires: { echo },
  });
  const form = (fields: Record<string, string | File>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries({ model: "m", file: new File([wav()], "a.wav"), ...fields })) {
      data.set(name, value);
    }
    return data;
  };
  const cases = [
    [form({ model: "" }), 422, "model"],
    [form({ file: new File([], "a.wav") }), 422, "file"],
    [form({ file: "no file" }), 422, "file"],
    [form({ response_format: "docx" }), 422, "response_format"],
    [form({ language: "a\0r" }), 422, "language"],
    [form({ model: "unknown" }), 404, "model"],
    [form({ model: "echo" }), 400, "model"],
    [form({ file: new File([new Uint8Array(2 ** 20 + 1)], "a.wav") }), 413, null],
  ] as const;
  for (const [body, status, param] of cases) {
    const response = await post(gateway.url, body);
    const { error } = await response.json();
    assert.deepEqual([response.status, error.type, error.param], [status, "invalid_request_error", param]);
  }
  const json = await post(gateway.url, "{}", "transcriptions", { "content-type": "application/json" });
  assert.equal(json.status, 415);
  await json.body?.cancel();
  const cut = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
  const broken = await post(gateway.url, cut, "transcriptions", {
    "content-type": "multipart/form-data; boundary=b",
  });
  assert.equal(broken.status, 400);
  await broken.body?.cancel();
  assert.equal(provider.requests.length, 0);
  await emptied(gateway.folder);
});

Deno.test("a retry with the next key or provider sends the whole file again", async () => {
  await using broken = serveScript(() => new Response("{}", { status: 500 }));
  await using provider = serveScript(() => Response.json({ text: "Hello" }));
  const models = { m: [testTarget(broken.url), testTarget(provider.url, { provider: "second" })] };
  await using gateway = await startGateway({ models });
  const file = await toFile(wav(), "a.wav");
  assert.equal((await client(gateway.url).audio.transcriptions.create({ file, model: "m" })).text, "Hello");
  assert.equal(broken.requests.length, 3);
  const sizes = [...broken.requests, ...provider.requests].map(({ bytes }) => bytes.length);
  assert.equal(new Set(sizes).size, 1);
});

Deno.test("the guard checks prompts, transcripts and text to be spoken; a budget needs a price of the unit", async () => {
  const scanned: string[] = [];
  const guardrails: Guardrails = {
    scan(text) {
      scanned.push(text);
      return Promise.resolve();
    },
    check(windows) {
      scanned.push(...windows.map(({ text }) => text));
      return Promise.resolve({
        windows: windows.map(({ text }) => ({ release: text.length, edits: [] })),
        step: 200,
      });
    },
  };
  await using provider = serveScript(() => Response.json({ text: "what was said" }));
  await using gateway = await startGateway({
    models: { m: [testTarget(provider.url)] },
    deps: { guardrails },
  });
  const file = await toFile(wav(), "a.wav");
  await client(gateway.url).audio.transcriptions.create({ file, model: "m", prompt: "names" });
  await (await client(gateway.url).audio.speech.create({ model: "m", input: "words", voice: "v" }))
    .arrayBuffer();
  assert.deepEqual(scanned, ["names", "what was said", "words\nv"]);
  const budgets = [{
    key: "key:k1",
    scope: "key" as const,
    id: "k1",
    limit_nano_usd: 1n,
    period: "daily" as const,
  }];
  const models = { m: [testTarget(provider.url, { price: MINUTE })] };
  await using poor = await startGateway({ models, caller: testCaller({ budgets }) });
  await assert.rejects(
    client(poor.url).audio.speech.create({ model: "m", input: "words", voice: "v" }),
    /422.*has no price/,
  );
});
