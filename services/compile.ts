/**
 * Compiles one binary a service and one of all into dist/ (`deno task compile [--target TRIPLE] [names…]`).
 * The first compilation downloads Deno's runtime for the target.
 */
import { parseArgs } from "node:util";
import { PLATFORM } from "./all.ts";

const PERMISSIONS = ["--allow-net", "--allow-env", "--allow-read", "--allow-write", "--allow-sys"];

/** The arguments of `deno` that compile `name` ("diwan" for all services) with the files it reads at run time. */
export function compileArgs(name: string, names: string[], target?: string): string[] {
  const entry = name === "diwan" ? "services/main.ts" : `services/${name}/main.ts`;
  const included = (name === "diwan" ? names : [name]).map((service) => `services/${service}`);
  const includes = ["lib/embedded_postgres.ts", "lib/regulations", ...included].map((path) =>
    `--include=${path}`
  );
  const platform = target ? [`--target=${target}`] : [];
  // As the tasks start them: V8 throws compiled code away when a process idles, which the gateway's next calls pay for.
  // Room for new objects that grows to 16 MB in each of the process's isolates costs 30 MB and gains nothing measurable.
  const warm = name === "diwan" || name === "gateway"
    ? ["--v8-flags=--no-memory-reducer,--max-semi-space-size=4"]
    : [];
  return ["compile", ...PERMISSIONS, ...warm, ...platform, ...includes, `--output=dist/${name}`, entry];
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    args: Deno.args,
    options: { target: { type: "string" } },
    allowPositionals: true,
  });
  const names = PLATFORM.map(({ name }) => name);
  const wanted = positionals.length > 0 ? positionals : ["diwan", ...names];
  for (const name of wanted) {
    const args = compileArgs(name, names, values.target);
    const { code } = await new Deno.Command(Deno.execPath(), { args }).spawn().status;
    if (code !== 0) Deno.exit(code);
  }
}
