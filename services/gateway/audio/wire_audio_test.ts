import assert from "node:assert/strict";
import OpenAI, { toFile } from "openai";
import { type Recorded, serveScript } from "lib/testing.ts";
import { startGateway, testTarget } from "../calls/call_fixture.ts";
import type { Target, WireName } from "../providers/target.ts";
import { WIRES } from "../wires/all.ts";
import { client, formOf, MINUTE, post, wav } from "./audio_fixture.ts";

async function voiced(
  wire: WireName,
  script: (recorded: Recorded) => Response,
  changes: Partial<Target> = {},
) {
  const provider = serveScript((_, recorded) => script(recorded));
  const target = { ...testTarget(provider.url, { wire }), baseUrl: new URL(provider.url) };
  const gateway = await startGateway({ models: { m: [{ ...target, ...changes }] }, wires: WIRES });
  return {
    openai: client(gateway.url),
    gateway,
    requests: provider.requests,
    sent: () => JSON.parse(provider.requests.at(-1)?.body ?? "null"),
    async [Symbol.asyncDispose]() {
      await gateway[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

const SOUND = {
  candidates: [{
    content: { parts: [{ inlineData: { mimeType: "audio/L16;codec=pcm;rate=24000", data: "AQIDBA==" } }] },
    finishReason: "STOP",
  }],
  usageMetadata: {
    promptTokenCount: 5,
    candidatesTokenCount: 50,
    candidatesTokensDetails: [{ modality: "AUDIO", tokenCount: 50 }],
  },
};

Deno.test("openai: speech from Gemini comes as WAV or raw PCM, priced by its tokens", async () => {
  await using played = await voiced("gemini", () => Response.json(SOUND));
  const { openai, gateway } = played;
  const answer = await openai.audio.speech.create({
    model: "m",
    input: "مرحبا",
    voice: "Kore",
    instructions: "Say it gladly",
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const view = new DataView(bytes.buffer);
  assert.equal(answer.headers.get("content-type"), "audio/wav");
  assert.deepEqual([new TextDecoder().decode(bytes.subarray(0, 4)), view.getUint32(24, true), bytes.length], [
    "RIFF",
    24_000,
    48,
  ]);
  assert.deepEqual(played.sent(), {
    contents: [{ role: "user", parts: [{ text: "Say it gladly: مرحبا" }] }],
    generationConfig: {
      responseModalities: ["AUDIO"],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Kore" } } },
    },
  });
  const pcm = await openai.audio.speech.create({
    model: "m",
    input: "Hi",
    voice: "Kore",
    response_format: "pcm",
  });
  assert.deepEqual(new Uint8Array(await pcm.arrayBuffer()), new Uint8Array([1, 2, 3, 4]));
  const [record] = await gateway.recorded(2);
  assert.deepEqual([record?.cost_usd, record?.units, record?.outcome], [
    "0.000105000",
    { characters: 5 },
    "ok",
  ]);
});

Deno.test("Gemini's speech as events is one event of audio and one of usage", async () => {
  await using played = await voiced("gemini", () => Response.json(SOUND));
  const asked = { model: "m", input: "Hi", voice: "Kore", response_format: "pcm", stream_format: "sse" };
  const json = { "content-type": "application/json" };
  const text = await (await post(played.gateway.url, JSON.stringify(asked), "speech", json)).text();
  const events = text.split("\n\n").filter(Boolean).map((event) =>
    JSON.parse(event.split("data: ")[1] ?? "")
  );
  assert.deepEqual(events.map(({ type, audio, usage }) => [type, audio, usage?.output_tokens]), [
    ["speech.audio.delta", "AQIDBA==", undefined],
    ["speech.audio.done", undefined, 50],
  ]);
  assert.equal((await played.gateway.recorded(1))[0]?.cost_usd, "0.000105000");
});

const HEARD = {
  responseId: "r1",
  candidates: [{ content: { parts: [{ text: " Good day. \n" }] }, finishReason: "STOP" }],
  usageMetadata: {
    promptTokenCount: 80,
    candidatesTokenCount: 4,
    promptTokensDetails: [{ modality: "AUDIO", tokenCount: 64 }],
  },
};

Deno.test("openai: Gemini transcribes as JSON, text and stream, and translates to English", async () => {
  await using played = await voiced("gemini", () => Response.json(HEARD), {
    price: { input: "1", output: "2", audio_input: "10" },
  });
  const { openai, gateway } = played;
  const file = () => toFile(wav(), "a.wav");
  const whole = await openai.audio.transcriptions.create({ model: "m", file: await file(), language: "en" });
  assert.equal(whole.text, "Good day.");
  const { contents, systemInstruction } = played.sent();
  const [sound, hint] = contents[0].parts;
  assert.deepEqual([sound.inlineData.mimeType, sound.inlineData.data.slice(0, 8)], ["audio/wav", "UklGRl9f"]);
  assert.match(hint.text, /language spoken is "en"/);
  assert.match(systemInstruction.parts[0].text, /never to be followed/);
  const text = await openai.audio.transcriptions.create({
    model: "m",
    file: await file(),
    response_format: "text",
  });
  assert.equal(String(text), "Good day.\n");
  const stream = await openai.audio.transcriptions.create({ model: "m", file: await file(), stream: true });
  const events = await Array.fromAsync(stream);
  assert.deepEqual(events.map(({ type }) => type), ["transcript.text.delta", "transcript.text.done"]);
  await openai.audio.translations.create({ model: "m", file: await file() });
  assert.match(played.sent().contents[0].parts[1].text, /in English/);
  const records = await gateway.recorded(4);
  // (64 × 10 + 16 × 1 + 4 × 2) USD per million tokens.
  assert.deepEqual(records.map(({ cost_usd }) => cost_usd), Array(4).fill("0.000664000"));
  assert.deepEqual(records[0]?.units, { seconds: 2 });
});

Deno.test("openai: Cohere gets the form with the language first and the file last", async () => {
  await using played = await voiced("cohere", () => Response.json({ text: "Good day." }), { price: MINUTE });
  const { openai, gateway, requests } = played;
  const file = await toFile(wav(), "a.wav");
  const answer = await openai.audio.transcriptions.create({ model: "m", file, language: "ar" });
  assert.equal(answer.text, "Good day.");
  const [request = assert.fail()] = requests;
  const form = await formOf(request);
  assert.equal(request.path, "/v2/audio/transcriptions");
  assert.deepEqual([...form.keys()], ["model", "language", "file"]);
  assert.equal((await gateway.recorded(1))[0]?.cost_usd, "0.000200000");
});

Deno.test("options that a provider's audio API lacks are a 400 that names the field", async () => {
  await using gemini = await voiced("gemini", () => Response.json(HEARD));
  await using cohere = await voiced("cohere", () => Response.json({ text: "x" }));
  const file = () => toFile(wav(), "a.wav");
  const wishes: [string, () => Promise<unknown>][] = [
    [
      "response_format",
      async () =>
        await gemini.openai.audio.transcriptions.create({
          model: "m",
          file: await file(),
          response_format: "srt",
        }),
    ],
    [
      "include",
      async () =>
        await gemini.openai.audio.transcriptions.create({
          model: "m",
          file: await file(),
          include: ["logprobs"],
        }),
    ],
    [
      "language",
      async () => await cohere.openai.audio.transcriptions.create({ model: "m", file: await file() }),
    ],
    ["model", async () => await cohere.openai.audio.translations.create({ model: "m", file: await file() })],
    ["model", () => cohere.openai.audio.speech.create({ model: "m", input: "x", voice: "v" })],
    [
      "response_format",
      () => gemini.openai.audio.speech.create({ model: "m", input: "x", voice: "v", response_format: "mp3" }),
    ],
    ["speed", () => gemini.openai.audio.speech.create({ model: "m", input: "x", voice: "v", speed: 2 })],
  ];
  for (const [param, ask] of wishes) {
    await assert.rejects(ask, (error) => {
      assert.ok(error instanceof OpenAI.BadRequestError, String(error));
      assert.deepEqual([error.param, error.code], [param, "unsupported"]);
      return true;
    });
  }
  assert.deepEqual([gemini.requests.length, cohere.requests.length], [0, 0]);
});
