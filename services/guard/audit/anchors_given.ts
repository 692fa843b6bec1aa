/** Reads anchors from a file of lines, or from a folder with the objects of a bucket. */
import { anchorIn, type AuditAnchor } from "./audit_anchor.ts";

export interface GivenAnchors {
  anchors: AuditAnchor[];
  /** Lines that are no anchors, as a crash may leave one. */
  unreadable: number;
}

/** The anchors at `path`: a file, or all files of a folder and the folders in it. */
export async function anchorsAt(path: string): Promise<GivenAnchors> {
  const anchors: AuditAnchor[] = [];
  let unreadable = 0;
  for await (const file of filesAt(path)) {
    for (const line of (await Deno.readTextFile(file)).split("\n")) {
      if (line.trim() === "") continue;
      const anchor = anchorIn(line);
      if (anchor) anchors.push(anchor);
      else unreadable++;
    }
  }
  return { anchors, unreadable };
}

async function* filesAt(path: string): AsyncGenerator<string> {
  const { isDirectory } = await Deno.stat(path);
  if (!isDirectory) return yield path;
  const names = (await Array.fromAsync(Deno.readDir(path))).map(({ name }) => name).sort();
  for (const name of names) yield* filesAt(`${path}/${name}`);
}
