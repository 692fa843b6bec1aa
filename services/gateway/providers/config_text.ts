import { pause } from "lib/deadlines.ts";
import { ConfigError } from "./config_file.ts";

// A file changed within this time may still be being written.
const SETTLED_MS = 1_000;
const LOOK_MS = 50;
const LOOKS = 100;

/** The text of a configuration file, once it is no longer being written. @throws {ConfigError} */
export async function readConfigText(path: string): Promise<string> {
  let before: string | undefined;
  for (let attempt = 0; attempt < LOOKS; attempt++) {
    const text = await readText(path);
    if (text === before || await isSettled(path)) return text;
    before = text;
    await pause(LOOK_MS);
  }
  throw new ConfigError(`GATEWAY_CONFIG: ${path} keeps changing while it is read`);
}

async function readText(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (cause) {
    throw new ConfigError(`GATEWAY_CONFIG: ${path} cannot be read`, { cause });
  }
}

async function isSettled(path: string): Promise<boolean> {
  const { mtime } = await Deno.stat(path).catch(() => ({ mtime: null }));
  return mtime !== null && Date.now() - mtime.getTime() > SETTLED_MS;
}
