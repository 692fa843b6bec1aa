import assert from "node:assert/strict";
import { chance } from "../../fixtures/labelled/chance.ts";
import { drawn } from "../../fixtures/labelled/drawing.ts";
import { text } from "../../fixtures/labelled/papers/paper.ts";
import { worn } from "../../fixtures/labelled/scanning.ts";
import { openPdfium, openPdfPictures } from "../formats/pdf_picture.ts";
import { componentsOf } from "../images/components.ts";
import { type Raster, shrinkRaster } from "../images/raster.ts";
import { type Box, heightOf, union } from "../layout/page.ts";
import { loadModels } from "../workers/models.ts";
import { readSigns } from "./sign_model.ts";

async function scanOf(line: string, longest = Infinity): Promise<Raster> {
  const { pdfium } = await loadModels([]);
  const pictures = await openPdfPictures(await openPdfium(pdfium), await drawn([text(line)], "ltr"));
  try {
    const page = await pictures.page(0);
    return worn(
      longest < Infinity ? shrinkRaster(page, longest) : page,
      { tilt: 0, shade: 0, noise: 14 },
      chance(line),
    );
  } finally {
    pictures.close();
  }
}

/** The pieces of ink from left to right, and the extent of the tall ones. */
function glyphsOf(raster: Raster): { glyphs: Box[]; line: Box } {
  const boxes = componentsOf(raster, new Uint8Array(raster.data.length)).filter(({ ink }) => ink > 2)
    .map(({ box }) => box).toSorted((a, b) => a.left - b.left);
  const tall = Math.max(...boxes.map(heightOf));
  return { glyphs: boxes, line: union(boxes.filter((box) => heightOf(box) > tall * 0.7)) };
}

for (const line of ["٢٣٢٣٫٣٢", "٢٠٢٦/٠٣/٢٨", "١٢٬٣٤٥٫٦٧", "٠٥٠٥٠", "٩٠٨٧٦٥٤٣٢١"]) {
  Deno.test(`the signs of ${line} are read on a noisy scan, also of low resolution`, async () => {
    for (const longest of [Infinity, 1600]) {
      const raster = await scanOf(line, longest);
      const { glyphs, line: extent } = glyphsOf(raster);
      const read = readSigns(raster, glyphs, extent);
      assert.equal(read.text.replace("٬", "٫"), line.replace("٬", "٫"), `longest side ${longest}`);
      assert.ok(read.indic > 0.8, `${read.indic}`);
    }
  });
}

Deno.test("Western digits and Latin letters are not taken for Arabic-Indic ones", async () => {
  for (const line of ["4,572.80", "HSCKRM"]) {
    const raster = await scanOf(line);
    const { glyphs, line: extent } = glyphsOf(raster);
    assert.ok(readSigns(raster, glyphs, extent).indic < 0.6, line);
  }
});

Deno.test("boxes without ink, of a pixel and beyond the page are read as something, without an error", () => {
  const raster = { width: 40, height: 30, data: new Uint8Array(1200).fill(255) };
  const line = { top: 5, bottom: 25 };
  for (
    const box of [
      { left: 3, top: 5, right: 4, bottom: 6 },
      { left: 0, top: 0, right: 0, bottom: 0 },
      { left: -50, top: -50, right: 10_000, bottom: 10_000 },
    ]
  ) {
    for (const extent of [line, { top: 5, bottom: 5 }]) {
      const { text, confidence } = readSigns(raster, [box], extent);
      assert.equal(text.length, 1);
      assert.ok(confidence >= 0 && confidence <= 1);
    }
  }
});
