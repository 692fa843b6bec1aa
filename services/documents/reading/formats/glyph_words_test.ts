import assert from "node:assert/strict";
import { wordsOfGlyphs } from "./glyph_words.ts";
import { linesOfWords } from "../layout/layout.ts";
import type { Glyph } from "./pdf_glyphs.ts";

/** Glyphs from left to right, ten pixels each. */
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

Deno.test("Arabic glyphs in any stored order become words read from the right", () => {
  const line = glyphs("ةيبيرض ةروتاف");
  assert.equal(text(line), "فاتورة ضريبية");
  assert.equal(text(line.toReversed()), "فاتورة ضريبية");
});

Deno.test("the letters of a lam-alef are ordered, however they are stored", () => {
  for (const pair of [["ا", "ل"], ["ل", "ا"]]) {
    const ligature = pair.map((symbol) => glyph(symbol, 20));
    assert.equal(text([glyph("م", 10), ...ligature, glyph("س", 30)]), "سلام");
  }
});

Deno.test("the letters of one glyph for the name of God keep their order", () => {
  const parts = ["ه", "ل", "ل", "ا"].map((symbol, at) => ({
    ...glyph(symbol, 0, 40),
    box: { left: at * 10, right: at * 10 + 10, top: 30, bottom: 55 },
  }));
  assert.equal(text([...parts, ...glyphs("دبع", 40)]), "عبدالله");
});

Deno.test("groups of digits keep their order in an Arabic line", () => {
  assert.equal(text([...glyphs("AE07 0331 2345"), ...glyphs("نابيآ", 170)]), "آيبان AE07 0331 2345");
  assert.equal(text([...glyphs("٢٠٢٦/١٤٥"), ...glyphs("مقر", 110)]), "رقم ٢٠٢٦/١٤٥");
});

Deno.test("adjacent letters are one word, letters with a gap are two", () => {
  assert.equal(text([...glyphs("In"), ...glyphs("voice", 21), ...glyphs("No", 90)]), "Invoice No");
});

Deno.test("the wide gap between an alef and a letter with a tooth is within a word, that of a space is not", () => {
  const pair = (gap: number) => text([glyph("ت", 0), glyph("ا", 10 + gap), glyph("ف", 20 + gap)]);
  assert.equal(pair(4.6), "فات");
  assert.equal(pair(5.4), "فا ت");
});

Deno.test("a kerned space parts words where the library sees one", () => {
  const next = (isApart: boolean) =>
    glyphs("Adm", 22.4).map((one, at) => at === 0 && isApart ? { ...one, isApart } : one);
  assert.equal(text([...glyphs("ll"), ...next(true)]), "ll Adm");
  assert.equal(text([...glyphs("ll"), ...next(false)]), "llAdm");
});

Deno.test("spaces of another size, which browsers draw anywhere in Arabic text, separate letters by their order in the file", () => {
  const blank = (x: number): Glyph => ({ ...glyph(" ", x, 0), size: 3 });
  // Stored order: words from the right, a number from the left.
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

Deno.test("a letter follows the half of a lam-alef that extends further", () => {
  const half = (symbol: string, width: number) => glyph(symbol, 20, width);
  assert.equal(text([glyph("ث", 40), half("ل", 20), half("ا", 12), glyph("ث", 10)]), "ثلاث");
});

Deno.test("single capitals at equal distances are one word, initials before a name are not", () => {
  const spaced = [..."INVOICE"].map((symbol, i) => glyph(symbol, i * 18));
  assert.equal(text(spaced), "INVOICE");
  assert.equal(text([...glyphs("J"), ...glyphs("R", 18), ...glyphs("Hale", 36)]), "J R Hale");
});

Deno.test("a size among Arabic words is read from the right, among Latin words from the left", () => {
  assert.equal(text(glyphs("رتم ١×٤ ةتفال")), "لافتة ٤×١ متر");
  assert.equal(text(glyphs("Banner 4×1 m")), "Banner 4×1 m");
});

Deno.test("a gap that exceeds the letterspacing of its word by less than a space is none", () => {
  const at = (word: string, starts: number[]) => [...word].map((symbol, i) => glyph(symbol, starts[i] ?? 0));
  // Gaps of 0.03 to 0.14 of the font's height, as rounded positions of small letters have them.
  assert.equal(text(at("CUSTOM1", [0, 10.6, 21.2, 31.8, 42.4, 53, 65.8])), "CUSTOM1");
  assert.equal(text(at("M4STER", [0, 12.8, 23.4, 34, 44.6, 55.2])), "M4STER");
  assert.equal(text(at("TERM4", [0, 10, 20, 30, 42.8])), "TERM 4");
});

Deno.test("letterspaced capitals are one word even where some are near enough to touch", () => {
  // Gaps of 0.12 to 0.2 of the font's height: some below the gap between words, some above.
  const starts = [0, 12.4, 25.8, 38.4, 51.2, 63.8, 77.6];
  assert.equal(text([..."INVOICE"].map((symbol, at) => glyph(symbol, starts[at] ?? 0))), "INVOICE");
  assert.equal(text([...glyphs("BILL"), ...glyphs("TO", 45)]), "BILL TO");
});

Deno.test("a letterspaced word is one, though its first letters alone are too few to tell", () => {
  const spaced = (word: string, from: number, gaps: number[]) => {
    let x = from;
    return [...word].map((symbol, at) => {
      const one = glyph(symbol, x);
      x += 10 + (gaps[at] ?? 0);
      return one;
    });
  };
  assert.equal(text(spaced("FROM", 0, [2.95, 2.8, 1.8])), "FROM");
});
