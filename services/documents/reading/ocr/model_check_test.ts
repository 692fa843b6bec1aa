import assert from "node:assert/strict";
import type { LanguageModel } from "../workers/models.ts";
import { testModels } from "../workers/models_fixture.ts";
import { readingPool } from "../workers/pool.ts";
import { NotStarted } from "../workers/reading_worker.ts";

const SHARED = { sanitizeResources: false, sanitizeOps: false };
const good = await testModels();

async function check(languages: LanguageModel[]): Promise<void> {
  const pool = readingPool({ models: { ...good, languages }, workers: 1 });
  try {
    await pool.check();
  } finally {
    pool.close();
  }
}

function damaged(script: "ara" | "eng", how: (model: Uint8Array) => Uint8Array): LanguageModel[] {
  return good.languages.map((one) => one.script === script ? { ...one, model: how(one.model.slice()) } : one);
}

Deno.test({
  name: "the packaged models read their test lines",
  ...SHARED,
  fn: async () => await check(good.languages),
});

for (
  const { name, script, how } of [
    { name: "garbage", script: "eng", how: () => crypto.getRandomValues(new Uint8Array(60_000)) },
    { name: "a model cut short", script: "ara", how: (model: Uint8Array) => model.subarray(0, 900_000) },
    { name: "a model with flipped weights", script: "eng", how: flipped },
  ] as const
) {
  Deno.test({
    name: `${name} is refused with an error that names language and file`,
    ...SHARED,
    fn: async () => {
      const language = script === "ara" ? "Arabic" : "English";
      const file = `@tesseract.js-data/${script}/`;
      await assert.rejects(
        check(damaged(script, how)),
        (error) =>
          error instanceof NotStarted && error.message.includes(`The ${language} model (${file}`) &&
          /is damaged/.test(error.message),
      );
    },
  });
}

function flipped(model: Uint8Array): Uint8Array {
  for (let i = 1_000_000; i < 1_600_000; i += 3) model[i] = (model[i] ?? 0) ^ 0x5a;
  return model;
}
