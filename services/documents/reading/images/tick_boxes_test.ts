import assert from "node:assert/strict";
import type { Raster } from "./raster.ts";
import { tickBoxesOf, withoutTickBoxes } from "./tick_boxes.ts";

/** A page of ink where one of the shapes has it, each in a square of 30 pixels. */
function page(shapes: [left: number, top: number, isInk: (x: number, y: number) => boolean][]): Raster {
  const raster = { width: 400, height: 200, data: new Uint8Array(400 * 200).fill(255) };
  for (const [left, top, isInk] of shapes) {
    for (let y = 0; y < 30; y++) {
      for (let x = 0; x < 30; x++) if (isInk(x, y)) raster.data[(top + y) * 400 + left + x] = 0;
    }
  }
  return raster;
}

const open = (x: number, y: number) => Math.min(x, y, 29 - x, 29 - y) < 3;
const filled = () => true;
const crossed = (x: number, y: number) => open(x, y) || Math.abs(x - y) < 2 || Math.abs(29 - x - y) < 2;
const round = (x: number, y: number) => Math.abs(Math.hypot(x - 14.5, y - 14.5) - 13) < 2;

Deno.test("tickBoxesOf() tells filled and crossed boxes from open ones, in a row or a column", () => {
  for (const ticked of [filled, crossed]) {
    for (const [x, y] of [[150, 50], [50, 120]] as const) {
      const raster = page([[50, 50, ticked], [x, y, open]]);
      const boxes = tickBoxesOf(raster);
      assert.deepEqual(boxes.map((one) => one.ticked), [true, false]);
      assert.ok(withoutTickBoxes(raster, boxes).data.every((gray) => gray === 255));
    }
  }
});

Deno.test("tickBoxesOf() finds no boxes in letters, in black squares alone, or in a single square", () => {
  assert.deepEqual(tickBoxesOf(page([[50, 50, round], [150, 50, round]])), []);
  assert.deepEqual(tickBoxesOf(page([[50, 50, filled], [150, 50, filled]])), []);
  assert.deepEqual(tickBoxesOf(page([[50, 50, open]])), []);
});
