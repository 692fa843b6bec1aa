/**
 * Compiles one binary a service and one of all into dist/ (`deno task compile [--target TRIPLE] [names…]`).
 * The first compilation downloads Deno's runtime for the target, unless DENORT_BIN names one.
 */
import { parseArgs } from "node:util";
import { OWN_PROGRAM } from "lib/processes/own_command.ts";
import { PLATFORM } from "./all.ts";
import { Graph, openedFiles, unusedFiles } from "./embedded_files.ts";
import { print } from "lib/print.ts";

const PERMISSIONS = ["--allow-net", "--allow-env", "--allow-read", "--allow-write", "--allow-sys"];

/**
 * The arguments of `deno` that compile `name` ("diwan" for all services `names`) with the files it reads at
 * run time, without the `excluded` files of its packages.
 */
export function compileArgs(
  name: string,
  { names, excluded = [], target, output = "dist" }: {
    names: string[];
    excluded?: string[];
    target?: string;
    output?: string;
  },
): string[] {
  const includes = openedFiles(name === "diwan" ? names : [name]).map((path) => `--include=${path}`);
  const excludes = excluded.map((path) => `--exclude=${path}`);
  const platform = target ? [`--target=${target}`] : [];
  // Permission to run only its own program, for a service in several processes, whose number is known only at
  // the start.
  const run = (target ?? Deno.build.os).includes("linux") ? [`--allow-run=${OWN_PROGRAM}`] : [];
  // As in the start tasks. V8 discards compiled code while a process idles, which slows the next calls of the
  // gateway down. A new space of up to 16 MB in each isolate costs all services 30 MB without a measurable
  // gain; the gateway alone has one isolate, and its garbage collection for a call takes half as long. The
  // old space may grow to 1.6 times its live size before a collection: V8's own factor let a burst of large
  // pages keep 270 MB, and memory under a steady load grow for an hour. The gateway alone, whose heap is
  // small, would collect every second under load; with 2.5 times it collects a fifth as often and keeps 17 MB
  // more after a burst.
  const [room, growing] = name === "gateway" ? [16, 150] : [4, 60];
  const warm = name === "diwan" || name === "gateway"
    ? [`--v8-flags=--no-memory-reducer,--max-semi-space-size=${room},--heap-growing-percent=${growing}`]
    : [];
  return [
    "compile",
    // Else each embedded file is listed.
    "--quiet",
    "--frozen",
    "--no-check",
    "--exclude-unused-npm",
    ...PERMISSIONS,
    ...run,
    ...warm,
    ...platform,
    ...includes,
    ...excludes,
    `--output=${output}/${name}`,
    entryOf(name),
  ];
}

/** The module that starts one service, or all. */
export function entryOf(name: string): string {
  return name === "diwan" ? "services/main.ts" : `services/${name}/main.ts`;
}

/** The packages of a program and its workers, as reported by `deno info`. */
export async function graphOf(name: string, names: string[]): Promise<Graph> {
  const modules = openedFiles(name === "diwan" ? names : [name]).filter((path) => path.endsWith(".ts"));
  const graphs = await Promise.all([entryOf(name), ...modules].map(graphFrom));
  return {
    modules: graphs.flatMap(({ modules }) => modules),
    npmPackages: Object.assign({}, ...graphs.map(({ npmPackages }) => npmPackages)),
  };
}

async function graphFrom(module: string): Promise<Graph> {
  const info = new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "--frozen", module],
    stderr: "inherit",
  });
  const { code, stdout } = await info.output();
  if (code !== 0) throw new Error(`deno info ${module} ended with code ${code}`);
  return Graph.parse(JSON.parse(new TextDecoder().decode(stdout)));
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    options: { target: { type: "string" } },
    allowPositionals: true,
  });
  const names = PLATFORM.map(({ name }) => name);
  const known = ["diwan", ...names];
  const wanted = positionals.length > 0 ? positionals : known;
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    print(`No service is called ${unknown.join(" or ")}: choose of ${known.join(", ")}`, Deno.stderr);
    Deno.exit(2);
  }
  for (const name of wanted) {
    print(`Compiling ${name} …`, Deno.stderr);
    const excluded = await unusedFiles(await graphOf(name, names));
    const args = compileArgs(name, { names, excluded, ...values.target ? { target: values.target } : {} });
    const { code } = await new Deno.Command(Deno.execPath(), { args }).spawn().status;
    if (code !== 0) Deno.exit(code);
    print(`dist/${name} is written`, Deno.stderr);
  }
}
