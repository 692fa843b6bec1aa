/** A file of any length to text: heard here for silence, cut where the provider's limits ask for it, joined. */
import { invalid } from "lib/errors.ts";
import type { PartLimits } from "../audio/plan.ts";
import { NotAudio } from "../audio/probe.ts";
import type { AudioWorkshop } from "../audio/workshop.ts";
import type { SpeechToText } from "../speech/speech_to_text.ts";
import { UNDETERMINED } from "../text/languages.ts";
import { shiftSegments, toMilliseconds, type Transcript } from "../text/transcript.ts";

export interface Progress {
  /** Parts transcribed. */
  done: number;
  parts: number;
  /** Text of the part just done. */
  text: string;
}

export interface FileOptions {
  model: string;
  language: string;
  signal?: AbortSignal;
  onProgress?(progress: Progress): void | Promise<void>;
}

export type TranscribeFile = (bytes: Uint8Array<ArrayBuffer>, options: FileOptions) => Promise<Transcript>;

export function fileTranscriber(
  { speechToText, workshop, limits }: {
    speechToText: SpeechToText;
    workshop: AudioWorkshop;
    limits: PartLimits;
  },
): TranscribeFile {
  return async (bytes, { onProgress, ...options }) => {
    const { signal } = options;
    const { duration, parts, whole } = await orRefused(() => workshop.plan(bytes, limits, signal));
    const heard: { transcript: Transcript; from: number }[] = [];
    for (const [index, { from, to, speech }] of parts.entries()) {
      let text = "";
      if (speech) {
        const file = whole ? { bytes, name: whole } : await workshop.cut(bytes, { from, to }, signal);
        const seconds = Math.min(to, duration) - from;
        const transcript = await speechToText.hear(file, { ...options, duration: seconds });
        heard.push({ transcript, from });
        text = transcript.text;
      }
      await onProgress?.({ done: index + 1, parts: parts.length, text });
    }
    return joined(heard, { ...options, duration, model: speechToText.modelOf(options.model) });
  };
}

/** A file that cannot be read is the sender's fault: 422. */
export async function orRefused<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NotAudio) throw invalid(["file"], error.message, "not_audio");
    throw error;
  }
}

function joined(
  heard: { transcript: Transcript; from: number }[],
  { language, model, duration }: { language: string; model: string; duration: number },
): Transcript {
  return {
    text: heard.map(({ transcript }) => transcript.text).filter(Boolean).join(" "),
    language: language === "auto" ? mainLanguage(heard.map(({ transcript }) => transcript)) : language,
    duration: toMilliseconds(duration),
    segments: heard.flatMap(({ transcript, from }) => shiftSegments(transcript.segments, from)),
    model,
  };
}

/** The language most of the audio is in. */
function mainLanguage(transcripts: Transcript[]): string {
  const seconds = new Map<string, number>();
  for (const { language, duration } of transcripts) {
    seconds.set(language, (seconds.get(language) ?? 0) + duration);
  }
  const [most] = [...seconds].sort(([, duration], [, other]) => other - duration);
  return most?.[0] ?? UNDETERMINED;
}
