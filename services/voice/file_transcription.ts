/** A file of any length to text: heard here for silence, cut where the provider's limits ask for it, joined. */
import { invalid } from "lib/errors.ts";
import { cut, wholeFile } from "./audio/cut.ts";
import { loudness, speechIn } from "./audio/loudness.ts";
import { NotAudio, probeAudio, type ProbedAudio } from "./audio/probe.ts";
import { cutPoints } from "./audio/silence.ts";
import type { SpeechToText } from "./speech_to_text.ts";
import { UNDETERMINED } from "./text/languages.ts";
import { later, rounded, type Transcript } from "./transcript.ts";

export interface PartLimits {
  /** Of one part, sent in one call. */
  seconds: number;
  bytes: number;
  /** Of the whole file. */
  wholeSeconds: number;
}

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
  { speechToText, limits }: { speechToText: SpeechToText; limits: PartLimits },
): TranscribeFile {
  return async (bytes, { onProgress, ...options }) => {
    const { signal } = options;
    const audio = await probedOrRefused(bytes, limits.wholeSeconds);
    const parts = await partsOf(audio, { limits, signal });
    const heard: { transcript: Transcript; from: number }[] = [];
    for (const [index, { from, to }] of parts.entries()) {
      if (await heardOr(true, signal, () => speechIn(audio, { from, to, signal }))) {
        const file = await (parts.length === 1 ? wholeFile(audio) : cut(audio, { from, to }));
        const duration = Math.min(to, audio.duration) - from;
        heard.push({ transcript: await speechToText.hear(file, { ...options, duration }), from });
      }
      const text = heard.findLast((part) => part.from === from)?.transcript.text ?? "";
      await onProgress?.({ done: index + 1, parts: parts.length, text });
    }
    return joined(heard, {
      ...options,
      duration: audio.duration,
      model: speechToText.modelOf(options.model),
    });
  };
}

async function probedOrRefused(bytes: Uint8Array<ArrayBuffer>, mostSeconds: number): Promise<ProbedAudio> {
  try {
    const audio = await probeAudio(bytes);
    if (audio.duration <= mostSeconds) return audio;
    throw invalid(["file"], `The audio is longer than the maximum of ${mostSeconds} seconds`, "too_long");
  } catch (error) {
    if (error instanceof NotAudio) throw invalid(["file"], error.message, "not_audio");
    throw error;
  }
}

async function partsOf(
  audio: ProbedAudio,
  { limits, signal }: { limits: PartLimits; signal?: AbortSignal },
): Promise<{ from: number; to: number }[]> {
  const { bytes, duration } = audio;
  if (duration <= limits.seconds && bytes.length <= limits.bytes) return [{ from: 0, to: Infinity }];
  // By bytes the parts are as long as the file is dense, with some room for headers.
  const most = Math.min(limits.seconds, duration * Math.min(1, limits.bytes * 0.95 / bytes.length));
  const listen = (from: number, to: number) =>
    heardOr(undefined, signal, () => loudness(audio, { from, to, signal }));
  const starts = await cutPoints({ duration, most, listen });
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? Infinity }));
}

/** Packets that our decoders cannot take may be read elsewhere: then `otherwise`. */
async function heardOr<T>(
  otherwise: T,
  signal: AbortSignal | undefined,
  listen: () => Promise<T>,
): Promise<T> {
  try {
    return await listen();
  } catch {
    signal?.throwIfAborted();
    return otherwise;
  }
}

function joined(
  heard: { transcript: Transcript; from: number }[],
  { language, model, duration }: { language: string; model: string; duration: number },
): Transcript {
  return {
    text: heard.map(({ transcript }) => transcript.text).filter(Boolean).join(" "),
    language: language === "auto" ? mainLanguage(heard.map(({ transcript }) => transcript)) : language,
    duration: rounded(duration),
    segments: heard.flatMap(({ transcript, from }) => later(transcript.segments, from)),
    model,
  };
}

/** The language most of the audio is in. */
function mainLanguage(transcripts: Transcript[]): string {
  const seconds = new Map<string, number>();
  for (const { language, duration } of transcripts) {
    seconds.set(language, (seconds.get(language) ?? 0) + duration);
  }
  const [most] = [...seconds].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? UNDETERMINED;
}
