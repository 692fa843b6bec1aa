/** Speech to text in this process, without a provider. */
import { HTTPException } from "hono/http-exception";
import { ServiceError } from "lib/errors.ts";
import type { AudioWorkshop } from "../audio/workshop.ts";
import { orRefused } from "../transcriptions/file_transcription.ts";
import type { SpeechToText } from "../speech/speech_to_text.ts";
import { languageCode, languageOfText, UNDETERMINED } from "../text/languages.ts";
import { withoutLoops } from "../text/repetition.ts";
import { toMilliseconds } from "../text/transcript.ts";
import { type Recognizer, SAMPLE_RATE } from "./sherpa.ts";

/** Local models hear half a minute at a time. */
export const LOCAL_PART_SECONDS = 28;

export function localSpeechToText(
  { recognizer, workshop, name }: { recognizer: Recognizer; workshop: AudioWorkshop; name: string },
): SpeechToText {
  return {
    configured: true,
    setting: "STT_LOCAL_MODEL_DIR",
    modelOf: () => name,
    async hear({ bytes }, { language, duration, signal }) {
      const heardAt16k = await orRefused(() => workshop.samples(bytes, SAMPLE_RATE, signal));
      const samples = Float32Array.from(heardAt16k, (sample) => sample / 32768);
      const heard = await recognized(() => recognizer.recognize(samples, language));
      const text = withoutLoops(heard.text.trim());
      const asked = language === "auto" ? undefined : language;
      return {
        text,
        language: asked ?? (text ? languageCode(heard.language) ?? languageOfText(text) : UNDETERMINED),
        duration: toMilliseconds(duration),
        segments: text ? [{ start: 0, end: toMilliseconds(duration), text }] : [],
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
