import assert from "node:assert/strict";
import { readEnv, SettingsError } from "lib/env.ts";
import { Env } from "./env.ts";

function read(settings: Record<string, string>) {
  return readEnv(Env, (name) => settings[name]);
}

Deno.test("by default files up to 50 MB are read locally in Arabic and English", () => {
  const env = read({});
  assert.deepEqual([env.OCR_LANGUAGES, env.OCR_GPU, env.MAX_FILE_SIZE_MB, env.DOCUMENTS_PORT], [
    ["ar", "en"],
    false,
    50,
    8003,
  ]);
});

Deno.test("OCR_GPU without a vision model, S3 without keys and unknown languages fail the start", () => {
  const faults: [Record<string, string>, RegExp][] = [
    [{ OCR_GPU: "true" }, /OCR_VISION_MODEL/],
    [{ UPLOAD_DIR: "s3://bucket/prefix" }, /AWS_ACCESS_KEY_ID/],
    [{ OCR_LANGUAGES: "ar,fr" }, /expected ar, en/],
  ];
  for (const [settings, message] of faults) {
    assert.throws(
      () => read(settings),
      (error) => error instanceof SettingsError && message.test(error.message),
    );
  }
});
