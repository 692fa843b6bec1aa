import assert from "node:assert/strict";
import { cutLines } from "./cut_lines.ts";

const [WIDTH, HEIGHT] = [400, 200];
const PICTURE = { left: 20, right: 380, top: 30, bottom: 150 };

function drawn(
  isInk: (x: number, y: number) => boolean,
): { width: number; height: number; data: Uint8Array } {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) if (isInk(x, y)) data[y * WIDTH + x] = 20;
  }
  return { width: WIDTH, height: HEIGHT, data };
}

/** Strokes as of letters, ten pixels apart. */
const letters = (x: number) => x > 60 && x < 300 && x % 10 < 3;

Deno.test("cutLines() reports the row of strokes at an edge of an image that no line holds", () => {
  const below = drawn((x, y) => letters(x) && y >= 140 && y < 150);
  assert.deepEqual(cutLines(below, PICTURE, []), [{ left: 61, right: 293, top: 147, bottom: 150 }]);
  assert.deepEqual(cutLines(below, PICTURE, [{ left: 60, right: 300, top: 135, bottom: 150 }]), []);
  const above = drawn((x, y) => letters(x) && y >= 30 && y < 36);
  assert.deepEqual(cutLines(above, PICTURE, []).map(({ top }) => top), [30]);
});

Deno.test("cutLines() reports no frame, no figure and no line inside the image", () => {
  assert.deepEqual(cutLines(drawn((_, y) => y >= 147 && y < 150), PICTURE, []), []);
  assert.deepEqual(cutLines(drawn((x, y) => x > 100 && x < 200 && y > 100), PICTURE, []), []);
  assert.deepEqual(cutLines(drawn((x, y) => letters(x) && y >= 120 && y < 140), PICTURE, []), []);
  assert.deepEqual(cutLines(drawn(() => false), PICTURE, []), []);
});
