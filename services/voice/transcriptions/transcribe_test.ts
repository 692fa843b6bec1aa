import assert from "node:assert/strict";
import { createLimiter } from "lib/limits/rate_limit.ts";
import { bearer, testKv } from "lib/testing.ts";
import { fixture } from "../audio/fixture.ts";
import { probeAudio } from "../audio/probe.ts";
import { spoken, testVoice } from "../testing.ts";

const PATH = "/api/v1/transcribe";

const FILES: [file: string, seconds: number, sentAs: string][] = [
  ["english.wav", 1.822, "audio.wav"],
  ["english.flac", 1.822, "audio.flac"],
  ["english.mp3", 1.908, "audio.mp3"],
  ["english.m4a", 1.822, "audio.m4a"],
  ["english.aac", 1.92, "audio.m4a"],
  ["film.mp4", 1.822, "audio.m4a"],
  ["english.webm", 1.821, "audio.webm"],
  ["recorder.webm", 1.821, "audio.webm"],
  ["english.ogg", 1.822, "audio.ogg"],
  ["arabic.opus", 2.87, "audio.ogg"],
];

Deno.test("POST /transcribe takes every format and sends the provider the very bytes", async () => {
  await using voice = await testVoice();
  for (const [index, [file, seconds, sentAs]] of FILES.entries()) {
    const response = await voice.post(PATH, file);
    const body = await response.json();
    assert.equal(response.status, 201, `${file}: ${JSON.stringify(body)}`);
    assert.equal(body.text, "The meeting starts at nine.");
    assert.equal(body.language, "en");
    assert.ok(Math.abs(body.duration - seconds) < 0.11, `${file}: ${body.duration}`);
    assert.equal(
      JSON.stringify(body.segments),
      '[{"start":0,"end":1.2,"text":"The meeting starts at nine."}]',
    );
    assert.deepEqual([body.model, body.source, body.filename], ["whisper-1", "file", file]);
    const form = (await voice.heard())[index];
    const sent = form?.get("file");
    assert.ok(sent instanceof File);
    assert.equal(sent.name, sentAs);
    if (file !== "english.aac") assert.deepEqual(await sent.bytes(), await fixture(file));
    assert.equal(form?.get("response_format"), "verbose_json");
    assert.equal(form?.get("language"), null);
  }
  assert.equal(voice.provider.requests.length, FILES.length);
});

Deno.test("silence and noise are answered with an empty text and never sent", async () => {
  await using voice = await testVoice();
  for (
    const file of [
      "silence.flac",
      "silence.mp3",
      "silence.m4a",
      "silence.webm",
      "noise.flac",
      "noise.mp3",
      "noise.webm",
    ]
  ) {
    const response = await voice.post(`${PATH}?language=ar`, file);
    const { text, segments, language, duration } = await response.json();
    assert.deepEqual([response.status, text, segments, language], [201, "", [], "ar"], file);
    assert.ok(duration > 2.9);
  }
  assert.equal(voice.provider.requests.length, 0);
});

Deno.test("language and model given are passed on, an Arabic answer is ar", async () => {
  await using voice = await testVoice(() => spoken("مرحبا بكم", "arabic"));
  const auto = await (await voice.post(PATH, "arabic.opus")).json();
  assert.deepEqual([auto.language, auto.text], ["ar", "مرحبا بكم"]);
  const given = await (await voice.post(`${PATH}?language=ar&model=whisper-large-v3`, "arabic.opus")).json();
  assert.deepEqual([given.language, given.model], ["ar", "whisper-large-v3"]);
  const form = (await voice.heard())[1];
  assert.deepEqual([form?.get("language"), form?.get("model")], ["ar", "whisper-large-v3"]);
});

Deno.test("hallucinations are dropped: loops, and words over silence", async () => {
  const segment = (start: number, text: string, more = {}) => ({ start, end: start + 0.3, text, ...more });
  await using voice = await testVoice(() =>
    Response.json({
      language: "english",
      text: "Hello there. Thank you. Thank you. Thank you. Thank you. Subscribe!",
      segments: [
        segment(0, " Hello there."),
        ...[0.3, 0.6, 0.9, 1.2].map((start) => segment(start, " Thank you.")),
        segment(1.5, " Subscribe!", { no_speech_prob: 0.9, avg_logprob: -1.5 }),
        segment(90, " Late"),
      ],
    })
  );
  const { text, segments } = await (await voice.post(PATH, "english.wav")).json();
  assert.equal(text, "Hello there. Thank you. Late");
  assert.deepEqual(segments.at(-1), { start: 1.822, end: 1.822, text: "Late" });
});

