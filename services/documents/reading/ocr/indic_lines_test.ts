import assert from "node:assert/strict";
import { drawn } from "../../fixtures/labelled/drawing.ts";
import { text } from "../../fixtures/labelled/papers/paper.ts";
import { openPdfium, openPdfPictures } from "../formats/pdf_picture.ts";
import { indicFigures } from "../indic/indic_figures.ts";
import { loadModels } from "../workers/models.ts";
import { withIndicFigures } from "./indic_lines.ts";

const WORD = { text: "سعر", confidence: 0.9, box: { left: 0, top: 0, right: 60, bottom: 30 } };

Deno.test("misread Arabic-Indic digits are replaced, and words beside them are unchanged", async () => {
  const { pdfium } = await loadModels([]);
  const pdf = await drawn(["٢٢٬٣٤٨٫٧٦", "٨٧٦٫٤٣"].map(text), "ltr");
  const pictures = await openPdfPictures(await openPdfium(pdfium), pdf);
  const page = await pictures.page(0);
  pictures.close();
  const [figure, other] = indicFigures(page, [WORD]);
  assert.ok(figure && other);
  const box = { ...figure.box, left: figure.box.left - 2 };
  const misread = { text: "YY,YEA", confidence: 0.9, box };
  const lines = [{ box, words: [misread] }, { box: WORD.box, words: [WORD] }];
  const texts = withIndicFigures(page, lines).flatMap(({ words }) => words.map((word) => word.text));
  assert.deepEqual(new Set(texts), new Set(["سعر", figure.text, other.text]));
});
