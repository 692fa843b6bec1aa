import assert from "node:assert/strict";
import { withTickBoxes } from "./ticked_lines.ts";

const line = (text: string, left: number, top: number) => {
  const box = { left, top, right: left + 80, bottom: top + 30 };
  return { box, words: [{ text, confidence: 0.9, box }] };
};
const square = (left: number, top: number) => ({ left, top, right: left + 28, bottom: top + 28 });

Deno.test("withTickBoxes() puts each box beside its choice, and leaves out those beside no word", () => {
  const lines = withTickBoxes([line("نقدا", 600, 100), line("Total", 100, 300)], [
    { box: square(690, 102), ticked: true },
    { box: square(300, 300), ticked: false },
  ]);
  assert.deepEqual(lines.map(({ words }) => words.map(({ text }) => text)), [["نقدا", "☒"], ["Total"]]);
});
