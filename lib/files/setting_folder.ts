/** Folders that settings name: made or found at the start, or refused in a sentence with the setting's name. */
import { SettingsError } from "lib/env.ts";
import { codeOf, wordsOf } from "lib/error_words.ts";
import { isDiskFull } from "lib/outages.ts";

/** Why `folder`, given with its setting's name, cannot be used, and the remedy; undefined for other failures. */
export function folderFailure(folder: string, error: unknown): string | undefined {
  const [words, code] = [wordsOf(error), codeOf(error)];
  if (isDiskFull(error)) {
    return `The disk of ${folder} is full: free space on it, or choose another folder (${words})`;
  }
  const isKept = error instanceof Deno.errors.PermissionDenied ||
    ["EACCES", "EPERM", "EROFS"].includes(code) || READ_ONLY.test(words);
  if (isKept) {
    return `${folder} cannot be written: give this process the right to, or choose another folder (${words})`;
  }
  const isFile = error instanceof Deno.errors.NotADirectory || error instanceof Deno.errors.AlreadyExists ||
    ["ENOTDIR", "EEXIST"].includes(code);
  if (isFile) return `${folder} is not a folder, or lies below a file: choose another one (${words})`;
  if (error instanceof Deno.errors.NotFound) {
    return `${folder} cannot be made: choose another folder (${words})`;
  }
  return undefined;
}

const READ_ONLY = /read-only file system|\(os error 30\)/i;

/**
 * Makes folder `path` of `setting` when absent, for its owner alone, and checks that files can be made in it. No room
 * for one is no failure: what is there can still be read.
 * @throws {SettingsError} naming the setting.
 */
export async function openSettingFolder(path: string, setting: string): Promise<void> {
  try {
    await Deno.mkdir(path, { recursive: true, mode: 0o700 });
    await tryWriting(path);
  } catch (error) {
    const sentence = folderFailure(`${setting} ${path}`, error);
    throw sentence === undefined ? error : new SettingsError(sentence, { cause: error });
  }
}

async function tryWriting(folder: string): Promise<void> {
  try {
    await Deno.remove(await Deno.makeTempFile({ dir: folder, prefix: ".diwan-" }));
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

/**
 * Checks that folder `path` of `setting` can be listed.
 * @throws {SettingsError} naming the setting.
 */
export async function findSettingFolder(path: string, setting: string): Promise<void> {
  try {
    for await (const _ of Deno.readDir(path)) return;
  } catch (cause) {
    if (cause instanceof Deno.errors.NotCapable) throw cause;
    throw new SettingsError(
      `${setting} ${path} cannot be read: make this folder, let this process read it, or correct ${setting} (${
        wordsOf(cause)
      })`,
      { cause },
    );
  }
}
