/** Records which file each setting of this process was read from. */
import { z } from "zod";

/** The file that a setting was read from. */
export const SettingFile = z.object({ origin: z.enum(["env_file", "secret_file"]), file: z.string() });
/** The file that a setting was read from. */
export type SettingFile = z.output<typeof SettingFile>;

/** The files that settings were read from, by setting. */
export const SettingFiles = z.record(z.string(), SettingFile);
/** The files that settings were read from, by setting. */
export type SettingFiles = z.output<typeof SettingFiles>;

const files = new Map<string, SettingFile>();

/** Records that setting `name` was read from a file. */
export function readFromFile(name: string, file: SettingFile): void {
  files.set(name, file);
}

/** The file that setting `name` was read from; undefined if it came from the environment. */
export function fileOf(name: string): SettingFile | undefined {
  return files.get(name);
}

/** All origins, for child processes, which receive the settings as environment variables. */
export function settingFiles(): SettingFiles {
  return Object.fromEntries(files);
}

/** Adopts the origins recorded by the parent process. */
export function inheritSettingFiles(noted: SettingFiles): void {
  for (const [name, file] of Object.entries(noted)) files.set(name, file);
}
