/** Batches of test files: one module imports many, so that shared modules are loaded once. */
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";

/** Test files that run in one isolate, and a name for them. */
export interface TestBatch {
  name: string;
  /** The service or top folder that they belong to. */
  room: string;
  /** Paths below the root. */
  files: string[];
}

const TEST_FILE = /_test\.tsx?$/;
const NOT_OURS = new Set(["node_modules", "data", "dist", "coverage"]);
// With more, the processors are unevenly busy at the end; with fewer, shared modules are loaded and databases opened
// more often.
const MOST_FILES = 90;
// Files of these rooms take seconds each: they open pages in a browser, which those of a batch share, or read scans,
// for which each process compiles the recogniser and loads its models.
const SLOW_ROOMS = new Map([["console", 26], ["documents", 64]]);
// Evaluation's tests wait for jobs, and the few files of the next three start several services each: last, they
// would keep one processor busy at most.
const FIRST_ROOMS = ["evaluation", "contracts", "deploy", "services", ...SLOW_ROOMS.keys()];
// They start platforms, or whole test runs, in processes of their own.
const WHOLE_PLATFORM =
  /^services\/(?:(?:attack|demo|doctor)\/\w+|compile|readme_tour|tracing|test)_test\.ts$/;

/** The test files below `root`, as paths below it, in order. */
export async function testFilesIn(root: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (dir: string) => {
    for await (const { name, isDirectory } of Deno.readDir(dir)) {
      if (isDirectory && !name.startsWith(".") && !NOT_OURS.has(name)) await walk(join(dir, name));
      else if (TEST_FILE.test(name)) found.push(relative(root, join(dir, name)));
    }
  };
  await walk(root);
  return found.toSorted();
}

/**
 * Batches of `files`, each of a single service or of `lib`. First those that start whole platforms, one file
 * each since each takes long; then slow rooms; then the others, at most 90 files each, the largest rooms first.
 */
export function batchesOf(files: string[]): TestBatch[] {
  const [alone = [], others = []] = [
    files.filter((file) => WHOLE_PLATFORM.test(file)),
    files.filter((file) => !WHOLE_PLATFORM.test(file)),
  ];
  const single = alone.map((file) => ({
    name: basename(file).replace(TEST_FILE, ""),
    room: roomOf(file),
    files: [file],
  }));
  const rooms = [...Map.groupBy(others, roomOf)].toSorted(([a, some], [b, more]) =>
    FIRST_ROOMS.indexOf(b) - FIRST_ROOMS.indexOf(a) || more.length - some.length
  );
  return [...single, ...rooms.flatMap(([room, members]) => partsOf(room, members))];
}

function partsOf(room: string, members: string[]): TestBatch[] {
  const parts = Math.ceil(members.length / (SLOW_ROOMS.get(room) ?? MOST_FILES));
  return Array.from({ length: parts }, (_, part) => ({
    name: parts === 1 ? room : `${room}_${part + 1}`,
    room,
    // Files of a folder have similar costs, so each part gets its share.
    files: members.filter((_, index) => index % parts === part),
  }));
}

/** `services/guard/audit/chain_test.ts` is of the room `guard`, `lib/http/url_test.ts` of `lib`. */
function roomOf(file: string): string {
  const [top = "", service] = dirname(file).split("/");
  // The folders of `lib` are small and import each other.
  return top === "services" && service ? service : top;
}

/** Writes a module for each of `batches` into `dir`, which imports its files below `root`; answers their paths. */
export async function writeBatches(batches: TestBatch[], root: string, dir: string): Promise<string[]> {
  const paths: string[] = [];
  for (const [index, { name, files }] of batches.entries()) {
    // Deno runs files in the order of their names.
    const path = join(dir, `${String(index).padStart(3, "0")}_${name}_test.ts`);
    const lines = files.map((file) => `import ${JSON.stringify(pathToFileURL(join(root, file)).href)};\n`);
    await Deno.writeTextFile(path, lines.join(""));
    paths.push(path);
  }
  return paths;
}
