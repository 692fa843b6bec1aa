import assert from "node:assert/strict";
import { bearer } from "lib/testing.ts";
import { type TestVoice, testVoice } from "../testing.ts";

const PATH = "/api/v1/transcriptions";
const SUBTITLES =
  "1\n00:00:00,500 --> 00:00:02,000\nنبدأ الاجتماع\n\n2\n00:00:02,000 --> 00:00:04,250\nفي التاسعة\n";
const WHISPER = {
  task: "transcribe",
  language: "english",
  duration: 9.5,
  text: " Good morning. We begin.",
  segments: [
    {
      id: 0,
      start: 0,
      end: 1.5,
      text: " Good morning.",
      words: [{ word: " Good", start: 0, end: 0.5, probability: 0.9 }, {
        word: " morning.",
        start: 0.5,
        end: 1.5,
      }],
    },
    { id: 1, start: 2, end: 3, text: " We begin." },
  ],
};

async function send(
  voice: TestVoice,
  content: BlobPart,
  { query = "", sub = "alice", name = "minutes.srt" } = {},
) {
  const form = new FormData();
  form.set("file", new File([content], name));
  const answer = await voice.app.request(`${PATH}${query}`, {
    method: "POST",
    body: form,
    headers: await bearer("user", sub),
  });
  return { status: answer.status, body: await answer.json() };
}

Deno.test("POST /transcriptions keeps subtitles as a transcription of their sender, without asking a model", async () => {
  await using voice = await testVoice(undefined, { settings: { OPENAI_API_KEY: "" } });
  const { status, body } = await send(voice, SUBTITLES, { name: "محضر.srt" });
  assert.equal(status, 201);
  const { id: _id, created_at: _at, ...rest } = body;
  assert.deepEqual(rest, {
    owner: "alice",
    text: "نبدأ الاجتماع في التاسعة",
    language: "ar",
    duration: 4.25,
    segments: [{ start: 0.5, end: 2, text: "نبدأ الاجتماع" }, { start: 2, end: 4.25, text: "في التاسعة" }],
    model: "imported",
    source: "import",
    filename: "محضر.srt",
    processing_ms: 0,
    edited_by: null,
    edited_at: null,
  });
  assert.equal(voice.provider.requests.length, 0);
  const page = await (await voice.get(`${PATH}?search=اجتماع&source=import`, { sub: "alice" })).json();
  assert.deepEqual(page.transcriptions, [body]);
  assert.equal((await voice.get(`${PATH}/${body.id}`, { sub: "bob" })).status, 404);
});

Deno.test("POST /transcriptions takes Whisper's JSON with its words, and this service's own", async () => {
  await using voice = await testVoice();
  const { body } = await send(voice, JSON.stringify(WHISPER), { name: "talk.json" });
  assert.deepEqual([body.text, body.language, body.duration], ["Good morning. We begin.", "en", 9.5]);
  assert.deepEqual(body.segments, [
    {
      start: 0,
      end: 1.5,
      text: "Good morning.",
      words: [{ start: 0, end: 0.5, text: "Good" }, { start: 0.5, end: 1.5, text: "morning." }],
    },
    { start: 2, end: 3, text: "We begin." },
  ]);
  const again = await send(voice, JSON.stringify({ ...body, model: "whisper-1" }));
  assert.deepEqual([again.status, again.body.segments, again.body.model], [201, body.segments, "whisper-1"]);
  const plain = await send(voice, JSON.stringify({ text: "Nothing but words" }), { query: "?language=en" });
  assert.deepEqual([plain.body.text, plain.body.segments, plain.body.duration], ["Nothing but words", [], 0]);
  const edited = await voice.app.request(`${PATH}/${body.id}`, {
    method: "PATCH",
    headers: { ...await bearer("user", "alice"), "content-type": "application/json" },
    body: JSON.stringify({ segments: [{ index: 0, text: "Good evening." }] }),
  });
  assert.deepEqual((await edited.json()).segments[0], { start: 0, end: 1.5, text: "Good evening." });
});

Deno.test("POST /transcriptions answers 422 with the place for what cannot be read whole, and keeps nothing", async () => {
  await using voice = await testVoice();
  const json = (changes: object) => JSON.stringify({ ...WHISPER, ...changes });
  const [first, second] = WHISPER.segments;
  const cases: [BlobPart, string, RegExp][] = [
    ["", "file", /no words/],
    ["WEBVTT\n\nNOTE nothing else\n", "file", /no words/],
    ["Dear all,\nplease see below.", "file", /line 1: a cue begins with its times/],
    [new Uint8Array([0xE3, 0xD1, 0xCD, 0xC8, 0xC7]), "file", /UTF-8/],
    [new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0]), "file", /UTF-8/],
    ["{ no json", "file", /begins as JSON/],
    ["[]", "file", /expected object/],
    [json({ segments: [{ start: 0, end: -1, text: "x" }] }), "file.segments.0.end", /./],
    [json({ text: "Something else" }), "file.text", /differs/],
    [json({ duration: 1 }), "file.duration", /after its duration/],
    [json({ segments: [first, { ...second, start: 4 }] }), "file.segments.1", /before it begins/],
    [
      json({ segments: [{ ...first, words: [{ word: "Good", start: 7, end: 8 }] }, second] }),
      "file.segments.0.words",
      /outside/,
    ],
  ];
  for (const [content, place, fault] of cases) {
    const { status, body } = await send(voice, content);
    assert.equal(status, 422, String(content));
    assert.equal(body.details[0].loc.join("."), place, JSON.stringify(body));
    assert.match(body.details[0].msg, fault);
  }
  assert.equal((await send(voice, new Uint8Array(8 * 2 ** 20 + 1))).status, 413);
  assert.equal((await (await voice.get(PATH, { sub: "alice" })).json()).total, 0);
});

Deno.test("statistics count imported transcripts, and leave them out of the times of models' work", async () => {
  await using voice = await testVoice();
  const figures = async (role: "admin" | "user") =>
    await (await voice.get("/api/v1/analytics", { role, sub: "alice" })).json();
  const { body } = await send(voice, SUBTITLES);
  for (const role of ["admin", "user"] as const) {
    const only = await figures(role);
    assert.deepEqual([only.total_transcriptions, only.by_source.import], [1, 1]);
    assert.deepEqual([only.average_processing_ms, only.p95_processing_ms, only.real_time_factor], [
      null,
      null,
      null,
    ]);
  }
  const heard = await (await voice.post("/api/v1/transcribe", "english.mp3", { sub: "alice" })).json();
  for (const role of ["admin", "user"] as const) {
    const both = await figures(role);
    assert.deepEqual([both.total_transcriptions, both.by_source.file, both.by_source.import], [2, 1, 1]);
    assert.deepEqual([both.average_processing_ms, both.p95_processing_ms], [
      heard.processing_ms,
      heard.processing_ms,
    ]);
  }
  const removed = await voice.app.request(`${PATH}/${body.id}`, {
    method: "DELETE",
    headers: await bearer("user", "alice"),
  });
  assert.equal(removed.status, 204);
  assert.equal((await figures("admin")).p95_processing_ms, heard.processing_ms);
});
