import assert from "node:assert/strict";
import type { Word } from "../layout/page.ts";
import type { ReadLine } from "./engine.ts";
import { withWholeFigures } from "./parted_figures.ts";

const raster = { width: 400, height: 60, data: new Uint8Array(400 * 60).fill(255) };
const line = (text: string, left: number, right: number, top = 10): ReadLine => {
  const box = { left, top, right, bottom: top + 20 };
  return { box, words: [{ text, confidence: 0.9, box }] };
};
const word = (text: string, left: number, right: number): Word => ({
  text,
  confidence: 0.8,
  box: { left, top: 4, right, bottom: 24 },
});
/** An engine that reads a piece as words, by its width. */
const engine = (read: (width: number) => Word[]) => ({
  readLine: ({ width }: { width: number }) => read(width),
});

Deno.test("the parts of a number on several lines are read again as one word", () => {
  const lines = [
    line("4,944,0", 100, 200),
    line("00.", 202, 238),
    line("00", 244, 272),
    line("12,000", 10, 60),
  ];
  const read = withWholeFigures(
    raster,
    lines,
    engine(() => [word("4,944,", 4, 80), word("000.00", 90, 176)]),
  );
  assert.deepEqual(read.map(({ words }) => words.map(({ text }) => text)), [["4,944,000.00"], ["12,000"]]);
});

Deno.test("the last part of a number that layout analysis omitted is read with the others", () => {
  const lines = [line("9,146,0", 100, 200), line("00.", 202, 238)];
  const read = withWholeFigures(
    raster,
    lines,
    engine((width) => [word(width > 150 ? "9,146,000.00" : "9,146,000.", 4, 170)]),
  );
  assert.deepEqual(read.map(({ words }) => words.map(({ text }) => text)), [["9,146,000.00"]]);
});

Deno.test("numbers of neighbouring columns and rows, and a reading that is no number, leave the lines as they are", () => {
  const lines = [line("12.50", 100, 160), line("25.00", 190, 250), line("30.00", 165, 225, 40)];
  assert.deepEqual(withWholeFigures(raster, lines, engine(() => [word("12.50", 0, 60)])), lines);
  const parts = [line("4,944,0", 100, 200), line("00.", 202, 238)];
  assert.deepEqual(withWholeFigures(raster, parts, engine(() => [word("4,94,0,00.", 0, 140)])), parts);
  const coins = [line("5", 100, 112), line("50", 120, 146)];
  assert.deepEqual(
    withWholeFigures(raster, coins, engine(() => [word("5", 0, 12), word("50", 20, 46)])),
    coins,
  );
});
