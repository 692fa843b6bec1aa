import assert from "node:assert/strict";
import { segmentsOf } from "./segments.ts";
import type { Raster } from "./raster.ts";

/** A page with rows of the given heights, each of `across` pieces of ink. */
function page(heights: number[], across: number): Raster {
  const width = across * 100;
  const height = heights.reduce((sum, one) => sum + one + 20, 20);
  const data = new Uint8Array(width * height).fill(255);
  let top = 20;
  for (const high of heights) {
    for (let y = top; y < top + high; y++) {
      for (let x = 0; x < width; x++) if (x % 100 >= 10 && x % 100 < 40) data[y * width + x] = 0;
    }
    top += high + 20;
  }
  return { width, height, data };
}

Deno.test("many pieces of one height are text in a long table, as many of different heights are a picture", () => {
  assert.equal(segmentsOf(page(Array(30).fill(20), 5)).length, 150);
  assert.deepEqual(segmentsOf(page(Array.from({ length: 30 }, (_, i) => 14 + (i % 5) * 9), 5)), []);
  assert.deepEqual(segmentsOf(page(Array(80).fill(20), 5)), []);
});
