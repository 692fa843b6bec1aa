import assert from "node:assert/strict";
import type { Glyph } from "./pdf_glyphs.ts";
import { visibleGlyphs } from "./visible.ts";

const glyph = (symbol: string, left: number, more: Partial<Glyph> = {}): Glyph => ({
  symbol,
  x: left,
  end: left + 10,
  base: 30,
  size: 20,
  advance: 0.5,
  font: 1,
  faint: false,
  box: { left, right: left + 10, top: 10, bottom: 30 },
  ...more,
});

Deno.test("text in no ink, off the page or tiny is not seen; light text on a dark ground is", async () => {
  const width = 200;
  const height = 40;
  const data = new Uint8Array(width * height).fill(255);
  // A dark box with a light letter in it, from 100 to 110.
  for (let y = 0; y < height; y++) {
    for (let x = 95; x < 120; x++) {
      data[y * width + x] = x > 103 && x < 106 ? 250 : 20;
    }
  }
  const { seen, hidden } = await visibleGlyphs([
    glyph("a", 10),
    glyph("b", 40, { faint: true }),
    glyph("c", 100, { faint: true }),
    glyph("d", 900),
    glyph("e", 60, { size: 2 }),
  ], { width, height, draw: () => Promise.resolve({ width, height, data }) });
  assert.deepEqual(seen.map(({ symbol }) => symbol), ["a", "c"]);
  assert.deepEqual(hidden.map(({ symbol }) => symbol), ["b", "d", "e"]);
});
