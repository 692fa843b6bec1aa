import assert from "node:assert/strict";
import { testOnEngines } from "lib/testing.ts";
import { analyticsStore } from "./transcriptions/analytics_store.ts";
import { conversationStore } from "./chat/conversations_store.ts";
import { type NewTranscription, transcriptionStore } from "./transcriptions/transcriptions_store.ts";

const SCHEMA = { schema: "voice", migrations: import.meta.resolve("./migrations/") };
const ADMIN = { sub: "root", role: "admin" };

function heard(changes: Partial<NewTranscription> = {}): NewTranscription {
  return {
    user_sub: "alice",
    source: "file",
    filename: "a.wav",
    text: "Hello",
    language: "en",
    duration: 1.5,
    segments: [{ start: 0, end: 1.5, text: "Hello" }],
    model: "whisper-1",
    processing_ms: 100,
    ...changes,
  };
}

testOnEngines(
  "transcriptions are kept whole, found by folded text and language, newest first",
  SCHEMA,
  async (sql) => {
    const store = transcriptionStore(sql);
    const first = await store.insert(heard());
    const arabic = await store.insert(
      heard({ text: "الإجتماعُ 50% الساعة ٩", language: "ar", source: "stream" }),
    );
    assert.deepEqual([first.duration, first.segments, first.filename], [1.5, heard().segments, "a.wav"]);
    assert.match(first.created_at, /Z$/);
    const ids = async (query: { search?: string; language?: string; source?: "stream" }) =>
      (await store.list({ ...query, viewer: ADMIN, limit: 10, offset: 0 })).transcriptions.map(({ id }) =>
        id
      );
    assert.deepEqual(await ids({}), [arabic.id, first.id]);
    assert.deepEqual(await ids({ search: "الاجتماع" }), [arabic.id]);
    assert.deepEqual(await ids({ search: "0% الساعه 9" }), [arabic.id]);
    assert.deepEqual(await ids({ search: "_" }), []);
    assert.deepEqual(await ids({ search: "HELL" }), [first.id]);
    assert.deepEqual(await ids({ language: "ar" }), [arabic.id]);
    assert.deepEqual(await ids({ source: "stream" }), [arabic.id]);
    const page = await store.list({ viewer: ADMIN, limit: 1, offset: 1 });
    assert.deepEqual([page.transcriptions.map(({ id }) => id), page.total], [[first.id], 2]);
  },
);

testOnEngines("what was said in a voice chat is its speaker's and the admin's", SCHEMA, async (sql) => {
  const store = transcriptionStore(sql);
  const { id } = await store.insert(heard({ source: "chat" }));
  assert.ok(await store.find(id, { sub: "alice", role: "user" }));
  assert.ok(await store.find(id, ADMIN));
  assert.equal(await store.find(id, { sub: "bob", role: "manager" }), undefined);
  const bobs = await store.list({ viewer: { sub: "bob", role: "user" }, limit: 10, offset: 0 });
  assert.equal(bobs.total, 0);
});

testOnEngines("analytics are exact, and stay so after deletions", SCHEMA, async (sql) => {
  const store = transcriptionStore(sql);
  const analytics = analyticsStore(sql);
  const empty = await analytics.read();
  assert.deepEqual([empty.total_transcriptions, empty.p95_processing_ms, empty.real_time_factor], [
    0,
    null,
    null,
  ]);
  assert.deepEqual(empty.by_source, { file: 0, stream: 0, chat: 0 });
  const gone = await store.insert(heard({ processing_ms: 99_999, duration: 1000, model: "gone" }));
  for (let index = 1; index <= 20; index++) {
    await store.insert(heard({
      processing_ms: index * 10,
      duration: 0.1 * index,
      language: index % 4 === 0 ? "ar" : "en",
      source: index % 2 === 0 ? "stream" : "file",
    }));
  }
  assert.equal(await store.remove(gone.id), true);
  assert.equal(await store.remove(gone.id), false);
  const { daily, ...rest } = await analytics.read();
  assert.deepEqual(rest, {
    total_transcriptions: 20,
    total_duration_seconds: 21,
    average_duration_seconds: 1.05,
    language_distribution: { en: 15, ar: 5 },
    by_model: [{ model: "whisper-1", transcriptions: 20, duration_seconds: 21 }],
    by_source: { file: 10, stream: 10, chat: 0 },
    average_processing_ms: 105,
    p95_processing_ms: 190,
    real_time_factor: 0.1,
  });
  assert.deepEqual(daily.map(({ transcriptions }) => transcriptions).reduce((sum, count) => sum + count), 20);
  assert.match(daily[0]?.date ?? "", /^\d{4}-\d\d-\d\d$/);
});

testOnEngines("conversations belong to their user and keep their prompt and turns", SCHEMA, async (sql) => {
  const store = conversationStore(sql);
  const turn = {
    transcription_id: crypto.randomUUID(),
    transcription: "Hello",
    response: "Hi",
    language: "en",
    model: "m",
    duration: 1.25,
  };
  const opened = { id: crypto.randomUUID(), user_sub: "alice", system_prompt: "Be brief." };
  await store.addTurn(opened, turn);
  await store.addTurn({ ...opened, system_prompt: null }, {
    ...turn,
    transcription: "Again",
    language: "ar",
  });
  const found = await store.find(opened.id, { sub: "alice", role: "user" });
  assert.equal(found?.system_prompt, "Be brief.");
  assert.equal(found?.language, "ar");
  assert.equal(found?.turns_count, 2);
  const turns = await store.turns(opened.id, { limit: 10, offset: 0 });
  assert.deepEqual(turns.map(({ transcription, duration }) => [transcription, duration]), [
    ["Again", 1.25],
    ["Hello", 1.25],
  ]);
  assert.equal(await store.find(opened.id, { sub: "bob", role: "manager" }), undefined);
  assert.ok(await store.find(opened.id, ADMIN));
  assert.equal((await store.list({ viewer: { sub: "bob", role: "user" }, limit: 10, offset: 0 })).total, 0);
  assert.equal((await store.list({ viewer: ADMIN, limit: 10, offset: 0 })).total, 1);
  assert.deepEqual(await store.remove(opened.id), [turn.transcription_id, turn.transcription_id]);
  assert.deepEqual(await store.turns(opened.id, { limit: 10, offset: 0 }), []);
});
