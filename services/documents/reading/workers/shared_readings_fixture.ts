/** Readings that the tests of a run share: most are about the steps after reading, and read the same few files. */
import { join } from "node:path";
import type { ReadingPool } from "./pool.ts";
import type { SourceFile } from "./slot.ts";
import { numberFrom, pageFrom, pictureFrom } from "./worker_answers.ts";

// The folder of a run of all tests, which processes share; it is removed at the end, since the next run may have
// other code.
const RUN = Deno.env.get("TEST_READINGS");

// An image is for this process alone, since JSON has no bytes.
const PICTURE = "picture-";

const known = new Map<string, Promise<unknown>>();

/** `pool`, which reads each page of a file once and remembers its number of pages, texts and images. */
export function sharedReadings(pool: ReadingPool): ReadingPool {
  const remembered = async (file: SourceFile, part: string, read: () => Promise<unknown>) => {
    const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(await file.load()));
    const key = `${new Uint8Array(digest).toHex()}-${file.kind}-${part}`;
    const reading = known.get(key) ?? (part.startsWith(PICTURE) ? read() : ofRun(key, read));
    known.set(key, reading);
    // A failure depends on time and memory.
    reading.catch(() => known.delete(key));
    return structuredClone(await reading);
  };
  return {
    ...pool,
    pageCount: async (file) => numberFrom(await remembered(file, "count", () => pool.pageCount(file))),
    page: async (file, index) =>
      pageFrom(await remembered(file, `page-${index}`, () => pool.page(file, index))),
    picture: async (file, index) =>
      pictureFrom(await remembered(file, `${PICTURE}${index}`, () => pool.picture(file, index))),
  };
}

async function ofRun(key: string, read: () => Promise<unknown>): Promise<unknown> {
  if (!RUN) return await read();
  const path = join(RUN, `${key}.json`);
  try {
    return JSON.parse(await Deno.readTextFile(path));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const result = await read();
  // Another process may read the file meanwhile.
  const unfinished = `${path}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(unfinished, JSON.stringify(result));
  await Deno.rename(unfinished, path);
  return result;
}
