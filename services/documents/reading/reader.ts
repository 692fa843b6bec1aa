import type { Page } from "./layout/page.ts";
import { Unreadable } from "./files/bounds.ts";
import type { ReadingPool } from "./workers/pool.ts";
import type { Picture } from "./images/picture.ts";
import type { SourceFile } from "./workers/slot.ts";
import type { Kind } from "./files/sniff.ts";
import { type Vision, visionPage } from "./vision.ts";

/** The parts of a document that concern its file. */
export interface StoredFile {
  id: string;
  kind: Kind;
  sha256: string;
}

/** Reads stored documents, a page at a time. */
export interface Reader {
  /** Pages read concurrently. */
  width: number;
  /** Throws while no document can be read; for readiness checks. */
  ready(): Promise<void>;
  pageCount(document: StoredFile): Promise<number>;
  page(document: StoredFile, index: number): Promise<Page>;
  picture(document: StoredFile, index: number): Promise<Picture>;
}

export function documentReader(
  { pool, load, vision }: {
    pool: ReadingPool;
    load(sha256: string): Promise<Uint8Array>;
    vision?: Vision;
  },
): Reader {
  const file = ({ id, kind, sha256 }: StoredFile): SourceFile => ({
    key: id,
    kind,
    load: () => load(sha256),
  });
  return {
    width: pool.workers,
    ready: () => pool.ready(),
    pageCount: (document) => pool.pageCount(file(document)),
    async page(document, index) {
      if (!vision) return await readHere(pool, file(document), index);
      const layer = await pool.textPage(file(document), index);
      return layer ?? await visionPage(await pool.picture(file(document), index), vision);
    },
    picture: (document, index) => pool.picture(file(document), index),
  };
}

/** Reads a page; after a failure or over the limits of time or memory, falls back to its text layer without images. */
async function readHere(pool: ReadingPool, file: SourceFile, index: number): Promise<Page> {
  try {
    return await pool.page(file, index);
  } catch (error) {
    if (!(error instanceof Unreadable) || file.kind !== "pdf") throw error;
    const layer = await pool.textPage(file, index).catch(() => undefined);
    if (!layer) throw error;
    return layer;
  }
}
