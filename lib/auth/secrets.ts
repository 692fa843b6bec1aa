/** Secrets made on first use and kept in a folder, readable by their owner only. */
import { SettingsError } from "lib/env.ts";

const LEAST_CHARACTERS = 16;

/**
 * The secret `name` in folder `dir`: 32 random bytes in base64url behind `prefix`, made when absent.
 * Processes that start at once get the same one.
 * @throws {SettingsError} when it is no file, or too short to be a secret, for example emptied.
 */
export async function keptSecret(dir: string, name: string, prefix = ""): Promise<string> {
  const path = `${dir}/${name}`;
  const made = prefix +
    crypto.getRandomValues(new Uint8Array(32)).toBase64({ alphabet: "base64url", omitPadding: true });
  await Deno.mkdir(dir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(draft, made, { mode: 0o600, createNew: true });
  try {
    // Creating a link is atomic, and fails when the secret exists.
    await Deno.link(draft, path);
    return made;
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    const kept = (await Deno.stat(path)).isFile ? (await Deno.readTextFile(path)).trim() : "";
    if (kept.length >= LEAST_CHARACTERS) return kept;
    throw new SettingsError(`${path} contains no secret: remove it, and a new secret is generated`);
  } finally {
    await Deno.remove(draft);
  }
}
