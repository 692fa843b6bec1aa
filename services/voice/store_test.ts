import assert from "node:assert/strict";
import { Sharing, sharingRules } from "lib/sharing/sharing.ts";
import { testOnEngines } from "lib/testing.ts";
import { analyticsStore } from "./transcriptions/analytics_store.ts";
import { conversationStore } from "./chat/conversations_store.ts";
import { type NewTranscription, transcriptionStore } from "./transcriptions/transcriptions_store.ts";

const SCHEMA = { schema: "voice", migrations: import.meta.resolve("./migrations/") };
const ADMIN = { sub: "root", role: "admin" } as const;
const ALICE = { sub: "alice", role: "user" } as const;
const BOB = { sub: "bob", role: "user" } as const;
const RULES = sharingRules("private");

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
    const store = transcriptionStore(sql, RULES);
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

testOnEngines("analytics are exact, and stay so after deletions", SCHEMA, async (sql) => {
  const store = transcriptionStore(sql, RULES);
  const analytics = analyticsStore(sql, RULES);
  const empty = await analytics.read(ADMIN);
  assert.deepEqual([empty.total_transcriptions, empty.p95_processing_ms, empty.real_time_factor], [
    0,
    null,
    null,
  ]);
  assert.deepEqual(empty.by_source, { file: 0, stream: 0, chat: 0, import: 0 });
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
  const { daily, ...rest } = await analytics.read(ADMIN);
  assert.deepEqual(rest, {
    total_transcriptions: 20,
    total_duration_seconds: 21,
    average_duration_seconds: 1.05,
    language_distribution: { en: 15, ar: 5 },
    by_model: [{ model: "whisper-1", transcriptions: 20, duration_seconds: 21 }],
    by_source: { file: 10, stream: 10, chat: 0, import: 0 },
    average_processing_ms: 105,
    p95_processing_ms: 190,
    real_time_factor: 0.1,
  });
  assert.deepEqual(daily.map(({ transcriptions }) => transcriptions).reduce((sum, count) => sum + count), 20);
  assert.match(daily[0]?.date ?? "", /^\d{4}-\d\d-\d\d$/);
});

testOnEngines(
  "analytics count for a user what they may read, the same as all when that is all",
  SCHEMA,
  async (sql) => {
    const store = transcriptionStore(sql, RULES);
    const analytics = analyticsStore(sql, RULES);
    for (let index = 1; index <= 20; index++) {
      await store.insert(heard({ processing_ms: index * 10, language: index % 4 === 0 ? "ar" : "en" }));
    }
    const all = await analytics.read(ADMIN);
    assert.deepEqual(await analytics.read(ALICE), all);
    const { total_transcriptions, p95_processing_ms, daily } = await analytics.read(BOB);
    assert.deepEqual([total_transcriptions, p95_processing_ms, daily], [0, null, []]);

    const { id } = await store.insert(heard({ user_sub: "carol", processing_ms: 70, source: "stream" }));
    await store.share(id, Sharing.parse({ people: ["bob"] }));
    const bobs = await analytics.read(BOB);
    assert.deepEqual([bobs.total_transcriptions, bobs.p95_processing_ms], [1, 70]);
    assert.deepEqual(bobs.by_source, { file: 0, stream: 1, chat: 0, import: 0 });
    assert.deepEqual(await analytics.read(ALICE), all);
    assert.equal((await analytics.read(ADMIN)).total_transcriptions, 21);
  },
);

testOnEngines(
  "conversations keep their prompt and turns, and go with their transcriptions",
  SCHEMA,
  async (sql) => {
    const store = conversationStore(sql, RULES);
    const transcriptions = transcriptionStore(sql, RULES);
    const ids: string[] = [];
    for (let count = 0; count < 2; count++) {
      ids.push((await transcriptions.insert(heard({ source: "chat", processing_ms: 5 }))).id);
    }
    const kept = await transcriptions.insert(heard());
    const turn = { transcription: "Hello", response: "Hi", language: "en", model: "m", duration: 1.25 };
    const opened = { id: crypto.randomUUID(), user_sub: "alice", system_prompt: "Be brief." };
    await store.addTurn(opened, { ...turn, transcription_id: ids[0] ?? "" });
    const again = { ...turn, transcription_id: ids[1] ?? "", transcription: "Again", language: "ar" };
    await store.addTurn({ ...opened, system_prompt: null }, again);
    const conversation = await store.find(opened.id);
    assert.deepEqual([conversation?.owner, conversation?.shared_with], ["alice", null]);
    assert.deepEqual([conversation?.system_prompt, conversation?.language, conversation?.turns_count], [
      "Be brief.",
      "ar",
      2,
    ]);
    const turns = await store.turns(opened.id, { limit: 10, offset: 0 });
    assert.deepEqual(turns.map(({ transcription, duration }) => [transcription, duration]), [
      ["Again", 1.25],
      ["Hello", 1.25],
    ]);
    const total = async (viewer: typeof BOB | typeof ADMIN) =>
      (await store.list({ viewer, limit: 10, offset: 0 })).total;
    assert.deepEqual([await total(BOB), await total(ADMIN)], [0, 1]);
    assert.equal(await store.share(opened.id, Sharing.parse({ people: ["bob"] })), true);
    assert.deepEqual([await total(BOB), await total(ADMIN)], [1, 1]);

    await store.remove(opened.id);
    assert.equal(await store.find(opened.id), undefined);
    assert.deepEqual(await store.turns(opened.id, { limit: 10, offset: 0 }), []);
    assert.deepEqual((await transcriptions.list({ viewer: ADMIN, limit: 10, offset: 0 })).transcriptions, [
      kept,
    ]);
    const sums = await analyticsStore(sql, RULES).read(ADMIN);
    assert.deepEqual([sums.total_transcriptions, sums.by_source.chat, sums.p95_processing_ms], [1, 0, 100]);
  },
);
