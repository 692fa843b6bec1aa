/** Turns a piece of a stream into a kept transcription. */
import { HTTPException } from "hono/http-exception";
import { ServiceError } from "lib/errors.ts";
import { wavOf } from "../audio/wav.ts";
import { resampled } from "../audio/samples.ts";
import type { Semaphore } from "lib/semaphore.ts";
import type { TranscribeFile } from "../transcriptions/file_transcription.ts";
import type { HearOptions, SpeechToText } from "../speech/speech_to_text.ts";
import { shiftSegments, type Transcript } from "../text/transcript.ts";
import type { TranscriptionStore } from "../transcriptions/transcriptions_store.ts";
import type { Utterance } from "./frames.ts";
import type { Piece } from "./intake.ts";

/** The sample rate of speech models: a higher one only adds bytes. */
const MODEL_RATE = 16_000;

export interface PieceDeps {
  speechToText: SpeechToText;
  transcribeFile: TranscribeFile;
  transcriptions: TranscriptionStore;
  /** Bounds the calls under way for all streams together. */
  calls: Semaphore;
}

export interface PieceOptions {
  model: string;
  language: string;
  sub: string;
}

/** The transcript with times from the stream's start, and the id it is kept under. */
export async function transcribePiece(
  { speechToText, transcribeFile, transcriptions, calls }: PieceDeps,
  piece: Piece,
  { model, language, sub }: PieceOptions,
): Promise<{ transcript: Transcript; id: string }> {
  return await calls.run(async () => {
    const started = performance.now();
    const heard = "file" in piece
      ? await transcribeFile(piece.file, { model, language })
      : await hearUtterance(speechToText, piece, { model, language });
    const processing_ms = Math.round(performance.now() - started);
    const transcript = { ...heard, segments: shiftSegments(heard.segments, piece.start) };
    const { id } = await transcriptions.insert({
      ...transcript,
      user_sub: sub,
      source: "stream",
      filename: null,
      processing_ms,
    });
    return { transcript, id };
  });
}

export async function hearUtterance(
  speechToText: SpeechToText,
  { samples, sampleRate }: Utterance,
  options: Omit<HearOptions, "duration">,
): Promise<Transcript> {
  const rate = Math.min(sampleRate, MODEL_RATE);
  const bytes = wavOf(resampled(samples, { from: sampleRate, to: rate }), rate);
  return await speechToText.hear({ bytes, name: "audio.wav" }, {
    ...options,
    duration: samples.length / sampleRate,
  });
}

/** The message for the client about a failed piece, and the code its stream closes with. */
export function failureOf(error: unknown): { message: string; code: number } {
  if (error instanceof ServiceError && error.details) {
    return { message: error.details[0]?.msg ?? error.message, code: 1003 };
  }
  const message = error instanceof HTTPException ? error.message : "Internal server error";
  return { message, code: 1011 };
}
