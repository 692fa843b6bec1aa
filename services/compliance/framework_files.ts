import { isNode, LineCounter, parseDocument } from "yaml";
import { Framework, type LoadedFramework } from "./framework.ts";

/** A file that was not taken, and why. */
export interface FileFault {
  file: string;
  line: number;
  reason: string;
}

const MAX_FILE_BYTES = 2 * 2 ** 20;

/** Reads the framework in `text`; a fault names the line. The YAML is data only: no tags, no merge keys, no aliases. */
export async function parseFramework(text: string, file: string): Promise<LoadedFramework | FileFault> {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    strict: true,
    uniqueKeys: true,
    schema: "core",
  });
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) return { file, line: fault.linePos?.[0].line ?? 1, reason: fault.message.split("\n")[0] ?? "" };
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 0 });
  } catch {
    return { file, line: 1, reason: "aliases are not taken" };
  }
  const parsed = Framework.safeParse(value);
  if (parsed.success) return { ...parsed.data, file, sha256: await sha256(text) };
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  return { file, line: lineOf(path), reason: `${path.join(".") || "file"}: ${issue?.message}` };

  function lineOf(path: PropertyKey[]): number {
    for (let depth = path.length; depth >= 0; depth--) {
      const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  }
}

/** Reads every framework file of `folders`; a bad or repeated one is a fault, the others are taken. */
export async function readFrameworks(
  folders: (string | URL)[],
): Promise<{ frameworks: LoadedFramework[]; faults: FileFault[] }> {
  const byId = new Map<string, LoadedFramework>();
  const faults: FileFault[] = [];
  for (const folder of folders) {
    for (const name of await fileNames(folder)) {
      const path = folder instanceof URL ? new URL(name, folder) : `${folder}/${name}`;
      const { size } = await Deno.stat(path);
      const read = size > MAX_FILE_BYTES
        ? { file: name, line: 1, reason: `larger than ${MAX_FILE_BYTES} bytes` }
        : await parseFramework(await Deno.readTextFile(path), name);
      if ("reason" in read) faults.push(read);
      else if (byId.has(read.id)) {
        faults.push({
          file: name,
          line: 1,
          reason: `id ${read.id} is already that of ${byId.get(read.id)?.file}`,
        });
      } else byId.set(read.id, read);
    }
  }
  return { frameworks: [...byId.values()], faults };
}

async function fileNames(folder: string | URL): Promise<string[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    if (entry.isFile && /\.ya?ml$/.test(entry.name)) names.push(entry.name);
  }
  return names.sort();
}

async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}
