import assert from "node:assert/strict";
import { chance } from "../../fixtures/labelled/chance.ts";
import { drawn } from "../../fixtures/labelled/drawing.ts";
import { text } from "../../fixtures/labelled/papers/paper.ts";
import { worn } from "../../fixtures/labelled/scanning.ts";
import { openPdfium, openPdfPictures } from "../formats/pdf_picture.ts";
import type { Raster } from "../images/raster.ts";
import { loadModels } from "../workers/models.ts";
import { indicFigures } from "./indic_figures.ts";

async function scanOf(lines: string[]): Promise<Raster> {
  const { pdfium } = await loadModels([]);
  const pictures = await openPdfPictures(await openPdfium(pdfium), await drawn(lines.map(text), "ltr"));
  try {
    return worn(await pictures.page(0), { tilt: 0, shade: 0, noise: 18 }, chance("digits"));
  } finally {
    pictures.close();
  }
}
/** A word as high as those of the scan, away from them. */
const WORD = { text: "سعر", confidence: 0.9, box: { left: 0, top: 0, right: 60, bottom: 30 } };

Deno.test("numbers in Arabic-Indic digits are read, surely where both readings agree; Western digits and letters are ignored", async () => {
  const indic = ["١٢٬٣٤٥٫٦٧", "٢٠٢٦/٠٣/١٤", "٩٠٨", "٪١٥", "٠٠٤٤١٧", "١١"];
  const page = await scanOf([...indic, "new servers were", "4,512.80", "PO-9696", "2026-03-14", "17", "AED"]);
  const found = indicFigures(page, [WORD]);
  assert.deepEqual(new Set(found.map((one) => one.text)), new Set(indic));
  const unsure = found.filter(({ confidence }) => confidence < 0.8).map((one) => one.text);
  assert.deepEqual(unsure, ["١١"], "two strokes may be rules");
});

Deno.test("a single glyph is read as a digit only if the page has other Arabic-Indic digits", async () => {
  assert.deepEqual(indicFigures(await scanOf(["١", "4,512.80"]), [WORD]), []);
});

Deno.test("zeros of print much smaller than the page's other text are kept", async () => {
  const page = await scanOf(["٠١٧٥٢٣٦٠٩٤", "٢٣٤٥٦", "٨٧٦٤٣"]);
  const heading = { ...WORD, box: { ...WORD.box, bottom: 66 } };
  const read = indicFigures(page, [heading]).map((one) => one.text);
  assert.deepEqual(new Set(read), new Set(["٠١٧٥٢٣٦٠٩٤", "٢٣٤٥٦", "٨٧٦٤٣"]));
});

Deno.test("a number with touching digits, which are cut apart, is in doubt", async () => {
  const page = await scanOf(["٨٨٢٤٣", "٢٣٤٥٦", "٨٧٦٤٣"]);
  const numberOf = (raster: Raster) => indicFigures(raster, [WORD]).find(({ text }) => text === "٨٨٢٤٣");
  const apart = numberOf(page);
  assert.ok(apart && apart.confidence >= 0.8);
  const { left, right, top, bottom } = apart.box;
  const data = page.data.slice();
  // The first two digits touch halfway up.
  for (const y of [(top + bottom) >> 1, ((top + bottom) >> 1) + 1]) {
    const [from, to] = [0.1, 0.25].map((share) => y * page.width + Math.round(left + (right - left) * share));
    data.fill(20, from, to);
  }
  const touching = numberOf({ ...page, data });
  assert.ok(touching && touching.confidence < 0.8, JSON.stringify(touching));
});
