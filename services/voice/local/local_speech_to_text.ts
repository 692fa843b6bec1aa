/** Speech to text in this process, without a provider. */
import { HTTPException } from "hono/http-exception";
import { invalid, ServiceError } from "lib/errors.ts";
import { decodedBlocks, decodedRate } from "../audio/loudness.ts";
import { probeAudio } from "../audio/probe.ts";
import { resampled } from "../audio/samples.ts";
import type { SpeechToText } from "../speech_to_text.ts";
import { languageCode, languageOfText, UNDETERMINED } from "../text/languages.ts";
import { withoutLoops } from "../text/repetition.ts";
import { rounded } from "../transcript.ts";
import { type Recognizer, SAMPLE_RATE } from "./sherpa.ts";

/** Local models hear half a minute at a time. */
export const LOCAL_PART_SECONDS = 28;

export function localSpeechToText(
  { recognizer, name }: { recognizer: Recognizer; name: string },
): SpeechToText {
  return {
    configured: true,
    setting: "STT_LOCAL_MODEL_DIR",
    modelOf: () => name,
    async hear({ bytes }, { language, duration, signal }) {
      const samples = await samplesOf(bytes, signal);
      const heard = await recognized(() => recognizer.recognize(samples, language));
      const text = withoutLoops(heard.text.trim());
      const asked = language === "auto" ? undefined : language;
      return {
        text,
        language: asked ?? (text ? languageCode(heard.language) ?? languageOfText(text) : UNDETERMINED),
        duration: rounded(duration),
        segments: text ? [{ start: 0, end: rounded(duration), text }] : [],
        model: name,
      };
    },
  };
}

async function recognized<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof HTTPException) throw cause;
    throw new ServiceError(500, "The local speech engine failed", { cause });
  }
}

/** Samples at the rate local models hear. */
async function samplesOf(bytes: Uint8Array<ArrayBuffer>, signal?: AbortSignal): Promise<Float32Array> {
  const audio = await probeAudio(bytes);
  const blocks = decodedBlocks(audio, { from: 0, to: Infinity, signal });
  if (!blocks) {
    throw invalid(["file"], `${audio.codec} audio cannot be heard by the local engine; send another format`);
  }
  const parts: Float32Array[] = [];
  for await (const block of blocks) parts.push(block);
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let next = 0;
  for (const part of parts) {
    for (const sample of part) samples[next++] = Math.max(-1, Math.min(1, sample)) * 32767;
  }
  const heard = resampled(samples, { from: decodedRate(audio), to: SAMPLE_RATE });
  return Float32Array.from(heard, (sample) => sample / 32768);
}
