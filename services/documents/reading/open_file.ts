import type { Engine } from "./engine.ts";
import type { Page } from "./page.ts";
import type { Pdfium } from "./pdf_picture.ts";
import type { Raster } from "./raster.ts";

/** Opened when they are first needed: most files never pay for all of them. */
export interface Recognisers {
  pdfium(): Promise<Pdfium>;
  engines(): Promise<Engine[]>;
}

export interface OpenFile {
  pages: number;
  page(index: number): Promise<Page>;
  /** The page without recognition, where it has text of its own that can be believed. */
  text(index: number): Promise<Page | undefined>;
  picture(index: number): Promise<Raster>;
  close(): Promise<void>;
}
