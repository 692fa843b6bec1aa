import type { Logger } from "lib/telemetry/log.ts";
import { type Benchmark, hashOf } from "./benchmark.ts";
import { type FileFault, readBenchmark } from "./benchmark_files.ts";
import { BUILT_IN } from "./built_in.ts";

/** A benchmark with the hash of its content and its source. */
export interface Edition {
  benchmark: Benchmark;
  hash: string;
  source: "built_in" | "file";
}

export interface Catalogue {
  list(): Promise<Edition[]>;
  find(id: string): Promise<Edition | undefined>;
  faults(): Promise<FileFault[]>;
}

interface Contents {
  editions: Map<string, Edition>;
  faults: FileFault[];
}

interface Source {
  file: string;
  changed: string;
}

const LOOK_AGAIN_MS = 2000;

/** The built-in benchmarks and those of `folder`, which is read again after a file has changed. */
export function createCatalogue({ folder, log, now = Date.now }: {
  folder?: string;
  log: Logger;
  now?: () => number;
}): Catalogue {
  let contents: Promise<Contents> | undefined;
  let signature = "";
  let lookedAt = -Infinity;

  async function current(): Promise<Contents> {
    if (contents && (!folder || now() - lookedAt < LOOK_AGAIN_MS)) return await contents;
    lookedAt = now();
    const sources = folder ? await filesOf(folder) : [];
    const seen = JSON.stringify(sources);
    if (!contents || seen !== signature) {
      signature = seen;
      contents = load(folder ?? "", sources, log);
    }
    return await contents;
  }

  return {
    list: async () => [...(await current()).editions.values()],
    find: async (id) => (await current()).editions.get(id),
    faults: async () => (await current()).faults,
  };
}

async function filesOf(folder: string): Promise<Source[]> {
  try {
    const sources: Source[] = [];
    for await (const entry of Deno.readDir(folder)) {
      if (entry.isDirectory || !/\.(?:json|jsonl|csv)$/u.test(entry.name)) continue;
      const { mtime, size } = await Deno.stat(`${folder}/${entry.name}`);
      sources.push({ file: entry.name, changed: `${mtime?.getTime() ?? 0}:${size}` });
    }
    return sources.sort((a, b) => (a.file < b.file ? -1 : 1));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

async function load(folder: string, sources: Source[], log: Logger): Promise<Contents> {
  const editions = new Map<string, Edition>();
  const faults: FileFault[] = [];
  for (const benchmark of BUILT_IN) {
    editions.set(benchmark.id, { benchmark, hash: await hashOf(benchmark), source: "built_in" });
  }
  for (const { file } of sources) {
    const loaded = readBenchmark(file, await Deno.readTextFile(`${folder}/${file}`));
    const { benchmark } = loaded;
    if (!benchmark) faults.push(...loaded.faults);
    else if (editions.has(benchmark.id)) {
      faults.push({ file, line: 1, message: `the id ${benchmark.id} is taken by another benchmark` });
    } else editions.set(benchmark.id, { benchmark, hash: await hashOf(benchmark), source: "file" });
  }
  for (const { file, line, message } of faults) {
    log.warn("benchmark file skipped", { file, line, fault: message });
  }
  return { editions, faults };
}
