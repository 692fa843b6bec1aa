/** A transcription as it is kept and sent. */
import { z } from "@hono/zod-openapi";
import { pageOf, PageQuery } from "lib/service/pagination.ts";
import { textOf } from "lib/text.ts";
import { Segment } from "../text/transcript.ts";

export const Source = z.enum(["file", "stream", "chat"]).meta({ description: "How the audio came" });
export type Source = z.output<typeof Source>;

export const Transcription = z.object({
  id: z.uuid(),
  owner: z.string().nullable().meta({ description: "Whoever made it, by the `sub` of their token" }),
  text: z.string(),
  language: z.string().meta({ description: "ISO 639 code; und when it cannot be told" }),
  duration: z.number().meta({ description: "Seconds of audio" }),
  segments: z.array(Segment),
  model: z.string(),
  source: Source,
  filename: z.string().nullable(),
  processing_ms: z.int(),
  created_at: z.iso.datetime(),
}).meta({
  id: "Transcription",
  example: {
    id: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a11",
    owner: "salma",
    text: "The meeting starts at nine.",
    language: "en",
    duration: 1.8,
    segments: [{ start: 0, end: 1.8, text: "The meeting starts at nine." }],
    model: "whisper-1",
    source: "file",
    filename: "meeting.m4a",
    processing_ms: 640,
    created_at: "2026-11-21T09:00:00.000Z",
  },
});
export type Transcription = z.output<typeof Transcription>;

export const TranscriptionId = z.object({
  id: z.uuid().meta({
    description: "The transcription's id",
    example: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a11",
  }),
});

export const TranscriptionQuery = PageQuery.extend({
  search: textOf({ max: 500 }).optional().meta({
    description: "Part of the text; case and Arabic spellings do not matter",
    example: "budget",
  }),
  language: textOf({ max: 10 }).optional().meta({ description: "ISO 639 code", example: "en" }),
  source: Source.optional(),
});
export type TranscriptionQuery = z.output<typeof TranscriptionQuery>;

export const TranscriptionPage = pageOf("transcriptions", Transcription).meta({ id: "TranscriptionPage" });
export type TranscriptionPage = z.output<typeof TranscriptionPage>;
