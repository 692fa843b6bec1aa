/** Statistics over transcriptions. */
import { z } from "@hono/zod-openapi";

const Totals = z.object({
  transcriptions: z.int().meta({ description: "How many transcriptions" }),
  duration_seconds: z.number(),
});

export const VoiceAnalytics = z.object({
  total_transcriptions: z.int(),
  total_duration_seconds: z.number(),
  average_duration_seconds: z.number(),
  language_distribution: z.record(z.string(), z.int()).meta({
    description: "Transcriptions by language code",
  }),
  by_model: z.array(Totals.extend({ model: z.string() })),
  by_source: z.object({
    file: z.int().meta({ description: "Those of files" }),
    stream: z.int().meta({ description: "Those of live streams" }),
    chat: z.int().meta({ description: "Those of questions in voice chats" }),
    import: z.int().meta({ description: "Imported ones; processing figures exclude them" }),
  }),
  average_processing_ms: z.number().nullable(),
  p95_processing_ms: z.number().nullable().meta({ description: "95th percentile" }),
  real_time_factor: z.number().nullable().meta({ description: "Processing time by duration of the audio" }),
  daily: z.array(Totals.extend({ date: z.iso.date() })).meta({
    description: "UTC days with transcriptions, oldest first",
  }),
}).meta({
  id: "VoiceAnalytics",
  example: {
    total_transcriptions: 2,
    total_duration_seconds: 90.5,
    average_duration_seconds: 45.25,
    language_distribution: { ar: 1, en: 1 },
    by_model: [{ model: "whisper-1", transcriptions: 2, duration_seconds: 90.5 }],
    by_source: { file: 2, stream: 0, chat: 0, import: 0 },
    average_processing_ms: 820,
    p95_processing_ms: 900,
    real_time_factor: 0.0181,
    daily: [{ date: "2026-11-21", transcriptions: 2, duration_seconds: 90.5 }],
  },
});
export type VoiceAnalytics = z.output<typeof VoiceAnalytics>;
