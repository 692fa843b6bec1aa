/** A transcription as it is kept and sent. */
import { z } from "@hono/zod-openapi";
import { pageOf, PageQuery } from "lib/service/pagination.ts";
import { textOf } from "lib/text.ts";
import { Segment } from "../text/transcript.ts";

export const Source = z.enum(["file", "stream", "chat", "import"]).meta({
  description: "Source of the audio; import: an imported transcript without audio",
});
export type Source = z.output<typeof Source>;

export const Transcription = z.object({
  id: z.uuid(),
  owner: z.string().nullable().meta({ description: "`sub` of its owner's token" }),
  text: z.string(),
  language: z.string().meta({ description: "ISO 639 code; und: undetermined" }),
  duration: z.number().meta({ description: "Seconds of audio" }),
  segments: z.array(Segment),
  model: z.string().meta({
    description: "Speech-to-text model; for an imported transcript the one named by its file, or imported",
  }),
  source: Source,
  filename: z.string().nullable(),
  processing_ms: z.int().meta({
    description: "How long the transcription took, in milliseconds; 0 of an imported one",
  }),
  edited_by: z.string().nullable().meta({
    description: "Who corrected it last; null: uncorrected",
  }),
  edited_at: z.iso.datetime().nullable().meta({
    description: "Time of the last correction; null: uncorrected",
  }),
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
    edited_by: null,
    edited_at: null,
    created_at: "2026-11-21T09:00:00.000Z",
  },
});
export type Transcription = z.output<typeof Transcription>;

const LONGEST_TEXT = 100_000;

/** Words put right: of some of its segments, or of the text where it has none. */
export const TranscriptionEdit = z.object({
  segments: z.array(z.object({
    index: z.int().min(0).meta({ description: "Index of the segment, from 0" }),
    text: textOf({ min: 1, max: 10_000 }),
  })).min(1).max(1_000).optional().meta({ description: "Changed segments; times stay" }),
  text: textOf({ min: 1, max: LONGEST_TEXT }).optional().meta({
    description: "Whole text, for a transcription without segments",
  }),
}).refine(({ segments, text }) => (segments === undefined) !== (text === undefined), {
  path: ["segments"],
  message: "either segments or text",
}).meta({
  id: "TranscriptionEdit",
  example: { segments: [{ index: 0, text: "The meeting starts at ten." }] },
});
export type TranscriptionEdit = z.output<typeof TranscriptionEdit>;

export const TranscriptionId = z.object({
  id: z.uuid().meta({
    description: "The transcription's id",
    example: "0198f1f6-2f4b-7c3a-9d53-3f6f4f0f7a11",
  }),
});

export const TranscriptionQuery = PageQuery.extend({
  search: textOf({ max: 500 }).optional().meta({
    description: "Words of the text; case and Arabic spellings are folded",
    example: "budget",
  }),
  language: textOf({ max: 10 }).optional().meta({ description: "ISO 639 code", example: "en" }),
  source: Source.optional(),
});
export type TranscriptionQuery = z.output<typeof TranscriptionQuery>;

export const TranscriptionPage = pageOf("transcriptions", Transcription).meta({ id: "TranscriptionPage" });
export type TranscriptionPage = z.output<typeof TranscriptionPage>;
