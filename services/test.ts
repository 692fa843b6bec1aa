/**
 * Runs the tests (`deno task test [files and flags…]`) and prints failures and one summary line, without the
 * dots of passing tests.
 */
import { statfs } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { createSemaphore } from "lib/semaphore.ts";
import { batchesOf, testFilesIn, writeBatches } from "./test_batches.ts";
import { print } from "lib/print.ts";

const DOTS = /^[.,!]*$/;
const SUMMARY =
  /^(?:ok|FAILED) \| (\d+) passed(?: \(\d+ steps?\))? \| (\d+) failed(?: \(.*?\))?(?: \| (\d+) ignored)?/;

/** Test files that run in one process, with V8's flags for it and for the processes that it starts. */
export interface Group {
  args: string[];
  v8Flags?: string;
}

// Text recognition gains from optimized WebAssembly. For the decoders and embedded databases of other tests
// optimizing takes longer than it saves.
const HEAVY_WASM = new Set(["documents"]);
const UNOPTIMIZED = "--liftoff-only";
// Batches fill the processors together. Garbage collection and compilation in threads of their own compete with the
// others' tests and take a tenth more processor time in total.
const ONE_THREAD = "--single-threaded";
// Most of what a test allocates dies at once. V8's new space begins so small that its collections take a twentieth of
// the time.
const NEW_SPACE = "--min-semi-space-size=16,--max-semi-space-size=32";

/**
 * How many groups run at once: tests wait for processes, disks and sockets at times; with more lanes still, each group
 * takes more processor time.
 */
export const LANES = navigator.hardwareConcurrency + 2;

/**
 * The runs for `args`: named files as they are, each in an isolate of its own; without names all test files below
 * `root` in batches, a process each, whose modules are written to `dir`: a file alone loads and compiles for a second
 * before its tests, and many isolates of one process share its memory's limits.
 */
export async function groupsOf(args: string[], root: string, dir: string): Promise<Group[]> {
  if (args.some((arg) => !arg.startsWith("-"))) return [{ args: ["--parallel", ...args] }];
  const batches = batchesOf(await testFilesIn(root));
  const paths = await writeBatches(batches, root, dir);
  // Its own settings hold for a test wherever the module that imports it stands.
  const config = `--config=${join(root, "deno.json")}`;
  return batches.map(({ room }, index) => ({
    args: [config, ...args, paths[index] ?? ""],
    v8Flags: [ONE_THREAD, NEW_SPACE, ...HEAVY_WASM.has(room) ? [] : [UNOPTIMIZED]].join(","),
  }));
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** The outcome of groups that had not started when a signal ended the run. */
const STOPPED: Outcome = { code: 143, counts: [] };

interface Outcome {
  code: number;
  /** Tests that passed, failed and were ignored. */
  counts: number[];
}

/** Runs the tests of all groups, some at once, and resolves with the exit code. */
export async function runTests(groups: Group[], print: (line: string) => void): Promise<number> {
  const started = Date.now();
  const lanes = createSemaphore(LANES);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of SIGNALS) Deno.addSignalListener(signal, stop);
  const { signal } = stopping;
  const outcomes = await Promise.all(
    groups.map((group) =>
      lanes.run(async () => signal.aborted ? STOPPED : await runGroup(group, { print, signal }))
    ),
  );
  for (const signal of SIGNALS) Deno.removeSignalListener(signal, stop);
  const code = outcomes.find(({ code }) => code !== 0)?.code ?? 0;
  const [passed, failed, ignored] = [0, 1, 2].map((at) =>
    outcomes.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0)
  );
  const seconds = Math.round((Date.now() - started) / 1000);
  const time = seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
  print(
    `${code === 0 ? "ok" : "FAILED"} | ${passed} passed | ${failed} failed | ${ignored} ignored (${time})`,
  );
  return code;
}

async function runGroup(
  { args, v8Flags }: Group,
  { print, signal }: { print: (line: string) => void; signal: AbortSignal },
): Promise<Outcome> {
  const child = new Deno.Command(Deno.execPath(), {
    // `deno task ok` checks the types before.
    args: ["test", "-A", "--no-check", "--reporter=dot", ...args],
    env: { DENO_JOBS: String(LANES), ...(v8Flags ? { DENO_V8_FLAGS: v8Flags } : {}) },
    stdout: "piped",
    // Aborting sends SIGTERM.
    signal,
  }).spawn();
  let counts: number[] = [];
  const lines: string[] = [];
  for await (const line of createInterface({ input: Readable.fromWeb(child.stdout) })) {
    const summary = SUMMARY.exec(stripVTControlCharacters(line));
    if (summary) counts = summary.slice(1).map((count) => Number(count ?? 0));
    else if (line === "" || !DOTS.test(stripVTControlCharacters(line))) lines.push(line);
  }
  const { code } = await child.status;
  // In one write, since other groups print too.
  if (lines.some((line) => line.trim() !== "")) print(lines.join("\n"));
  return { code, counts };
}

// Tests write databases of a thousand files and sync each one that is kept.
const MEMORY = "/dev/shm";
const TMPFS = 0x0102_1994;
const LEAST_BYTES = 6e9;

/**
 * A memory file system for test files that need no disk; undefined if the system has none, or too small a
 * one.
 */
export async function memoryFolder(): Promise<string | undefined> {
  if (Deno.build.os !== "linux") return undefined;
  try {
    const { type, bavail, bsize } = await statfs(MEMORY);
    return type === TMPFS && bavail * bsize >= LEAST_BYTES ? MEMORY : undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

if (import.meta.main) {
  // Templates of databases are kept for later runs.
  Deno.env.set("TEST_TEMPLATES", Deno.env.get("TMPDIR") ?? "/tmp");
  const memory = await memoryFolder();
  const dir = await Deno.makeTempDir({ prefix: "diwan-tests-", ...memory ? { dir: memory } : {} });
  Deno.env.set("TMPDIR", dir);
  const readings = join(dir, "readings");
  await Deno.mkdir(readings);
  // Pages that documents' tests read, for all of their processes.
  Deno.env.set("TEST_READINGS", readings);
  let code = 1;
  try {
    code = await runTests(
      await groupsOf(Deno.args, fileURLToPath(new URL("..", import.meta.url)), dir),
      print,
    );
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
  Deno.exit(code);
}
