import type { Provider } from "lib/provider.ts";
import type { Blobs } from "./blobs.ts";
import type { Document } from "./documents_store.ts";
import type { Page } from "./reading/page.ts";
import type { ReadingPool } from "./reading/pool.ts";
import type { SourceFile } from "./reading/slot.ts";
import type { Picture } from "./reading/protocol.ts";
import { visionPage } from "./vision.ts";

/** Reads stored documents, a page at a time. */
export interface Reader {
  /** Pages worked on at once. */
  width: number;
  /** Throws while no document can be read. */
  ready(): Promise<void>;
  pageCount(document: Document): Promise<number>;
  page(document: Document, index: number): Promise<Page>;
  picture(document: Document, index: number): Promise<Picture>;
}

/** The model that reads pictures in place of the recognisers here. */
export interface Vision {
  provider: Provider;
  model: string;
}

export function documentReader(
  { pool, blobs, vision }: { pool: ReadingPool; blobs: Blobs; vision?: Vision },
): Reader {
  const file = ({ id, kind, sha256 }: Document): SourceFile => ({
    key: id,
    kind,
    load: () => blobs.read(sha256),
  });
  return {
    width: pool.workers,
    ready: () => pool.ready(),
    pageCount: (document) => pool.pageCount(file(document)),
    async page(document, index) {
      if (!vision) return await pool.page(file(document), index);
      const layer = await pool.textPage(file(document), index);
      return layer ?? await visionPage(await pool.picture(file(document), index), vision);
    },
    picture: (document, index) => pool.picture(file(document), index),
  };
}
