import assert from "node:assert/strict";
import type { Raster } from "../images/raster.ts";
import { withWholeBoxes } from "./whole_boxes.ts";

/** A strip of paper with ink between each two positions. */
function inked(...spans: [number, number][]): Raster {
  const [width, height] = [400, 60];
  const data = new Uint8Array(width * height).fill(255);
  for (const [left, right] of spans) {
    for (let y = 22; y < 38; y++) data.fill(0, y * width + left, y * width + right);
  }
  return { width, height, data };
}

const word = (text: string, left: number, right: number) => ({
  text,
  confidence: 0.9,
  box: { left, top: 20, right, bottom: 40 },
});
const rightEnds = (raster: Raster, ...words: ReturnType<typeof word>[]) =>
  withWholeBoxes(raster, [{ box: { left: 0, top: 20, right: 400, bottom: 40 }, words }])
    .flatMap((line) => line.words.map(({ box }) => box.right));

Deno.test("an Arabic word is widened over the ink of its article, which its box leaves out", () => {
  const paper = inked([50, 150], [153, 176], [190, 300]);
  const [name = 0, hall] = rightEnds(paper, word("المطالعة", 50, 150), word("قاعات", 190, 300));
  assert.ok(name >= 174 && name < 190, `${name}`);
  assert.equal(hall, 300);
});

Deno.test("blank gaps, ink of another column and figures leave words as they are", () => {
  const blank = inked([50, 150], [190, 300]);
  assert.deepEqual(rightEnds(blank, word("المطالعة", 50, 150), word("قاعات", 190, 300)), [150, 300]);
  const apart = inked([50, 150], [172, 182], [200, 300]);
  assert.deepEqual(rightEnds(apart, word("المطالعة", 50, 150), word("قاعات", 200, 300)), [150, 300]);
  const figures = inked([50, 150], [153, 176], [190, 300]);
  assert.deepEqual(rightEnds(figures, word("12.50", 50, 150), word("13.75", 190, 300)), [150, 300]);
});
