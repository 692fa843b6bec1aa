/** Speech to text by any OpenAI-compatible `/audio/transcriptions`. */
import { HTTPException } from "hono/http-exception";
import { APIError } from "openai";
import { z } from "zod";
import { badGateway, unavailable } from "lib/errors.ts";
import type { Provider } from "lib/providers/provider.ts";
import { storable } from "lib/text.ts";
import type { AudioFile } from "../audio/cut.ts";
import type { ModelProvider } from "./providers.ts";
import { languageCode, languageOfText, UNDETERMINED } from "../text/languages.ts";
import { withoutLoops, withoutRepeatedSegments } from "../text/repetition.ts";
import { type Segment, toMilliseconds, type Transcript } from "../text/transcript.ts";

export interface HearOptions {
  model: string;
  language: string;
  /** Seconds of audio in the file. */
  duration: number;
  signal?: AbortSignal;
  /** Attempts in all. */
  tries?: number;
}

export interface SpeechToText {
  readonly configured: boolean;
  /** The setting to set when it is not. */
  readonly setting: string;
  /** The model that answers a request for `model`. */
  modelOf(model: string): string;
  hear(file: AudioFile, options: HearOptions): Promise<Transcript>;
}

/** Throws 503 naming the setting when no provider can transcribe. */
export function requireConfigured({ configured, setting }: { configured: boolean; setting: string }): void {
  if (!configured) throw unavailable(`No model provider: set ${setting}`);
}

// The database takes every character but NUL and halves of others.
const Said = z.string().transform(storable);
const AnswerSegment = z.object({
  start: z.number(),
  end: z.number(),
  text: Said,
  no_speech_prob: z.number().nullish(),
  avg_logprob: z.number().nullish(),
});
const Answer = z.object({
  text: Said,
  language: z.string().nullish(),
  languages: z.array(z.object({ code: z.string() })).nullish(),
  segments: z.array(AnswerSegment).nullish(),
});
type Answer = z.output<typeof Answer>;

export function providerSpeechToText(provider: ModelProvider): SpeechToText {
  const plainOnly = new Set<string>();
  return {
    configured: provider.configured,
    setting: provider.setting,
    modelOf: (model) => model,
    async hear(file, options) {
      const ask = (format: "verbose_json" | "json") =>
        requestTranscription(provider.of(options.model), { file, format, ...options });
      if (plainOnly.has(options.model)) return transcriptOf(await ask("json"), options);
      try {
        return transcriptOf(await ask("verbose_json"), options);
      } catch (error) {
        if (!refusesFormat(error)) throw error;
        if (plainOnly.size < 1000) plainOnly.add(options.model);
        return transcriptOf(await ask("json"), options);
      }
    },
  };
}

async function requestTranscription(
  provider: Provider,
  { file, format, model, language, signal, tries }: HearOptions & {
    file: AudioFile;
    format: "verbose_json" | "json";
  },
): Promise<Answer> {
  try {
    const answer: unknown = await provider.call((client, call) =>
      client.audio.transcriptions.create({
        file: new File([file.bytes], file.name),
        model,
        response_format: format,
        ...(language === "auto" ? {} : { language }),
        ...(format === "verbose_json" ? { timestamp_granularities: ["segment"] } : {}),
      }, call), { signal, tries });
    return Answer.parse(answer);
  } catch (error) {
    if (signal?.aborted || error instanceof HTTPException) throw error;
    throw badGateway(`Provider ${provider.name} did not answer with a transcription`, {
      cause: error,
    });
  }
}

/** Whether a model refused `verbose_json`, which newer ones do not offer. */
function refusesFormat(error: unknown): boolean {
  const cause = error instanceof HTTPException ? error.cause : undefined;
  if (!(cause instanceof APIError) || ![400, 422].includes(cause.status ?? 0)) return false;
  return /response_format|verbose_json|timestamp_granularit/i.test(`${cause.param} ${cause.message}`);
}

function transcriptOf(answer: Answer, { model, language, duration }: HearOptions): Transcript {
  const { text, segments } = cleaned(answer, duration);
  const reported = languageCode(answer.language ?? answer.languages?.[0]?.code);
  const asked = language === "auto" ? undefined : language;
  return {
    text,
    language: asked ?? (text ? reported ?? languageOfText(text) : UNDETERMINED),
    duration: toMilliseconds(duration),
    segments,
    model,
  };
}

/** The answer without hallucinations: loops, and words over audio that the model itself rates as silence. */
function cleaned(answer: Answer, duration: number): { text: string; segments: Segment[] } {
  const given = answer.segments ?? [];
  const whole = withoutLoops(answer.text.trim());
  if (given.length === 0) {
    return { text: whole, segments: whole ? [{ start: 0, end: toMilliseconds(duration), text: whole }] : [] };
  }
  const kept = withoutRepeatedSegments(given.filter((segment) => !overSilence(segment)));
  const segments = kept.flatMap(({ start, end, text }) => {
    const said = withoutLoops(text.trim());
    return said ? [{ ...clamped(duration, start, end), text: said }] : [];
  });
  const intact = kept.length === given.length;
  return { text: intact ? whole : withoutLoops(segments.map(({ text }) => text).join(" ")), segments };
}

/** Whisper's rule: probably no speech, and low confidence in the words. */
function overSilence({ no_speech_prob, avg_logprob }: z.output<typeof AnswerSegment>): boolean {
  return (no_speech_prob ?? 0) > 0.6 && (avg_logprob ?? 0) < -1;
}

function clamped(duration: number, start: number, end: number): { start: number; end: number } {
  const from = Math.min(duration, Math.max(0, start));
  return { start: toMilliseconds(from), end: toMilliseconds(Math.min(duration, Math.max(from, end))) };
}
