import assert from "node:assert/strict";
import { SettingsError } from "lib/env.ts";
import { fixture } from "../audio/fixture.ts";
import { doWork, workshop } from "../audio/workshop.ts";
import { fileTranscriber } from "../transcriptions/file_transcription.ts";
import { LOCAL_PART_SECONDS, localSpeechToText } from "./local_speech_to_text.ts";
import { localModel } from "./model_folder.ts";
import { configOf, sherpaRecognizer } from "./sherpa.ts";

async function folderWith(...names: string[]): Promise<string> {
  const folder = await Deno.makeTempDir();
  for (const name of names) await Deno.writeTextFile(`${folder}/${name}`, "");
  return folder;
}

Deno.test("localModel() knows the kinds of models by their files and prefers int8", async () => {
  const whisper = await folderWith(
    "tiny-encoder.onnx",
    "tiny-encoder.int8.onnx",
    "tiny-decoder.onnx",
    "tiny-tokens.txt",
  );
  const model = await localModel(whisper);
  assert.equal(model.kind, "whisper");
  assert.ok(model.kind === "whisper" && model.encoder === `${whisper}/tiny-encoder.int8.onnx`);
  const transducer = await folderWith("encoder.onnx", "decoder.onnx", "joiner.onnx", "tokens.txt");
  assert.equal((await localModel(transducer)).kind, "transducer");
  const sense = await folderWith("model.int8.onnx", "tokens.txt");
  assert.equal((await localModel(sense)).kind, "sense_voice");
  for (const folder of [whisper, transducer, sense]) await Deno.remove(folder, { recursive: true });
});

Deno.test("a missing or wrong model folder, and a missing engine, say what is expected", async () => {
  const refusal = (reason: RegExp) => (error: unknown) =>
    error instanceof SettingsError && reason.test(error.message);
  await assert.rejects(localModel("/nowhere"), refusal(/STT_LOCAL_MODEL_DIR: no such folder \(\/nowhere\)/));
  const empty = await folderWith("tokens.txt", "README.md");
  await assert.rejects(localModel(empty), refusal(/no model files in it .* expected a \*tokens\.txt/));
  await Deno.remove(`${empty}/tokens.txt`);
  await assert.rejects(localModel(empty), refusal(/no \*tokens\.txt/));
  const model = { kind: "whisper" as const, name: "w", tokens: "t", encoder: "e", decoder: "d" };
  await assert.rejects(
    sherpaRecognizer({ model, engineFolder: empty }),
    refusal(/STT_LOCAL_ENGINE_DIR: .* npm install --prefix .* sherpa-onnx-node/),
  );
  await Deno.remove(empty, { recursive: true });
});

Deno.test("configOf() passes the language on and never asks for a translation", () => {
  const model = { kind: "whisper" as const, name: "w", tokens: "t", encoder: "e", decoder: "d" };
  const text = JSON.stringify(configOf(model, "ar"));
  assert.match(text, /"language":"ar","task":"transcribe"/);
  assert.match(JSON.stringify(configOf(model, "auto")), /"language":""/);
});

Deno.test("the local engine hears samples of 16 kHz whatever the file, and says what it cannot hear", async () => {
  const heard: { seconds: number; loud: number; language: string }[] = [];
  const speechToText = localSpeechToText({
    name: "tiny",
    workshop: workshop(doWork),
    recognizer: {
      recognize(samples, language) {
        const loud = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        heard.push({ seconds: samples.length / 16_000, loud, language });
        return Promise.resolve({ text: " مرحبا بكم ", language: "ar" });
      },
    },
  });
  const transcribe = fileTranscriber({
    speechToText,
    workshop: workshop(doWork),
    limits: { seconds: LOCAL_PART_SECONDS, bytes: 1e9, wholeSeconds: 1e6 },
  });
  for (const file of ["english.wav", "english.mp3", "english.webm", "english.ogg", "english.flac"]) {
    const result = await transcribe(await fixture(file), { model: "ignored", language: "auto" });
    assert.deepEqual([result.text, result.language, result.model], ["مرحبا بكم", "ar", "tiny"]);
    const last = heard.at(-1);
    assert.ok(
      last && Math.abs(last.seconds - 1.85) < 0.1 && last.loud > 0.4,
      `${file}: ${JSON.stringify(last)}`,
    );
  }
  await assert.rejects(transcribe(await fixture("english.m4a"), { model: "", language: "en" }), {
    status: 422,
  });
});
