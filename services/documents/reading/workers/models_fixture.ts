/** Models shared by tests, since compiling and unpacking them takes longer than reading a page. */
import { loadModels, type Models } from "./models.ts";
import { type ReadingPool, readingPool } from "./pool.ts";

let models: Promise<Models> | undefined;
let pool: Promise<ReadingPool> | undefined;

Deno.test.afterAll(async () => {
  (await pool)?.close();
});

/** The models of both languages, compiled once for a test file. */
export function testModels(): Promise<Models> {
  return models ??= loadModels(["eng", "ara"]);
}

/** Only the English model. */
export async function englishModels(): Promise<Models> {
  const { languages, ...engines } = await testModels();
  return { ...engines, languages: languages.filter(({ script }) => script === "eng") };
}

/** Workers with both languages that the tests of a file share. */
export function testPool(): Promise<ReadingPool> {
  return pool ??= testModels().then((models) => readingPool({ models, timeoutMs: 300_000 }));
}
