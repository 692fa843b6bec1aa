/** Reads a part of a page as one line. */
import { type Box, heightOf, type Word } from "../layout/page.ts";
import { cropRaster, type Raster } from "../images/raster.ts";
import type { Engine } from "./engine.ts";

/** A box with a margin, which the recogniser needs around a line. */
export function padBox(box: Box): Box {
  const pad = Math.max(4, Math.round(heightOf(box) * 0.15));
  return { left: box.left - pad, top: box.top - pad, right: box.right + pad, bottom: box.bottom + pad };
}

export function readCrop(
  raster: Raster,
  box: Box,
  engine: Pick<Engine, "readLine">,
): Word[] {
  return engine.readLine(cropRaster(raster, box)).map((word) => ({ ...word, box: moved(word.box, box) }));
}

function moved(box: Box, by: Box): Box {
  const left = Math.max(0, Math.floor(by.left));
  const top = Math.max(0, Math.floor(by.top));
  return { left: box.left + left, top: box.top + top, right: box.right + left, bottom: box.bottom + top };
}
