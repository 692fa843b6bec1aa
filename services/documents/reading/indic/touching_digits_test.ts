import assert from "node:assert/strict";
import { drawn } from "../../fixtures/labelled/drawing.ts";
import { text } from "../../fixtures/labelled/papers/paper.ts";
import { openPdfium, openPdfPictures } from "../formats/pdf_picture.ts";
import { componentsOf } from "../images/components.ts";
import { cropRaster, type Raster } from "../images/raster.ts";
import { type Box, heightOf, union, widthOf } from "../layout/page.ts";
import { loadModels } from "../workers/models.ts";
import { nearestDigit } from "./digit_reader.ts";
import { shapeOf } from "./glyph_shape.ts";
import { partedDigits } from "./touching_digits.ts";

/** A page with a number, and the boxes of its digits from left to right. */
async function digitsOf(number: string): Promise<{ page: Raster; boxes: Box[] }> {
  const { pdfium } = await loadModels([]);
  const pictures = await openPdfPictures(await openPdfium(pdfium), await drawn([text(number)], "ltr"));
  const page = await pictures.page(0);
  pictures.close();
  const boxes = componentsOf(page, new Uint8Array(page.width * page.height)).map(({ box }) => box)
    .toSorted((a, b) => a.left - b.left);
  return { page, boxes };
}

/** A page on which the digits touch. */
function together(page: Raster, boxes: Box[]): { raster: Raster; box: Box } {
  const { top, bottom } = union(boxes);
  const parts = boxes.map((box) => cropRaster(page, { ...box, top, bottom }));
  const width = parts.reduce((sum, part) => sum + part.width, 0);
  const height = bottom - top;
  const data = new Uint8Array(width * height).fill(255);
  let left = 0;
  for (const part of parts) {
    for (let y = 0; y < height; y++) {
      data.set(part.data.subarray(y * part.width, (y + 1) * part.width), y * width + left);
    }
    left += part.width;
  }
  return { raster: { width, height, data }, box: { left: 0, top: 0, right: width, bottom: height } };
}

Deno.test("two touching digits are parted where both are most like digits; one digit stays whole", async () => {
  for (const number of ["٧٧", "٢٦", "٨٥"]) {
    const { page, boxes } = await digitsOf(number);
    const { raster, box } = together(page, boxes);
    const usual = Math.max(...boxes.map(widthOf));
    const parts = partedDigits(raster, box, { line: box, usual });
    const read = parts.map((part) => nearestDigit(shapeOf(raster, part, box), "indic").sign).join("");
    assert.equal(read, number);
    assert.deepEqual(partedDigits(raster, { ...box, right: usual }, { line: box, usual }), [{
      ...box,
      right: usual,
    }]);
    assert.ok(parts.every((part) => heightOf(part) <= heightOf(box)));
  }
});
