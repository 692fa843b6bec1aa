import assert from "node:assert/strict";
import { bearer } from "lib/testing.ts";
import { testVoice } from "../testing.ts";

Deno.test("PATCH /transcriptions/{id} puts words right, which searches and subtitles have at once", async () => {
  await using voice = await testVoice();
  const made = await (await voice.post("/api/v1/transcribe", "english.mp3", { sub: "alice" })).json();
  const edit = async (body: unknown, sub = "alice") => {
    const answer = await voice.app.request(`/api/v1/transcriptions/${made.id}`, {
      method: "PATCH",
      headers: { ...await bearer("user", sub), "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  };
  assert.ok(made.segments.length > 0);
  assert.deepEqual([made.edited_by, made.edited_at], [null, null]);

  const { status, body } = await edit({ segments: [{ index: 0, text: "يبدأ الاجتماع في العاشرة" }] });
  assert.equal(status, 200);
  assert.equal(body.segments[0].text, "يبدأ الاجتماع في العاشرة");
  assert.deepEqual([body.segments[0].start, body.segments[0].end], [
    made.segments[0].start,
    made.segments[0].end,
  ]);
  assert.match(body.text, /^يبدأ الاجتماع في العاشرة/);
  assert.equal(body.edited_by, "alice");
  const alice = { sub: "alice" };
  const page = await (await voice.get("/api/v1/transcriptions?search=العاشره", alice)).json();
  assert.deepEqual(page.transcriptions.map(({ id }: { id: string }) => id), [made.id]);
  const subtitles = await voice.get(`/api/v1/transcriptions/${made.id}?response_format=srt`, alice);
  assert.match(await subtitles.text(), /العاشرة/);

  for (
    const wrong of [
      {},
      { segments: [] },
      { segments: [{ index: made.segments.length, text: "x" }] },
      { segments: [{ index: -1, text: "x" }] },
      { segments: [{ index: 0, text: "" }] },
      { text: "All of it" },
      { text: "All of it", segments: [{ index: 0, text: "x" }] },
    ]
  ) assert.equal((await edit(wrong)).status, 422, JSON.stringify(wrong));
  assert.equal((await edit({ segments: [{ index: 0, text: "x" }] }, "bob")).status, 404);
  const share = await voice.app.request(`/api/v1/transcriptions/${made.id}/sharing`, {
    method: "PUT",
    headers: { ...await bearer("user", "alice"), "content-type": "application/json" },
    body: JSON.stringify({ people: ["bob"] }),
  });
  assert.equal(share.status, 200);
  assert.equal((await edit({ segments: [{ index: 0, text: "x" }] }, "bob")).status, 403);
  const kept = await (await voice.get(`/api/v1/transcriptions/${made.id}`, alice)).json();
  assert.deepEqual(kept, body);
});
