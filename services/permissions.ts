/**
 * Prints the permissions that a task needs, derived from the environment and `.env`: `deno run $(deno run …
 * services/permissions.ts) services/main.ts`. The task itself reports wrong settings. With the argument `start` a person
 * at the terminal reads at once that the start is under way: loading the services takes seconds.
 */
import { readEnvFile, secretFiles } from "lib/env_files.ts";
import { OWN_PROGRAM } from "lib/processes/own_command.ts";
import { pathPermissions } from "lib/processes/permissions.ts";

/** Settings by which a service starts several processes. */
const PROCESSES = /^[A-Z]+_PROCESSES$/;

/** The permission to run its own program again, if a setting asks for more than one process. */
export function runPermission(env: Record<string, string>): string[] {
  const several = Object.entries(env).some(([name, value]) =>
    PROCESSES.test(name) && value !== "" && value !== "1"
  );
  return several ? [`--allow-run=${OWN_PROGRAM}`] : [];
}

/** The line that opens a start at a terminal; none where log lines are JSON. */
export function openingLine(args: readonly string[], logFormat: string | undefined): string {
  return args.includes("start") && logFormat !== "json" ? "Starting Diwan: loading the code …\n" : "";
}

if (import.meta.main) {
  const encoder = new TextEncoder();
  await readEnvFile();
  if (Deno.stderr.isTerminal()) {
    Deno.stderr.writeSync(encoder.encode(openingLine(Deno.args, Deno.env.get("LOG_FORMAT"))));
  }
  const { flags, unfit } = await pathPermissions(
    (name) => Deno.env.get(name),
    secretFiles(Deno.env.toObject()),
  );
  for (const name of unfit) {
    Deno.stderr.writeSync(
      encoder.encode(
        `${name} holds a blank or a sign that Deno's permissions cannot name: choose another folder\n`,
      ),
    );
  }
  Deno.stdout.writeSync(encoder.encode([...flags, ...runPermission(Deno.env.toObject())].join(" ")));
}
