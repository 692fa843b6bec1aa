import assert from "node:assert/strict";
import type { Raster } from "./raster.ts";
import { withoutRules } from "./rules.ts";

const HEIGHT = 300;

function page(width: number, isInk: (x: number, y: number) => boolean): Raster {
  const data = new Uint8Array(width * HEIGHT).fill(255);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < width; x++) if (isInk(x, y)) data[y * width + x] = 0;
  }
  return { width, height: HEIGHT, data };
}

function inkOf({ data }: Raster): number {
  return data.filter((gray) => gray < 128).length;
}

Deno.test("withoutRules() removes solid and dashed lines, horizontal and vertical, at every page width", () => {
  for (const width of [400, 401, 402, 403]) {
    const across = page(width, (x, y) => y === 100 && x >= 7 && x < 390);
    const dashed = page(width, (x, y) => y === 100 && x >= 7 && x % 40 < 28);
    const down = page(width, (x, y) => x === 61 && y >= 20 && y < 280);
    const atTheEdge = page(width, (x, y) => y === 100 && x >= width - 200);
    for (const ruled of [across, dashed, down, atTheEdge]) {
      assert.equal(inkOf(withoutRules(ruled)), 0, `${width} pixels wide`);
    }
  }
});

Deno.test("withoutRules() keeps short strokes and sparse dots", () => {
  for (const width of [400, 401, 402, 403]) {
    const short = page(width, (x, y) => y === 100 && x >= 7 && x < 160);
    const dots = page(width, (x, y) => y === 100 && x % 40 < 4);
    const apart = page(width, (x, y) => y === 100 && x % 100 < 60);
    for (const text of [short, dots, apart]) {
      assert.deepEqual(withoutRules(text), text, `${width} pixels wide`);
    }
  }
});

Deno.test("withoutRules() removes the upright lines of low boxes, and keeps the letters inside", () => {
  const letter = (x: number, y: number) =>
    x < 360 && x % 40 >= 20 && x % 40 < 24 && (y > 108 && y < 132 || y > 148 && y < 172);
  const isAcross = (x: number, y: number) => [100, 140, 180].some((at) => y === at) && x >= 7 && x < 390;
  const isUpright = (x: number, y: number) => [7, 80, 200, 389].includes(x) && y >= 100 && y <= 180;
  const boxes = page(400, (x, y) => letter(x, y) || isAcross(x, y) || isUpright(x, y));
  assert.deepEqual(withoutRules(boxes), page(400, letter));
});

Deno.test("withoutRules() removes lines paler than ink, and keeps letters that they cross", () => {
  const letter = (x: number, y: number) => x % 60 < 4 && y > 60 && y < 140;
  const { width, height, data } = page(400, letter);
  for (let x = 7; x < 390; x++) if (!letter(x, 100)) data[100 * width + x] = 150;
  const cleaned = withoutRules({ width, height, data });
  assert.deepEqual(cleaned, page(400, letter));
});

Deno.test("withoutRules() removes the double or thick lines of a frame around the letters", () => {
  const letter = (x: number, y: number) =>
    x % 40 >= 20 && x % 40 < 24 && y > 110 && y < 132 && x > 60 && x < 340;
  const frames = {
    double: (away: number) => away >= 0 && away < 4 || away >= 7 && away < 11,
    thick: (away: number) => away >= 0 && away < 13,
  };
  for (const [name, isStroke] of Object.entries(frames)) {
    const isFrame = (x: number, y: number) => isStroke(Math.min(x - 12, 388 - x, y - 12, 288 - y));
    assert.deepEqual(
      withoutRules(page(400, (x, y) => letter(x, y) || isFrame(x, y))),
      page(400, letter),
      name,
    );
  }
});

Deno.test("withoutRules() keeps a dark bar", () => {
  const bar = page(400, (x, y) => x >= 40 && x < 360 && y >= 100 && y < 140);
  assert.deepEqual(withoutRules(bar), bar);
});

Deno.test("withoutRules() keeps the joined line of small Arabic letters, and removes a dashed one of its length", () => {
  // Strokes of letters rise from words of 50 pixels with spaces between them.
  const isWord = (x: number) => x >= 20 && x < 380 && x % 60 < 50;
  const letters = page(
    400,
    (x, y) => isWord(x) && (y === 100 || y === 101 || (x % 30 < 3 && y > 88 && y < 101)),
  );
  assert.deepEqual(withoutRules(letters), letters);
  const dashes = page(400, (x, y) => isWord(x) && (y === 100 || y === 101));
  assert.equal(inkOf(withoutRules(dashes)), 0);
});
