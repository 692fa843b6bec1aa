/** The result of transcribing, before it is stored. */
import { z } from "zod";

const Spoken = z.object({
  start: z.number().meta({ description: "Seconds from the start of the file or stream" }),
  end: z.number(),
  text: z.string(),
});

export const Segment = Spoken.extend({
  words: z.array(Spoken).optional().meta({
    description: "Words with their times; absent if only the segment's are known",
  }),
}).meta({ id: "Segment", example: { start: 0, end: 1.8, text: "The meeting starts at nine." } });
export type Segment = z.output<typeof Segment>;

export const Transcript = z.object({
  text: z.string(),
  language: z.string(),
  duration: z.number().meta({ description: "Seconds of audio" }),
  segments: z.array(Segment),
  model: z.string(),
});
export type Transcript = z.output<typeof Transcript>;

/** A language as callers give it: `auto` leaves it to the model. */
export const LanguageChoice = z.enum(["auto", "ar", "en"]).default("auto");
export type LanguageChoice = z.output<typeof LanguageChoice>;

/** Seconds with milliseconds, as they are sent. */
export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** The same segments, `seconds` later. */
export function shiftSegments(segments: Segment[], seconds: number): Segment[] {
  return segments.map(({ start, end, text }) => ({
    start: toMilliseconds(start + seconds),
    end: toMilliseconds(end + seconds),
    text,
  }));
}
