/**
 * Prints the permissions that a start needs, derived from the environment and `.env`: `deno run $(deno run …
 * services/permissions.ts) services/main.ts`. The start itself reports wrong settings.
 */
import { readEnvFile, secretFiles } from "lib/env_files.ts";
import { OWN_PROGRAM } from "lib/processes/own_command.ts";
import { pathPermissions } from "lib/processes/permissions.ts";

/** Settings by which a service runs in several processes, which its first one starts. */
const PROCESSES = /^[A-Z]+_PROCESSES$/;

/** The flag that lets a start run its own program again, where a setting asks for more than one process. */
export function runPermission(env: Record<string, string>): string[] {
  const several = Object.entries(env).some(([name, value]) =>
    PROCESSES.test(name) && value !== "" && value !== "1"
  );
  return several ? [`--allow-run=${OWN_PROGRAM}`] : [];
}

if (import.meta.main) {
  const encoder = new TextEncoder();
  await readEnvFile();
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
