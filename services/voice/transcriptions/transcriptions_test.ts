import assert from "node:assert/strict";
import { bearer } from "lib/testing.ts";
import { fixture } from "../audio/fixture.ts";
import { spoken, testVoice } from "../testing.ts";

const PATH = "/api/v1/transcribe";

Deno.test("history can be searched, read and deleted, by those who may", async () => {
  await using voice = await testVoice();
  const made = await (await voice.post(PATH, "english.mp3", { sub: "alice" })).json();
  const alice = { sub: "alice" };
  const page = await (await voice.get("/api/v1/transcriptions?search=MEETING&language=en", alice)).json();
  assert.deepEqual(page, { transcriptions: [made], total: 1, page: 1, page_size: 20 });
  assert.equal((await (await voice.get("/api/v1/transcriptions?language=ar", alice)).json()).total, 0);
  assert.deepEqual(await (await voice.get(`/api/v1/transcriptions/${made.id}`, alice)).json(), made);
  const remove = async (sub: string) =>
    await voice.app.request(`/api/v1/transcriptions/${made.id}`, {
      method: "DELETE",
      headers: await bearer("user", sub),
    });
  assert.equal((await remove("bob")).status, 404);
  assert.equal((await remove("alice")).status, 204);
  assert.equal((await remove("alice")).status, 404);
  assert.equal((await voice.get("/api/v1/transcriptions/nonsense")).status, 422);
  assert.equal((await voice.get("/api/v1/transcriptions?page_size=101")).status, 422);
});

Deno.test("GET /transcriptions/{id} answers the format asked for, as POST /transcribe does", async () => {
  await using voice = await testVoice();
  for (const format of ["json", "text", "srt", "vtt"]) {
    const made = await voice.post(`${PATH}?response_format=${format}`, "english.mp3");
    const text = await made.text();
    const id = format === "json" ? JSON.parse(text).id : made.headers.get("x-transcription-id");
    const read = await voice.get(`/api/v1/transcriptions/${id}?response_format=${format}`);
    assert.equal(read.status, 200);
    assert.equal(read.headers.get("content-type"), made.headers.get("content-type"));
    assert.equal(read.headers.get("x-transcription-id"), made.headers.get("x-transcription-id"));
    assert.equal(await read.text(), text);
  }
  const { id } = await (await voice.post(PATH, "english.mp3")).json();
  const refused = await voice.get(`/api/v1/transcriptions/${id}?response_format=docx`);
  assert.equal(refused.status, 422);
  assert.deepEqual((await refused.json()).details[0].loc, ["query", "response_format"]);
});

Deno.test("GET /analytics counts what was transcribed", async () => {
  await using voice = await testVoice();
  await voice.post(PATH, "english.mp3");
  const body = await (await voice.get("/api/v1/analytics")).json();
  assert.equal(body.total_transcriptions, 1);
  assert.deepEqual(body.language_distribution, { en: 1 });
  assert.deepEqual(body.by_source, { file: 1, stream: 0, chat: 0, import: 0 });
  assert.equal(body.daily.length, 1);
  assert.ok(body.real_time_factor >= 0);
});

Deno.test("NUL characters in names, searches and answers do no harm", async () => {
  await using voice = await testVoice(() => spoken("A\0B"));
  const form = new FormData();
  form.set("file", new File([await fixture("english.mp3")], "a\u0001b.mp3"));
  const made = await voice.app.request(PATH, { method: "POST", body: form, headers: await bearer() });
  const { text, filename } = await made.json();
  assert.deepEqual([made.status, text, filename], [201, "AB", "ab.mp3"]);
  assert.equal((await voice.get("/api/v1/transcriptions?search=%00")).status, 422);
});
