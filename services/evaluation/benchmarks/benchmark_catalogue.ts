import type { Logger } from "lib/telemetry/log.ts";
import { type Benchmark, hashOf } from "./benchmark.ts";
import { type FileFault, readBenchmark } from "./benchmark_files.ts";
import type { BenchmarkStore, Written } from "./benchmarks_store.ts";
import { BUILT_IN } from "./built_in.ts";

/** A benchmark with the hash of its content and its source. */
export interface Edition {
  benchmark: Benchmark;
  hash: string;
  source: "built_in" | "file" | "written";
  /** Its last writer and the time; only for a benchmark written through the API. */
  written?: { updated_by: string; updated_at: string };
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

/**
 * The built-in benchmarks, those of `folder`, which is read again after a file has changed, and those of
 * `store`, which are as they are in the database now.
 */
export function createCatalogue({ folder, store, log, now = Date.now }: {
  folder?: string;
  store: Pick<BenchmarkStore, "list" | "content">;
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

  const contentOf = keptContents(store);

  async function whole(): Promise<Contents> {
    const [{ editions, faults }, written] = await Promise.all([current(), store.list()]);
    contentOf.keep(written);
    const all: Contents = { editions: new Map(editions), faults: [...faults] };
    for (const listed of written) {
      const fault = (message: string) =>
        all.faults.push({ file: `${listed.id} (written here)`, line: 1, message });
      const { hash, updated_by, updated_at } = listed;
      const benchmark = await contentOf.read(listed);
      if (editions.has(listed.id)) fault(`the id ${listed.id} is taken by another benchmark`);
      else if (!benchmark) fault("it cannot be read any more");
      else {
        all.editions.set(listed.id, {
          ...{ benchmark, hash, source: "written" },
          written: { updated_by, updated_at },
        });
      }
    }
    return all;
  }

  return {
    list: async () => [...(await whole()).editions.values()],
    find: async (id) => (await whole()).editions.get(id),
    faults: async () => (await whole()).faults,
  };
}

/** Contents by their hash, read once each, and dropped when no benchmark has them any more. */
function keptContents(store: Pick<BenchmarkStore, "content">) {
  const known = new Map<string, Benchmark>();
  return {
    async read({ id, hash }: Written): Promise<Benchmark | undefined> {
      const kept = known.get(hash) ?? await store.content(id, hash);
      if (kept) known.set(hash, kept);
      return kept;
    },
    keep(written: Written[]): void {
      const hashes = new Set(written.map(({ hash }) => hash));
      for (const hash of known.keys()) if (!hashes.has(hash)) known.delete(hash);
    },
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
