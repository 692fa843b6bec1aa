import assert from "node:assert/strict";
import { type Direction, directionOf, isolated, leftToRight, paragraph, visualPieces } from "lib/pdf/bidi.ts";

function laid(line: string, base: Direction): string {
  return visualPieces(paragraph(line, base)).map(({ text }) => text).join("|");
}

Deno.test("directionOf() goes by the first strong letter", () => {
  assert.equal(directionOf("1. مرحبا hello"), "rtl");
  assert.equal(directionOf("- hello مرحبا"), "ltr");
  assert.equal(directionOf("123"), "ltr");
  assert.equal(directionOf("٢٠٢٦ report"), "ltr", "digits are not strong");
});

Deno.test("visualPieces() orders Arabic words from the right and leaves Latin runs and numbers as they are", () => {
  assert.equal(laid("أحمد Gulf Tech 25", "rtl"), "Gulf| |Tech| |25| |أحمد");
  assert.equal(laid("to أحمد علي now", "ltr"), "to| |علي| |أحمد| |now");
});

Deno.test("visualPieces() mirrors brackets in right-to-left text, and only there", () => {
  assert.equal(laid("(دبي)", "rtl"), ")دبي(");
  assert.equal(laid("(Dubai)", "ltr"), "(Dubai)");
  assert.equal(laid("المرحلة (2)", "rtl"), "(|2|)| |المرحلة");
});

Deno.test("visualPieces() gives each piece its direction: numbers of every kind run from left to right", () => {
  const pieces = visualPieces(paragraph("المادة ٥٠ (2)", "rtl")).filter(({ text }) => text !== " ");
  assert.deepEqual(pieces.map(({ text, direction }) => [text, direction]), [
    ["(", "rtl"],
    ["2", "ltr"],
    [")", "rtl"],
    ["٥٠", "ltr"],
    ["المادة", "rtl"],
  ]);
});

Deno.test("leftToRight() keeps a date in its order within Arabic text", () => {
  assert.equal(laid(`في ${leftToRight("2026-11-21")}`, "rtl").replaceAll("|", ""), "2026-11-21 في");
  assert.equal(laid(`في ${leftToRight("٢٠٢٦-١١-٢١")}`, "rtl").replaceAll("|", ""), "٢٠٢٦-١١-٢١ في");
});

Deno.test("isolated() keeps a name's marks from turning the words around it", () => {
  const spoof = "abc\u202e\u2066";
  assert.equal(laid(`${isolated(spoof)} score 12`, "ltr").replaceAll("|", ""), "abc score 12");
  // Nor does a name print as another one, or as a line of the page.
  for (const mark of [isolated, leftToRight]) {
    assert.equal(laid(`${mark("\u202eahplA")} 12`, "ltr").replaceAll("|", ""), "ahplA 12");
    assert.equal(laid(`${mark("Gulf\u2067 Co\nRank 1")} 12`, "ltr").replaceAll("|", ""), "Gulf Co Rank 1 12");
  }
});

Deno.test("no override in somebody's words turns the numbers behind them", () => {
  for (const mark of ["\u202e", "\u202d", "\u202b", "\u202a", "\u202c"]) {
    const said = laid(`شركة${mark}: 87.5 of 100`, "rtl").replaceAll("|", "");
    assert.equal(said, laid("شركة: 87.5 of 100", "rtl").replaceAll("|", ""), escape(mark));
    const between = laid(`bid ${mark}${leftToRight("٢٠٢٦-١١-٢١")} 12`, "ltr").replaceAll("|", "");
    assert.equal(between, "bid ٢٠٢٦-١١-٢١ 12", escape(mark));
  }
});

Deno.test("visualPieces() keeps an isolate that began on an earlier line", () => {
  const whole = paragraph(`في ${leftToRight("2026-11 to 2027-01")}`, "rtl");
  const start = whole.text.indexOf("to");
  const second = visualPieces(whole, { start }).map(({ text }) => text).join("");
  assert.equal(second, "to 2027-01");
});

Deno.test("blanks at a line's end stand where the paragraph ends, whatever stands before them", () => {
  assert.equal(laid("علي abc ", "rtl"), " |abc| |علي");
  assert.equal(laid("ab علي ", "ltr"), "ab| |علي| ");
  // The same blank within a line of the paragraph, and at the end of its part.
  const whole = paragraph("علي ab cd", "rtl");
  const part = (end: number) => visualPieces(whole, { end }).map(({ text }) => text).join("|");
  assert.equal(part(whole.text.length), "ab| |cd| |علي");
  assert.equal(part("علي ab ".length), " |ab| |علي");
});
