/** The sherpa-onnx engine, native code that is installed and loaded only where a local model is set. */
import { createRequire } from "node:module";
import { z } from "zod";
import { SettingsError } from "lib/env.ts";
import { createSemaphore } from "lib/semaphore.ts";
import type { LocalModel } from "./model_folder.ts";

export const SAMPLE_RATE = 16_000;
const VERSION = "1.13.8";

/** Turns half a minute of samples at 16 kHz into text. */
export interface Recognizer {
  recognize(samples: Float32Array, language: string): Promise<{ text: string; language?: string }>;
}

// The part of the package that is used; it brings types of its own only as comments.
interface Engine {
  OfflineRecognizer: { createAsync(config: unknown): Promise<EngineRecognizer> };
}
interface EngineRecognizer {
  createStream(): { acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void };
  decodeAsync(stream: unknown): Promise<unknown>;
  setConfig(config: unknown): void;
}

const Result = z.object({ text: z.string(), lang: z.string().optional() });

/** @throws {SettingsError} when the engine is not installed or does not take the model. */
export async function sherpaRecognizer(
  { model, engineFolder }: { model: LocalModel; engineFolder: string },
): Promise<Recognizer> {
  const { OfflineRecognizer } = engineIn(engineFolder);
  const recognizer = await OfflineRecognizer.createAsync(configOf(model, "auto")).catch((error: Error) => {
    throw new SettingsError(`These settings are wrong:\n  STT_LOCAL_MODEL_DIR: ${error.message}`);
  });
  // The language is set on the recognizer: one at a time.
  const turns = createSemaphore(1);
  return {
    recognize: (samples, language) =>
      turns.run(async () => {
        recognizer.setConfig(configOf(model, language));
        const stream = recognizer.createStream();
        stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE });
        const { text, lang } = Result.parse(await recognizer.decodeAsync(stream));
        return { text, language: lang?.replace(/[<|>]/g, "") || undefined };
      }),
  };
}

function engineIn(folder: string): Engine {
  try {
    return createRequire(`${folder}/`)("sherpa-onnx-node");
  } catch (cause) {
    throw new SettingsError(
      `These settings are wrong:\n  STT_LOCAL_ENGINE_DIR: the speech engine cannot be loaded from ${folder}; ` +
        `install it with: npm install --prefix ${folder} sherpa-onnx-node@${VERSION}, and start with --allow-ffi`,
      { cause },
    );
  }
}

/** The engine's own description of a model. */
export function configOf(model: LocalModel, language: string): unknown {
  const { tokens } = model;
  const spoken = language === "auto" ? "" : language;
  const common = { tokens, numThreads: Math.max(1, navigator.hardwareConcurrency - 1), debug: 0 };
  const featConfig = { sampleRate: SAMPLE_RATE, featureDim: 80 };
  if (model.kind === "transducer") {
    const { encoder, decoder, joiner } = model;
    return { featConfig, modelConfig: { ...common, transducer: { encoder, decoder, joiner } } };
  }
  if (model.kind === "whisper") {
    const { encoder, decoder } = model;
    const whisper = { encoder, decoder, language: spoken, task: "transcribe", tailPaddings: -1 };
    return { featConfig, modelConfig: { ...common, whisper } };
  }
  const senseVoice = { model: model.model, language: spoken || "auto", useInverseTextNormalization: 1 };
  return { featConfig, modelConfig: { ...common, senseVoice } };
}
