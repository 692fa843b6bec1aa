import type { Engine } from "../ocr/engine.ts";
import type { Page } from "../layout/page.ts";
import type { Pdfium } from "./pdf_picture.ts";
import type { Raster } from "../images/raster.ts";

/** OCR engines, opened lazily, since most files do not need all of them. */
export interface Recognisers {
  pdfium(): Promise<Pdfium>;
  engines(): Promise<Engine[]>;
}

/** Recognises an image; an upright one is not rotated. */
export type ReadPicture = (raster: Raster, options?: { isUpright?: boolean }) => Promise<Page>;

export interface OpenFile {
  pages: number;
  page(index: number): Promise<Page>;
  /** The page without OCR, if it has a trustworthy text layer. */
  text(index: number): Promise<Page | undefined>;
  picture(index: number): Promise<Raster>;
  close(): Promise<void>;
}
