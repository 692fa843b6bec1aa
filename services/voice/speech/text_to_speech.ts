/** Spoken answers, by any OpenAI-compatible `/audio/speech`. */
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { badGateway } from "lib/errors.ts";
import type { ModelProvider } from "./providers.ts";

export const SpokenAnswer = z.object({
  format: z.string(),
  content_type: z.string(),
  data: z.string().meta({ description: "The audio file in base64" }),
}).meta({ id: "SpokenAnswer" });
export type SpokenAnswer = z.output<typeof SpokenAnswer>;

export interface TextToSpeech {
  readonly configured: boolean;
  readonly setting: string;
  speak(text: string, signal?: AbortSignal): Promise<SpokenAnswer>;
}

type Format = "mp3" | "opus" | "aac" | "flac" | "wav";

const CONTENT_TYPES: Record<Format, string> = {
  mp3: "audio/mpeg",
  opus: "audio/ogg",
  aac: "audio/aac",
  flac: "audio/flac",
  wav: "audio/wav",
};
// The interface's limit for one call.
const MOST_CHARACTERS = 4096;

export function textToSpeech(
  { provider, model, voice, format }: {
    provider: ModelProvider;
    model: string | undefined;
    voice: string;
    format: Format;
  },
): TextToSpeech {
  return {
    configured: provider.configured && !!model,
    setting: model ? provider.setting : "TTS_MODEL",
    async speak(text, signal) {
      const input = [...text].slice(0, MOST_CHARACTERS).join("");
      try {
        const bytes = await provider.of(model ?? "").call(async (client, call) => {
          const body = { model: model ?? "", voice, input, response_format: format };
          return (await client.audio.speech.create(body, call)).bytes();
        }, { signal });
        if (bytes.length === 0) throw badGateway("The speech model answered no audio");
        return { format, content_type: CONTENT_TYPES[format], data: bytes.toBase64() };
      } catch (error) {
        if (signal?.aborted || error instanceof HTTPException) throw error;
        throw badGateway("The speech model's answer could not be read", { cause: error });
      }
    },
  };
}
