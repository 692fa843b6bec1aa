/** The read and write permissions that a start needs, by its settings. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** Settings that name a folder or file which is read. */
const READ = [
  "GATEWAY_CONFIG",
  "PROVIDER_CA_FILE",
  "PROVIDER_CERT_FILE",
  "PROVIDER_KEY_FILE",
  "COMPLY_FRAMEWORKS_DIR",
  "BENCHMARKS_DIR",
  "STT_LOCAL_MODEL_DIR",
  "STT_LOCAL_ENGINE_DIR",
];
/** Settings that name a folder which is written. */
const WRITTEN = ["DATA_DIR", "UPLOAD_DIR", "AUDIT_ANCHOR_DIR", "DOCUMENTS_WATCH_DIR"];

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));

/** The folder of the npm packages: the database engine, fonts, models and pages' scripts are files in it. */
function packagesFolder(): string {
  const [before] = fileURLToPath(import.meta.resolve("zod")).split(/(?<=[\\/]npm)[\\/]/);
  return before ?? PROJECT;
}

/** The permissions as flags, those for files of `secrets` too, and the settings whose paths a flag cannot hold. */
export async function pathPermissions(
  get: (name: string) => string | undefined,
  secrets: { name: string; path: string }[] = [],
): Promise<{ flags: string[]; unfit: string[] }> {
  const named = (name: string) => {
    const value = get(name) || (name === "DATA_DIR" ? "./data" : undefined);
    return value && !/^[a-z][a-z0-9+.-]+:\/\//i.test(value) ? [{ name, path: value }] : [];
  };
  const template = named("EMBEDDED_TEMPLATE").map(({ name, path }) => ({ name, path: dirname(path) }));
  const written = [...WRITTEN.flatMap(named), ...template];
  const read = [...READ.flatMap(named), ...secrets];
  // A blank ends a word of the command line, a comma a path.
  const unfit = [...written, ...read].filter(({ path }) => /[\s,"'\\$*?]/.test(path)).map(({ name }) => name);
  const fit = (entries: { name: string; path: string }[]) =>
    withRealPaths(entries.filter(({ name }) => !unfit.includes(name)).map(({ path }) => path));
  const writable = await fit(written);
  const readable = [...await withRealPaths([PROJECT, packagesFolder()]), ...await fit(read), ...writable];
  return {
    // Without a path the flag would be refused, or allow everything.
    flags: [
      `--allow-read=${unique(readable)}`,
      ...writable.length > 0 ? [`--allow-write=${unique(writable)}`] : [],
    ],
    unfit: [...new Set(unfit)],
  };
}

function unique(paths: string[]): string {
  return [...new Set(paths)].join(",");
}

/** The paths as they are written, and as they are behind links, where they are there. */
async function withRealPaths(paths: string[]): Promise<string[]> {
  const all = paths.map(async (path) => [path, await Deno.realPath(path).catch(() => path)]);
  return (await Promise.all(all)).flat();
}
