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

Deno.test("the letters of a reference are read with its stroke, and its number by shape", async () => {
  const { pdfium } = await loadModels([]);
  const pdf = await drawn(["ع/٧٧٨/٢٠٢٦", "٨٧٦٫٤٣", "٢٢٬٣٤٨٫٧٦"].map(text), "ltr");
  const pictures = await openPdfPictures(await openPdfium(pdfium), pdf);
  const page = await pictures.page(0);
  pictures.close();
  const letters = (text: string) => ({
    readLine: () => [{ text, confidence: 0.75, box: { left: 0, top: 0, right: 20, bottom: 30 } }],
  });
  const read = (engine?: ReturnType<typeof letters>) =>
    withIndicFigures(page, [{ box: WORD.box, words: [WORD] }], engine)
      .flatMap(({ words }) => words).find((word) => word.text.includes("٧٧٨/"));
  assert.equal(read(letters("ع/"))?.text, "ع/٧٧٨/٢٠٢٦");
  for (const unread of [read(letters("8")), read()]) {
    assert.equal(unread?.text, "٧٧٨/٢٠٢٦");
    assert.ok(unread && unread.confidence <= 0.5, "its letters are missing");
  }
});

Deno.test("a short number that touches an Arabic word is the end of its letters, one apart from it is a number", async () => {
  const { pdfium } = await loadModels([]);
  const pdf = await drawn(["٤٢", "٨٧٦٫٤٣", "٢٢٬٣٤٨٫٧٦"].map(text), "ltr");
  const pictures = await openPdfPictures(await openPdfium(pdfium), pdf);
  const page = await pictures.page(0);
  pictures.close();
  const number = indicFigures(page, [WORD]).find(({ text }) => text === "٤٢");
  assert.ok(number);
  const beside = (gap: number) => {
    const box = { ...number.box, left: number.box.right + gap, right: number.box.right + gap + 90 };
    const lines = [{ box, words: [{ text: "المبدئي", confidence: 0.9, box }] }];
    return withIndicFigures(page, lines).flatMap(({ words }) => words.map(({ text }) => text));
  };
  assert.ok(!beside(0).includes("٤٢"));
  assert.ok(beside(8).includes("٤٢"));
});
