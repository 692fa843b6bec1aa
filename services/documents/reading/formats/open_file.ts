import type { Engine } from "../ocr/engine.ts";
import type { Page } from "../layout/page.ts";
import type { Pdfium } from "./pdf_picture.ts";
import type { Raster } from "../images/raster.ts";

/** Opened lazily, since most files do not need all of them. */
export interface Recognisers {
  pdfium(): Promise<Pdfium>;
  engines(): Promise<Engine[]>;
}

/** Recognises a picture; one that is upright is not turned. */
export type ReadPicture = (raster: Raster, options?: { isUpright?: boolean }) => Promise<Page>;

export interface OpenFile {
  pages: number;
  page(index: number): Promise<Page>;
  /** The page without OCR, if it has a trustworthy text layer. */
  text(index: number): Promise<Page | undefined>;
  picture(index: number): Promise<Raster>;
  close(): Promise<void>;
}