Deno.test("a long file is cut at its pause, sent in order and joined with right times", async () => {
  await using voice = await testVoice((_request, _recorded, index) => spoken(`Part ${index + 1}.`), {
    settings: { STT_MAX_PART_SECONDS: "3.5" },
  });
  const { text, segments, duration } = await (await voice.post(PATH, "two_utterances.flac")).json();
  assert.equal(text, "Part 1. Part 2.");
  assert.equal(duration, 5.892);
  assert.ok(segments[1].start > 2.6 && segments[1].start < 3.2, `${segments[1].start}`);
  const parts = await Promise.all((await voice.heard()).map(async (form) => {
    const file = form.get("file");
    assert.ok(file instanceof File);
    return (await probeAudio(await file.bytes())).duration;
  }));
  assert.ok(parts.every((seconds) => seconds <= 3.5), `${parts}`);
  assert.ok(Math.abs(parts.reduce((sum, seconds) => sum + seconds, 0) - 5.892) < 0.05);
});

Deno.test("POST /transcribe?stream=true tells of each part, then the result", async () => {
  await using voice = await testVoice((_request, _recorded, index) => spoken(`Part ${index + 1}.`), {
    settings: { STT_MAX_PART_SECONDS: "3.5" },
  });
  const response = await voice.post(`${PATH}?stream=true`, "two_utterances.flac");
  assert.equal(response.headers.get("content-type"), "text/event-stream");
  const events = (await response.text()).split("\n\n").filter(Boolean).map((event) =>
    event.replace("data: ", "")
  );
  const [one, two, done, end] = [...events.slice(0, 3).map((event) => JSON.parse(event)), events[3]];
  assert.deepEqual(one, { status: "processing", done: 1, parts: 2, text: "Part 1." });
  assert.deepEqual(two, { status: "processing", done: 2, parts: 2, text: "Part 2." });
  assert.deepEqual([done.status, done.text, end], ["completed", "Part 1. Part 2.", "[DONE]"]);
});

Deno.test("response_format gives text, srt and vtt", async () => {
  await using voice = await testVoice();
  const expected = {
    text: ["text/plain; charset=UTF-8", "The meeting starts at nine."],
    srt: [
      "application/x-subrip; charset=utf-8",
      "1\n00:00:00,000 --> 00:00:01,200\nThe meeting starts at nine.\n",
    ],
    vtt: [
      "text/vtt; charset=utf-8",
      "WEBVTT\n\n00:00:00.000 --> 00:00:01.200\nThe meeting starts at nine.\n",
    ],
  };
  for (const [format, [type, text]] of Object.entries(expected)) {
    const response = await voice.post(`${PATH}?response_format=${format}`, "english.wav");
    assert.equal(response.status, 201);
    assert.equal(response.headers.get("content-type")?.toLowerCase(), type?.toLowerCase());
    assert.match(response.headers.get("x-transcription-id") ?? "", /^[0-9a-f-]{36}$/);
    assert.equal(await response.text(), text);
  }
});

Deno.test("POST /transcribe refuses what it cannot take", async () => {
  await using voice = await testVoice(undefined, {
    settings: { MAX_FILE_SIZE_MB: "0.05", MAX_BODY_MB: "0.2" },
  });
  const text = new TextEncoder().encode("plain text named .wav");
  const refused = async (
    file: Uint8Array<ArrayBuffer> | string,
    status: number,
    reason: RegExp,
    query = "",
  ) => {
    const response = await voice.post(PATH + query, file);
    const body = await response.text();
    assert.equal(response.status, status, body);
    assert.match(body, reason);
  };
  await refused(text, 422, /"loc":\["file"\],"msg":"Not an audio file/);
  await refused("mute.mp4", 422, /no audio track/);
  await refused((await fixture("english.m4a")).slice(0, 2000), 422, /"loc":\["file"\]/);
  await refused("english.wav", 413, /maximum of 0.05 MB/);
  await refused(new Uint8Array(300_000), 413, /maximum of 0.2 MB/);
  await refused("english.mp3", 422, /"query","language"/, "?language=fr");
  await refused("english.mp3", 422, /only json can be streamed/, "?stream=true&response_format=srt");
  const headers = await bearer();
  const send = (body: BodyInit, more: Record<string, string> = {}) =>
    voice.app.request(PATH, { method: "POST", body, headers: { ...headers, ...more } });
  assert.equal((await send("{}", { "content-type": "application/json" })).status, 415);
  assert.equal((await send("nonsense", { "content-type": "multipart/form-data; boundary=x" })).status, 400);
  assert.equal((await send(new FormData())).status, 422);
  const form = new FormData();
  form.set("file", "a string");
  assert.equal((await send(form)).status, 422);
  assert.equal((await voice.app.request(PATH, { method: "POST", body: form })).status, 401);
  assert.equal(voice.provider.requests.length, 0);
});

Deno.test("POST /transcribe and /voice/chat count as heavy, the history does not", async () => {
  using kv = await testKv();
  const limiter = createLimiter({ kv, namespace: "test" });
  const limits = { perMinute: 100, heavyPerMinute: 2 };
  await using voice = await testVoice(undefined, { service: { limiter, limits } });
  const statuses = [];
  for (const path of [PATH, "/api/v1/voice/chat", PATH]) {
    statuses.push((await voice.post(path, "silence.mp3")).status);
  }
  assert.deepEqual(statuses, [201, 422, 429]);
  assert.equal((await voice.get("/api/v1/transcriptions")).status, 200);
  await limiter.flush();
});
