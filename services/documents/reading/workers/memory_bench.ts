/**
 * Reads 200 scanned pages with two workers and prints the memory of the whole process as it goes: at most 1 GB, and no
 * more in the last quarter than in the second (`deno bench -A services/documents/reading/workers/memory_bench.ts`).
 */
import { loadModels } from "./models.ts";
import { readingPool } from "./pool.ts";
import { print } from "lib/print.ts";

const PAGES = 200;
const LIMIT_MB = 1000;
const FILE = {
  key: "scan",
  kind: "tiff" as const,
  load: () => Deno.readFile(new URL("../../fixtures/fax_g4.tif", import.meta.url)),
};

function memoryMb(): number {
  return Math.round(Deno.memoryUsage().rss / 1024 / 1024);
}

async function readAll(): Promise<void> {
  const pool = readingPool({ models: await loadModels(["eng", "ara"]), workers: 2, timeoutMs: 300_000 });
  const peaks = [0, 0, 0, 0];
  let done = 0;
  const sampler = setInterval(() => {
    const quarter = Math.min(3, Math.floor((done * 4) / PAGES));
    peaks[quarter] = Math.max(peaks[quarter] ?? 0, memoryMb());
  }, 200);
  const lane = async (first: number) => {
    for (let page = first; page < PAGES; page += 2) {
      await pool.page(FILE, (page >> 1) % 2);
      if (++done % 20 === 0) print(`${done} pages, ${memoryMb()} MB`);
    }
  };
  await Promise.all([lane(0), lane(1)]);
  clearInterval(sampler);
  pool.close();
  print(`peak of each quarter: ${peaks.join(", ")} MB (limit ${LIMIT_MB})`);
  const [, second = 0, , last = 0] = peaks;
  if (Math.max(...peaks) > LIMIT_MB) throw new Error(`more than ${LIMIT_MB} MB`);
  if (last > second * 1.15) throw new Error("memory grows with the pages");
}

// Deno takes a benchmark for asynchronous only when its function is declared so.
Deno.bench({
  name: `memory over ${PAGES} scanned pages`,
  n: 1,
  warmup: 0,
  fn: async () => await readAll(),
});
