/** Tells the kind of a sherpa-onnx model by the names of its files, which its publishers keep alike. */
import { SettingsError } from "lib/env.ts";

/** Where each part of a model is. */
export type LocalModel =
  & { name: string; tokens: string }
  & (
    | { kind: "whisper"; encoder: string; decoder: string }
    | { kind: "transducer"; encoder: string; decoder: string; joiner: string }
    | { kind: "sense_voice"; model: string }
  );

const EXPECTED = "a *tokens.txt with *encoder*.onnx and *decoder*.onnx (Whisper), with a *joiner*.onnx too " +
  "(transducer), or with model*.onnx (SenseVoice)";

/** @throws {SettingsError} when there is no such folder, or no model in it. */
export async function localModel(folder: string): Promise<LocalModel> {
  const files = await filesIn(folder);
  // Among several precisions the smallest is used: int8 runs fastest without a graphics card.
  const find = (...parts: string[]) => {
    const fitting = files.filter((file) => parts.every((part) => file.includes(part)));
    const file = fitting.find((name) => name.includes("int8")) ?? fitting[0];
    return file && `${folder}/${file}`;
  };
  const tokens = find("tokens.txt");
  const [encoder, decoder] = [find("encoder", ".onnx"), find("decoder", ".onnx")];
  const [joiner, model] = [find("joiner", ".onnx"), find("model", ".onnx")];
  const name = folder.replace(/\/+$/, "").split("/").at(-1) ?? folder;
  if (!tokens) throw wrongFolder(folder, "no *tokens.txt in it");
  if (encoder && decoder && joiner) return { kind: "transducer", name, tokens, encoder, decoder, joiner };
  if (encoder && decoder) return { kind: "whisper", name, tokens, encoder, decoder };
  if (model) return { kind: "sense_voice", name, tokens, model };
  throw wrongFolder(folder, "no model files in it");
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    const names: string[] = [];
    for await (const { name, isFile } of Deno.readDir(folder)) if (isFile) names.push(name);
    return names.toSorted();
  } catch {
    throw wrongFolder(folder, "no such folder");
  }
}

function wrongFolder(folder: string, fault: string): SettingsError {
  return new SettingsError(
    `These settings are wrong:\n  STT_LOCAL_MODEL_DIR: ${fault} (${folder}); expected ${EXPECTED}`,
  );
}
