/** Files that settings are read from: `.env`, and those that hold one secret each. */
import { parseEnv } from "node:util";
import { SettingsError } from "lib/env.ts";
import { readFromFile } from "lib/installation/setting_origins.ts";

/** Adds the settings of a file, if it exists, without overriding the environment. */
export async function readEnvFile(path = ".env"): Promise<void> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  // Some editors write a byte order mark, which would become part of the first name.
  for (const [name, value] of Object.entries(parseEnv(text.replace(/^\uFEFF/, "")))) {
    if (value === undefined || Deno.env.get(name) !== undefined) continue;
    Deno.env.set(name, value);
    readFromFile(name, { origin: "env_file", file: path });
  }
}

/** Names of secrets that may stand in a file: `JWT_SECRET_FILE` names the file that holds JWT_SECRET. */
const SECRET_FILE = /^([A-Z][A-Z0-9_]*_(?:KEY|SECRET|TOKEN|PASSWORD|URL))_FILE$/;

/** The secrets of an environment that are kept in files: each with the path that `<name>_FILE` gives. */
export function secretFiles(env: Record<string, string>): { name: string; path: string }[] {
  return Object.entries(env).flatMap(([variable, path]) => {
    const name = SECRET_FILE.exec(variable)?.[1];
    return name !== undefined && path ? [{ name, path }] : [];
  });
}

/**
 * Reads secrets from the files that `<NAME>_FILE` names, as container platforms mount them, and trims white
 * space.
 * @throws {SettingsError} for a file that is empty or cannot be read, and for a secret that is set as well.
 */
export async function readSecretFiles(): Promise<void> {
  const faults: string[] = [];
  for (const { name, path } of secretFiles(Deno.env.toObject())) {
    if (Deno.env.get(name)) {
      faults.push(`  ${name}: is set, and ${name}_FILE as well: one of them must go`);
      continue;
    }
    try {
      const secret = (await Deno.readTextFile(path)).trim();
      // Taken as unset, it would start the embedded database instead of the server's, or make a secret of its own.
      if (secret === "") faults.push(`  ${name}_FILE: ${path} is empty: write the secret into it`);
      else {
        Deno.env.set(name, secret);
        readFromFile(name, { origin: "secret_file", file: path });
      }
    } catch (error) {
      faults.push(`  ${name}_FILE: ${path} cannot be read (${error instanceof Error ? error.name : error})`);
    }
  }
  if (faults.length > 0) throw new SettingsError(`These settings are wrong:\n${faults.join("\n")}`);
}
