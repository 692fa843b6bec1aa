/** Whether this process may write files: on Deno Deploy there is no disk. */
import { SettingsError } from "lib/env.ts";

/** Whether the host gives this process a disk. */
export function hasDisk(): boolean {
  return !Deno.env.get("DENO_DEPLOYMENT_ID");
}

/** `path` where there is a disk, else undefined. */
export function ifDisk(path: string): string | undefined {
  return hasDisk() ? path : undefined;
}

/**
 * The default `path` to keep something at, unless `setting` names another.
 * @throws {SettingsError} naming the setting where there is no disk.
 */
export function onDisk(path: string, setting: string): string {
  if (hasDisk()) return path;
  throw new SettingsError(`These settings are wrong:\n  ${setting}: required on a host without a disk`);
}
