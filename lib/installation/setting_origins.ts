/** Where the settings of this process come from, by name: files that were read into its environment say so here. */
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

/** Notes that setting `name` was taken from a file. */
export function readFromFile(name: string, file: SettingFile): void {
  files.set(name, file);
}

/** The file that setting `name` was taken from; undefined for one of the environment. */
export function fileOf(name: string): SettingFile | undefined {
  return files.get(name);
}

/** All that was noted, for processes that this one starts: they get the settings in their environment. */
export function settingFiles(): SettingFiles {
  return Object.fromEntries(files);
}

/** Takes over what the process that started this one had noted. */
export function inheritSettingFiles(noted: SettingFiles): void {
  for (const [name, file] of Object.entries(noted)) files.set(name, file);
}
