import assert from "node:assert/strict";
import type { Drawing } from "lib/pdf/pdf_sheet.ts";
import { type TextStyle, typesetter } from "lib/pdf/pdf_text.ts";

interface Drawn {
  text: string;
  x: number;
  y: number;
  font: string;
  size: number;
  color: string;
}

/** A drawing whose letters are all half as wide as they are high; bold ones are as wide. */
function recorded(): { drawing: Drawing; drawn: Drawn[] } {
  const drawn: Drawn[] = [];
  const style = { font: "none", size: 0, color: "none" };
  const drawing: Drawing = {
    font: (font) => (style.font = font, drawing),
    fontSize: (size) => (style.size = size, drawing),
    fillColor: (color) => (style.color = color, drawing),
    widthOfString: (text) => [...shown(text)].length * style.size * (style.font === "bold" ? 1 : 0.5),
    text: (text, x, y) => (drawn.push({ text: shown(text), x, y, ...style }), drawing),
    rect: () => drawing,
    fill: () => drawing,
    moveTo: () => drawing,
    lineTo: () => drawing,
    lineWidth: () => drawing,
    strokeColor: () => drawing,
    stroke: () => drawing,
  };
  return { drawing, drawn };
}

/** A text without the mark that tells the font its direction. */
function shown(text: string): string {
  return text.replace(/[\u202d\u202e]/g, "");
}

/** The texts of the lines into which `text` is broken. */
function brokenAt(width: number, text: string, style: TextStyle = {}): string[] {
  const { drawing } = recorded();
  return typesetter(drawing).linesOf(text, width, style)
    .map(({ paragraph, start, end }) => paragraph.text.slice(start, end));
}

function drawnAt(text: string, style: Parameters<ReturnType<typeof typesetter>["draw"]>[2]): Drawn[] {
  const { drawing, drawn } = recorded();
  const type = typesetter(drawing);
  const [line] = type.linesOf(text, 1_000, style);
  // Another style was used since the line was broken.
  drawing.font("other").fontSize(99).fillColor("other");
  if (line) type.draw(line, { x: 50, y: 70, width: 200 }, style);
  return drawn;
}

Deno.test("a line holds as many words as fit, to the point", () => {
  // "aa bb" is 5 letters of 5 points wide.
  assert.deepEqual(brokenAt(25, "aa bb cc"), ["aa bb", "cc"]);
  assert.deepEqual(brokenAt(24.9, "aa bb cc"), ["aa", "bb", "cc"]);
  assert.deepEqual(brokenAt(40, "aa bb cc"), ["aa bb cc"]);
});

Deno.test("size and weight decide how much fits", () => {
  assert.deepEqual(brokenAt(25, "aa bb", { size: 5 }), ["aa bb"]);
  assert.deepEqual(brokenAt(25, "aa bb", { bold: true }), ["aa", "bb"]);
});

Deno.test("a word that is too wide is cut between letters and the next word starts its own count", () => {
  assert.deepEqual(brokenAt(15, "abcdefg i"), ["abc", "def", "g i"]);
  assert.deepEqual(brokenAt(15, "abcdefgh i"), ["abc", "def", "gh", "i"]);
  assert.deepEqual(brokenAt(15, "x abcdef"), ["x", "abc", "def"]);
  assert.deepEqual(brokenAt(15, "abc def"), ["abc", "def"]);
  assert.deepEqual(brokenAt(1, "ab"), ["a", "b"], "a letter that is too wide stands alone");
});

Deno.test("an empty text and an empty line are lines of nothing", () => {
  assert.deepEqual(brokenAt(100, ""), [""]);
  assert.deepEqual(brokenAt(100, "a\n\n b \t c "), ["a", "", "b c"]);
  assert.deepEqual(brokenAt(100, "a\u00a0b c"), ["a\u00a0b c"]);
  assert.deepEqual(brokenAt(25, "aa\u00a0b cc"), ["aa\u00a0b", "cc"], "a non-breaking blank does not break");
});

Deno.test("a line is drawn in its style, whatever was drawn before it", () => {
  assert.deepEqual(drawnAt("ab", {}), [
    { text: "ab", x: 50, y: 70, font: "regular", size: 10, color: "#111111" },
  ]);
  assert.deepEqual(drawnAt("ab", { size: 8, bold: true, color: "#667085" }), [
    { text: "ab", x: 50, y: 70, font: "bold", size: 8, color: "#667085" },
  ]);
});

Deno.test("a line starts on the side where it is read, or where it is told to, or in the middle", () => {
  const start = (text: string, style: Parameters<typeof drawnAt>[1] = {}) => drawnAt(text, style)[0]?.x;
  assert.equal(start("abcd"), 50);
  assert.equal(start("abcd", { direction: "rtl" }), 50 + 200 - 20);
  assert.equal(start("abcd", { side: "rtl" }), 50 + 200 - 20);
  assert.equal(start("abcd", { direction: "rtl", side: "ltr" }), 50);
  assert.equal(start("abcd", { align: "center" }), 50 + 90);
  assert.equal(start("abcd", { align: "center", side: "rtl" }), 50 + 90);
});

Deno.test("pieces of two directions stand side by side, and blanks take room without being drawn", () => {
  const pieces = drawnAt("ab كلمة cd", {});
  assert.deepEqual(pieces.map(({ text, x }) => [[...text.trim()].length, x]), [[2, 50], [4, 65], [2, 90]]);
  assert.ok(drawnAt("ab   ", {}).every(({ text }) => text.trim() !== ""));
});

Deno.test("a letter keeps thirty marks, and a word of characters without width is cut", () => {
  assert.deepEqual(brokenAt(1_000, `e${"\u0301".repeat(5_000)}x`), [`e${"\u0301".repeat(30)}x`]);
  const parts = brokenAt(1_000, `${"x".repeat(250)}${"\u2067".repeat(3_000)}`);
  assert.deepEqual(parts.map(({ length }) => length <= 1_001), Array(parts.length).fill(true));
  assert.ok(parts.length > 3);
});
