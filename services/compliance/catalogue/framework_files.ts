import { isAbsolute, relative, sep } from "node:path";
import { type Document, isNode, LineCounter, parseDocument, visit } from "yaml";
import { Framework, type LoadedFramework } from "./framework.ts";

/** A rejected file and the reason. */
export interface FileFault {
  file: string;
  line: number;
  reason: string;
}

const MAX_FILE_BYTES = 2 * 2 ** 20;

/** Reads the framework in `text`; a fault names the line. The YAML is data only: no tags, no merge keys, no aliases. */
export async function parseFramework(text: string, file: string): Promise<LoadedFramework | FileFault> {
  const read = yamlValue(text);
  if ("reason" in read) return { file, ...read };
  const parsed = Framework.safeParse(read.value);
  if (parsed.success) return { ...parsed.data, file, sha256: await sha256(text) };
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  return { file, line: read.lineOf(path), reason: `${path.join(".") || "file"}: ${issue?.message}` };
}

type Yaml = { value: unknown; lineOf(path: PropertyKey[]): number } | { line: number; reason: string };

function yamlValue(text: string): Yaml {
  const lines = new LineCounter();
  const lineAt = (range: readonly [number, ...number[]] | null | undefined) =>
    range ? lines.linePos(range[0]).line : 1;
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      strict: true,
      uniqueKeys: true,
      schema: "core",
    });
    const [fault] = [...document.errors, ...document.warnings];
    if (fault) return { line: fault.linePos?.[0].line ?? 1, reason: reasonOf(fault) };
    const alias = firstAlias(document);
    if (alias) return { line: lineAt(alias.range), reason: "YAML aliases are not supported" };
    return {
      value: document.toJS({ maxAliasCount: 0 }),
      lineOf(path) {
        for (let depth = path.length; depth >= 0; depth--) {
          const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true);
          if (isNode(node) && node.range) return lineAt(node.range);
        }
        return 1;
      },
    };
  } catch (error) {
    if (error instanceof RangeError) return { line: 1, reason: TOO_DEEP };
    throw error;
  }
}

const TOO_DEEP = "is nested too deeply";

/** The parser's message, except for a stack overflow. */
function reasonOf({ message }: { message: string }): string {
  return message.startsWith("Maximum call stack") ? TOO_DEEP : message.split("\n")[0] ?? "";
}

function firstAlias(document: Document) {
  let alias: { range?: readonly [number, ...number[]] | null } | undefined;
  visit(document, {
    Alias(_key, node) {
      alias = node;
      return visit.BREAK;
    },
  });
  return alias;
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
      const read = await leadsOut(path, folder)
        ? { file: name, line: 1, reason: "is a link to a file outside of the folder" }
        : await readFramework(path, name);
      if ("reason" in read) faults.push(read);
      else if (byId.has(read.id)) {
        faults.push({
          file: name,
          line: 1,
          reason: `id ${read.id} is already used by ${byId.get(read.id)?.file}`,
        });
      } else byId.set(read.id, read);
    }
  }
  return { frameworks: [...byId.values()], faults };
}

/** Whether a file is a link to one outside its folder; a link that leads nowhere is left to reading. */
async function leadsOut(path: string | URL, folder: string | URL): Promise<boolean> {
  try {
    const home = await Deno.realPath(folder);
    const way = relative(home, await Deno.realPath(path));
    return isAbsolute(way) || way.split(sep)[0] === "..";
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}

async function readFramework(path: string | URL, file: string): Promise<LoadedFramework | FileFault> {
  try {
    const { size, isFile } = await Deno.stat(path);
    if (!isFile) return { file, line: 1, reason: "is not a file" };
    if (size > MAX_FILE_BYTES) return { file, line: 1, reason: `larger than ${MAX_FILE_BYTES} bytes` };
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await Deno.readFile(path));
    return await parseFramework(text, file);
  } catch (error) {
    if (error instanceof TypeError) return { file, line: 1, reason: "is not UTF-8" };
    if (error instanceof Error && "code" in error) {
      return { file, line: 1, reason: `cannot be read: ${error.name}` };
    }
    throw error;
  }
}

async function fileNames(folder: string | URL): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const entry of Deno.readDir(folder)) {
      // A file may be a link within the folder, as those of a mounted Kubernetes ConfigMap are.
      if (!entry.isDirectory && /\.ya?ml$/.test(entry.name)) names.push(entry.name);
    }
  } catch (cause) {
    throw new Error(`The folder of frameworks ${folder} cannot be read`, { cause });
  }
  return names.sort();
}

async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}
