import assert from "node:assert/strict";
import { wordsOfGlyphs } from "./glyph_words.ts";
import { linesOfWords } from "../layout/layout.ts";
import type { Glyph } from "./pdf_glyphs.ts";

/** Letters as they stand from left to right, ten pixels each. */
function glyphs(shown: string, from = 0): Glyph[] {
  return [...shown].map((symbol, i) => glyph(symbol, from + i * 10));
}

function glyph(symbol: string, x: number, width = 10): Glyph {
  return {
    symbol,
    x,
    end: x + width,
    base: 50,
    size: 20,
    advance: 0.5,
    font: 1,
    object: 0,
    gray: 0,
    box: { left: x, right: x + width, top: 30, bottom: 55 },
  };
}

const text = (list: Glyph[]) => linesOfWords(wordsOfGlyphs(list)).map((line) => line.text).join("\n");

Deno.test("Arabic letters one by one become words, read from the right, whatever order they were stored in", () => {
  const line = glyphs("ةيبيرض ةروتاف");
  assert.equal(text(line), "فاتورة ضريبية");
  assert.equal(text(line.toReversed()), "فاتورة ضريبية");
});

Deno.test("the two letters of a lam-alef come in their order, stored either way", () => {
  for (const pair of [["ا", "ل"], ["ل", "ا"]]) {
    const ligature = pair.map((symbol) => glyph(symbol, 20));
    assert.equal(text([glyph("م", 10), ...ligature, glyph("س", 30)]), "سلام");
  }
});

Deno.test("groups of digits keep their order in an Arabic line", () => {
  assert.equal(text([...glyphs("AE07 0331 2345"), ...glyphs("نابيآ", 170)]), "آيبان AE07 0331 2345");
  assert.equal(text([...glyphs("٢٠٢٦/١٤٥"), ...glyphs("مقر", 110)]), "رقم ٢٠٢٦/١٤٥");
});

Deno.test("letters that touch are one word, letters apart are two", () => {
  assert.equal(text([...glyphs("In"), ...glyphs("voice", 21), ...glyphs("No", 90)]), "Invoice No");
});

Deno.test("blanks of another size, which browsers put anywhere in Arabic text, part the letters that they follow in the file", () => {
  const blank = (x: number): Glyph => ({ ...glyph(" ", x, 0), size: 3 });
  // As the file has it: the words from the right, a figure from the left.
  const stored = [
    ...glyphs("سرام", 30).toReversed(),
    blank(52),
    ...glyphs("28"),
    blank(4),
  ];
  assert.equal(text(stored), "مارس 28");
  const close = [...glyphs("يف", 50).toReversed(), blank(33), ...glyphs("سرام", 10).toReversed()];
  assert.equal(text(close), "في مارس");
});

Deno.test("a letter follows the half of a lam-alef that reaches further", () => {
  const half = (symbol: string, width: number) => glyph(symbol, 20, width);
  assert.equal(text([glyph("ث", 40), half("ل", 20), half("ا", 12), glyph("ث", 10)]), "ثلاث");
});

Deno.test("single capitals at like distances are one word, initials before a name are not", () => {
  const spaced = [..."INVOICE"].map((symbol, i) => glyph(symbol, i * 18));
  assert.equal(text(spaced), "INVOICE");
  assert.equal(text([...glyphs("J"), ...glyphs("R", 18), ...glyphs("Hale", 36)]), "J R Hale");
});

Deno.test("a size among Arabic words is read from the right, among Latin words from the left", () => {
  assert.equal(text(glyphs("رتم ١×٤ ةتفال")), "لافتة ٤×١ متر");
  assert.equal(text(glyphs("Banner 4×1 m")), "Banner 4×1 m");
});
