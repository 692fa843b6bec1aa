/** A file of any length to text: heard here for silence, cut where the provider's limits ask for it, joined. */
import { invalid } from "lib/errors.ts";
import { cut, wholeFile } from "./audio/cut.ts";
import type { Envelope } from "./audio/envelope.ts";
import { loudness } from "./audio/loudness.ts";
import { NotAudio, probeAudio, type ProbedAudio } from "./audio/probe.ts";
import { cutPoints, hasSpeech } from "./audio/silence.ts";
import type { SpeechToText } from "./speech_to_text.ts";
import { UNDETERMINED } from "./text/languages.ts";
import { later, rounded, type Transcript } from "./transcript.ts";

export interface PartLimits {
  seconds: number;
  bytes: number;
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
    const audio = await probedOrRefused(bytes);
    const envelope = await loudness(audio).catch(() => undefined);
    const parts = partsOf(audio, { envelope, limits });
    const heard: { transcript: Transcript; from: number }[] = [];
    for (const [index, { from, to }] of parts.entries()) {
      options.signal?.throwIfAborted();
      if (!envelope || hasSpeech(between(envelope, from, to))) {
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

async function probedOrRefused(bytes: Uint8Array<ArrayBuffer>): Promise<ProbedAudio> {
  try {
    return await probeAudio(bytes);
  } catch (error) {
    if (error instanceof NotAudio) throw invalid(["file"], error.message, "not_audio");
    throw error;
  }
}

function partsOf(
  { bytes, duration }: ProbedAudio,
  { envelope, limits }: { envelope?: Envelope; limits: PartLimits },
): { from: number; to: number }[] {
  // By bytes the parts are as long as the file is dense, with some room for headers.
  const most = Math.min(limits.seconds, duration * Math.min(1, limits.bytes * 0.95 / bytes.length));
  if (duration <= limits.seconds && bytes.length <= limits.bytes) return [{ from: 0, to: Infinity }];
  const starts = cutPoints(envelope ?? { frameSeconds: 1, levels: new Float32Array() }, { duration, most });
  return starts.map((from, index) => ({ from, to: starts[index + 1] ?? Infinity }));
}

function between({ levels, frameSeconds }: Envelope, from: number, to: number): Envelope {
  const end = to === Infinity ? undefined : Math.ceil(to / frameSeconds);
  return { frameSeconds, levels: levels.subarray(Math.floor(from / frameSeconds), end) };
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
