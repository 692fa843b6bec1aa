/** A transcript from a file that another program wrote: SubRip, WebVTT, or JSON as Whisper and Diwan write it. */
import { z } from "zod";
import { invalid } from "lib/errors.ts";
import { textOf } from "lib/text.ts";
import { languageCode, languageOfText } from "../text/languages.ts";
import { isWebVtt, readSubtitles, UnreadableSubtitles } from "../text/subtitle_reader.ts";
import { type Segment, toMilliseconds, type Transcript } from "../text/transcript.ts";

/** The model of a transcript whose file names none. */
export const IMPORTED = "imported";
const LONGEST_TEXT = 2_000_000;
const MOST_SEGMENTS = 50_000;
const LONGEST_SECONDS = 360_000;

const seconds = z.number().min(0).max(LONGEST_SECONDS);
const Word = z.object({ start: seconds, end: seconds, word: textOf({ max: 1_000 }) })
  .or(
    z.object({ start: seconds, end: seconds, text: textOf({ max: 1_000 }) }).transform((
      { text: word, ...times },
    ) => ({ ...times, word })),
  )
  .transform(({ word, ...times }) => ({ ...times, text: word.trim() }));
const Told = z.object({
  text: textOf({ max: LONGEST_TEXT }).optional(),
  language: textOf({ max: 100 }).nullish(),
  duration: seconds.nullish(),
  model: textOf({ max: 200 }).nullish(),
  segments: z.array(z.object({
    start: seconds,
    end: seconds,
    text: textOf({ max: 10_000 }),
    words: z.array(Word).max(2_000).nullish(),
  })).max(MOST_SEGMENTS).nullish(),
});

/**
 * The transcript in a file.
 * @throws 422 that says where it cannot be read: nothing is left out or made up.
 */
export function importedTranscript(bytes: Uint8Array<ArrayBuffer>, language: string): Transcript {
  const text = decoded(bytes);
  const isJson = /^\s*[[{]/.test(text) && !isWebVtt(text);
  const read = isJson ? fromJson(text) : { segments: fromSubtitles(text) };
  const segments = read.segments.map(({ start, end, text, words }) => ({
    start: toMilliseconds(start),
    end: toMilliseconds(end),
    text: text.trim(),
    ...words && words.length > 0 ? { words } : {},
  })).filter(({ text }) => text !== "");
  const whole = segments.map(({ text }) => text).join(" ") || (read.text?.trim() ?? "");
  if (whole === "") throw invalid(["file"], "It holds no words", "no_words");
  checkTimes(segments);
  const last = segments.reduce((latest, { end }) => Math.max(latest, end), 0);
  if (read.duration !== undefined && read.duration + 1 < last) {
    throw invalid(["file", "duration"], `Its segments end at ${last} s, after its duration`);
  }
  return {
    text: whole,
    language: language !== "auto" ? language : languageCode(read.language) ?? languageOfText(whole),
    duration: toMilliseconds(Math.max(read.duration ?? 0, last)),
    segments,
    model: read.model?.trim() || IMPORTED,
  };
}

function decoded(bytes: Uint8Array<ArrayBuffer>): string {
  const sixteen = bytes[0] === 0xFF && bytes[1] === 0xFE
    ? "utf-16le"
    : bytes[0] === 0xFE && bytes[1] === 0xFF
    ? "utf-16be"
    : undefined;
  try {
    const text = new TextDecoder(sixteen ?? "utf-8", { fatal: true }).decode(bytes);
    if (!text.includes("\0")) return text;
  } catch {
    // Told below.
  }
  throw invalid(["file"], "It is no text in UTF-8: save it with that encoding", "not_text");
}

function fromSubtitles(text: string): Segment[] {
  try {
    const segments = readSubtitles(text);
    if (segments.length > MOST_SEGMENTS) throw invalid(["file"], `It has more than ${MOST_SEGMENTS} cues`);
    return segments;
  } catch (error) {
    if (error instanceof UnreadableSubtitles) {
      throw invalid(["file"], `No SubRip, WebVTT or JSON: ${error.message}`, "not_a_transcript");
    }
    throw error;
  }
}

/** The transcript that a file describes. */
type Read = Partial<Transcript> & Pick<Transcript, "segments">;

function fromJson(text: string): Read {
  const parsed = Told.safeParse(jsonOf(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).map((part) => typeof part === "number" ? part : String(part));
    throw invalid(["file", ...path], issue?.message ?? "No transcript", "not_a_transcript");
  }
  const { text: whole, language, duration, model, segments } = parsed.data;
  const said = (segments ?? []).map(({ words, ...segment }) => ({ ...segment, ...words ? { words } : {} }));
  // Two texts that differ: nobody knows which one is right.
  if (whole !== undefined && said.length > 0 && bare(whole) !== bare(said.map(({ text }) => text).join(""))) {
    throw invalid(["file", "text"], "It differs from the text of its segments");
  }
  return {
    segments: said,
    text: whole,
    language: language ?? undefined,
    duration: duration ?? undefined,
    model: model ?? undefined,
  };
}

const bare = (text: string) => text.replace(/\s+/gu, "");

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(["file"], "It begins as JSON and is none", "not_a_transcript");
  }
}

function checkTimes(segments: Segment[]): void {
  for (const [index, { start, end, words = [] }] of segments.entries()) {
    if (end < start) throw invalid(["file", "segments", index], "It ends before it begins");
    if (end > LONGEST_SECONDS) throw invalid(["file", "segments", index], "Its time is beyond 100 hours");
    if (words.some((word) => word.end < word.start || word.start < start - 1 || word.end > end + 1)) {
      throw invalid(["file", "segments", index, "words"], "A word lies outside its segment");
    }
  }
}
