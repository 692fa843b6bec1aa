import assert from "node:assert/strict";
import { bearer } from "lib/testing.ts";
import { fixture } from "../audio/fixture.ts";
import { spoken, testVoice } from "../testing.ts";

const PATH = "/api/v1/transcribe";

Deno.test("history can be searched, read and deleted, by those who may", async () => {
  await using voice = await testVoice();
  const made = await (await voice.post(PATH, "english.mp3", { sub: "alice" })).json();
  const page = await (await voice.get("/api/v1/transcriptions?search=MEETING&language=en")).json();
  assert.deepEqual(page, { transcriptions: [made], total: 1, page: 1, page_size: 20 });
  assert.deepEqual((await (await voice.get("/api/v1/transcriptions?language=ar")).json()).transcriptions, []);
  assert.deepEqual(await (await voice.get(`/api/v1/transcriptions/${made.id}`)).json(), made);
  const remove = async (sub: string) =>
    await voice.app.request(`/api/v1/transcriptions/${made.id}`, {
      method: "DELETE",
      headers: await bearer("user", sub),
    });
  const denied = await remove("bob");
  assert.equal(denied.status, 403);
  assert.match((await denied.json()).detail, /'user' is not permitted; required: admin, manager/);
  assert.equal((await remove("alice")).status, 204);
  assert.equal((await remove("alice")).status, 404);
  assert.equal((await voice.get("/api/v1/transcriptions/nonsense")).status, 422);
  assert.equal((await voice.get("/api/v1/transcriptions?page_size=101")).status, 422);
});

Deno.test("GET /analytics counts what was transcribed", async () => {
  await using voice = await testVoice();
  await voice.post(PATH, "english.mp3");
  const body = await (await voice.get("/api/v1/analytics")).json();
  assert.equal(body.total_transcriptions, 1);
  assert.deepEqual(body.language_distribution, { en: 1 });
  assert.deepEqual(body.by_source, { file: 1, stream: 0, chat: 0 });
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
