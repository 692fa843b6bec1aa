/** The answers of a scripted voice service: one transcript in two sentences. */
import type { Answers } from "./platform.ts";
import { rightsAnswer } from "./rights_answers.ts";

const NOW = "2026-11-22T10:00:00.000Z";
const API = "/api/v1";

export const TRANSCRIPTION = {
  ...{ id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7e01", owner: "amal", language: "ar", duration: 75.4 },
  ...{ text: "نبدأ الاجتماع. الميزانية أولًا.", model: "whisper-1", source: "file" },
  segments: [
    { start: 0, end: 3.2, text: "نبدأ الاجتماع." },
    { start: 3.2, end: 75.4, text: "الميزانية أولًا." },
  ],
  ...{ filename: "اجتماع.m4a", processing_ms: 2100, created_at: NOW },
  ...{ edited_by: null, edited_at: null },
};

export const CONVERSATION = {
  ...{ id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7e02", owner: "amal", system_prompt: null, language: "ar" },
  ...{ turns_count: 1, created_at: NOW, updated_at: NOW },
};

export const VOICE: Answers = {
  [`GET ${API}/voice/conversations`]: { conversations: [CONVERSATION], total: 1, page: 1, page_size: 100 },
  [`GET ${API}/voice/conversations/${CONVERSATION.id}`]: {
    ...CONVERSATION,
    turns: [{
      ...{ id: "t1", transcription_id: "x", transcription: "متى يفتح المكتب؟", response: "في الثامنة." },
      ...{ language: "ar", model: "echo", duration: 1.6, created_at: NOW },
    }],
  },
  [`GET ${API}/transcriptions`]: { transcriptions: [TRANSCRIPTION], total: 1, page: 1, page_size: 100 },
  [`GET ${API}/transcriptions/${TRANSCRIPTION.id}`]: TRANSCRIPTION,
  [`GET ${API}/transcriptions/${TRANSCRIPTION.id}/rights`]: rightsAnswer("amal"),
  [`GET ${API}/voice/conversations/${CONVERSATION.id}/rights`]: rightsAnswer("amal"),
  [`GET ${API}/analytics`]: {
    ...{ total_transcriptions: 3, total_duration_seconds: 4000, average_duration_seconds: 1333 },
    ...{ language_distribution: { ar: 3 }, real_time_factor: 0.12 },
    by_model: [{ model: "whisper-1", transcriptions: 3, duration_seconds: 4000 }],
    daily: [{ date: "2026-11-21", duration_seconds: 1000 }, { date: "2026-11-22", duration_seconds: 3000 }],
  },
};
