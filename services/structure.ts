/**
 * Reports import cycles of files and of folders, types included, interfaces that repeat the fields of a zod schema of the same
 * service, functions of more than 60 lines and files of more than 300 (`deno task check:structure`). It reads
 * the code as `deno fmt` leaves it.
 */
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { longFunctionsIn } from "./long_functions.ts";
import { print } from "lib/print.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const IMPORT = /^(?:import|export)\b[^;"]*?\bfrom "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm;

/** The repository files that a file imports, by paths below the root. */
export function importsOf(path: string, text: string): string[] {
  const specifiers = [...text.matchAll(IMPORT)].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? "");
  return specifiers.flatMap((specifier) => {
    if (specifier.startsWith("lib/")) return [specifier];
    if (specifier.startsWith(".")) return [relative("/", resolve("/", dirname(path), specifier))];
    return [];
  });
}

/** Each cycle once, as the chain of its files, the first one again at its end. */
export function cyclesIn(imports: Map<string, string[]>): string[][] {
  const found = new Map<string, string[]>();
  const done = new Set<string>();
  const visit = (file: string, chain: string[]) => {
    const start = chain.indexOf(file);
    if (start >= 0) {
      const cycle = chain.slice(start);
      found.set(cycle.toSorted().join(), [...cycle, file]);
      return;
    }
    if (done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...chain, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return [...found.values()];
}

// `main.ts`, `app.ts` and the words that all folders use stand side by side at the top of lib, a service, the pages.
const TOP = /^lib$|^services(?:\/\w+)?$|^services\/console\/browser$/;

/** The imports of each folder from others, the top folders left out. */
export function folderImports(imports: Map<string, string[]>): Map<string, string[]> {
  const folders = new Map<string, Set<string>>();
  for (const [path, targets] of imports) {
    const from = dirname(path);
    if (TOP.test(from)) continue;
    const known = folders.get(from) ?? new Set();
    for (const to of targets.map(dirname)) if (to !== from && !TOP.test(to)) known.add(to);
    folders.set(from, known);
  }
  return new Map([...folders].map(([folder, targets]) => [folder, [...targets]]));
}

/** A shape: its name and the names of its fields. */
export interface Shape {
  kind: "schema" | "interface";
  name: string;
  fields: string[];
}

const OPENING = [
  { kind: "interface", pattern: /^(?:export )?interface (\w+)[^{\n]*\{$/ },
  { kind: "schema", pattern: /^(?:export )?const (\w+)[^=]*= z\s?\.\w*[oO]bject\(\{$/ },
] as const;
const FIELD = /^ {2}(?:readonly )?"?(\w+)"?\??[:,(]/;

/** The top-level schemas and interfaces of a file. */
export function shapesOf(text: string): Shape[] {
  const shapes: Shape[] = [];
  let open: Shape | undefined;
  for (const line of text.split("\n")) {
    for (const { kind, pattern } of OPENING) {
      const [, name] = pattern.exec(line) ?? [];
      if (name) open = { kind, name, fields: [] };
    }
    const [, field] = FIELD.exec(line) ?? [];
    if (field) open?.fields.push(field);
    if (open && /^\}/.test(line)) {
      shapes.push(open);
      open = undefined;
    }
  }
  return shapes;
}

// Two equal fields may be coincidence.
const LEAST_FIELDS = 3;

/** Interfaces with just the fields of a schema of the same service, as sentences. */
export function pairsIn(files: Map<string, string>): string[] {
  const schemas = new Map<string, string>();
  const interfaces: { key: string; at: string }[] = [];
  for (const [path, text] of files) {
    const service = path.split("/").slice(0, path.startsWith("services/") ? 2 : 1).join("/");
    for (const { kind, name, fields } of shapesOf(text)) {
      if (fields.length < LEAST_FIELDS) continue;
      const key = `${service}: ${fields.toSorted().join()}`;
      if (kind === "schema") schemas.set(key, `schema ${name} of ${path}`);
      else interfaces.push({ key, at: `interface ${name} of ${path}` });
    }
  }
  return interfaces.flatMap(({ key, at }) =>
    schemas.has(key) ? [`${at} says again ${schemas.get(key)}`] : []
  );
}

/** Long functions, as sentences. */
export function tooLongIn(files: Map<string, string>): string[] {
  return [...files].flatMap(([path, text]) =>
    longFunctionsIn(path, text).map(({ name, line, lines }) =>
      `${path}:${line} ${name} has ${lines} lines, 60 are the most`
    )
  );
}

const MOST_LINES = 300;

/** Files that are too long, tests included, as sentences. */
export function longFilesIn(files: Map<string, string>): string[] {
  return [...files].flatMap(([path, text]) => {
    const lines = text.trimEnd().split("\n").length;
    return lines > MOST_LINES ? [`${path} has ${lines} lines, ${MOST_LINES} are the most`] : [];
  });
}

// As the README lays the project out; dot files may be added.
const AT_THE_TOP = new Set([
  "README.md",
  "compose.yaml",
  "deno.json",
  "deno.lock",
  "import_map.json",
  "lib",
  "services",
]);

/**
 * Top-level files and folders that do not belong there, without those of `ignored` (a .gitignore), as
 * sentences.
 */
export function strayNames(names: Iterable<string>, ignored: string): string[] {
  const left = new Set(ignored.split("\n").map((line) => line.replaceAll("/", "")));
  return [...names].filter((name) => !name.startsWith(".") && !AT_THE_TOP.has(name) && !left.has(name))
    .map((name) => `${name} does not belong at the top`);
}

async function* sources(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(`${ROOT}${folder}`)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* sources(path);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

/** All faults of the tree, as sentences. */
export async function faults(): Promise<string[]> {
  const files = new Map<string, string>();
  for (const folder of ["lib", "services"]) {
    for await (const path of sources(folder)) files.set(path, await Deno.readTextFile(`${ROOT}${path}`));
  }
  const imports = new Map([...files].map(([path, text]) => [path, importsOf(path, text)]));
  const own = new Map(
    [...files].filter(([path]) => !/(_(test|bench|fixture|matrix)|\/(testing|fixture))\.ts$/.test(path)),
  );
  const ownImports = new Map([...imports].filter(([path]) => own.has(path)));
  // Components are mostly markup, whose length shows nesting rather than complexity.
  const programs = new Map([...own].filter(([path]) => path.endsWith(".ts")));
  const top = await Array.fromAsync(Deno.readDir(ROOT));
  return [
    ...strayNames(top.map(({ name }) => name), await Deno.readTextFile(`${ROOT}.gitignore`)),
    ...cyclesIn(imports).map((chain) => `import cycle: ${chain.join(" -> ")}`),
    ...cyclesIn(folderImports(ownImports)).map((chain) => `folders in a circle: ${chain.join(" -> ")}`),
    ...pairsIn(own),
    ...tooLongIn(programs),
    ...longFilesIn(files),
  ];
}

if (import.meta.main) {
  const found = await faults();
  const summary = found.length === 0
    ? "no import cycles of files or folders, no shape said twice, no function or file too long"
    : `${found.length} faults`;
  print([...found, summary].join("\n"));
  Deno.exit(found.length === 0 ? 0 : 1);
}
