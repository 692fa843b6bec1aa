import assert from "node:assert/strict";
import { withoutBars } from "./dark_bars.ts";
import type { Raster } from "./raster.ts";

function blank(): Raster {
  return { width: 400, height: 120, data: new Uint8Array(400 * 120).fill(255) };
}

function fill(page: Raster, [left, top, right, bottom]: [number, number, number, number], gray = 0): void {
  for (let y = top; y < bottom; y++) page.data.fill(gray, y * page.width + left, y * page.width + right);
}

const grayAt = ({ data, width }: Raster, x: number, y: number) => data[y * width + x];

Deno.test("light letters on a coloured bar become dark on light, and the rest of the page is unchanged", () => {
  const page = blank();
  fill(page, [40, 20, 360, 60], 60);
  fill(page, [100, 30, 112, 50], 255);
  fill(page, [100, 90, 104, 110]);
  const turned = withoutBars(page);
  assert.deepEqual([grayAt(turned, 102, 40), grayAt(turned, 200, 40)], [0, 255]);
  assert.deepEqual([grayAt(turned, 102, 100), grayAt(turned, 10, 40)], [0, 255]);
  assert.equal(grayAt(page, 102, 40), 255, "the page that was given stays as it is");
});

Deno.test("a tilted bar is inverted up to its edges", () => {
  const page = blank();
  for (let x = 40; x < 360; x++) fill(page, [x, 20 + Math.floor(x / 40), x + 1, 60 + Math.floor(x / 40)], 50);
  fill(page, [200, 36, 220, 50], 255);
  const turned = withoutBars(page);
  const dark = turned.data.filter((gray) => gray < 150).length;
  assert.equal(dark, 20 * 14);
});

Deno.test("letters, thin rules and dark areas without letters are not inverted", () => {
  const page = blank();
  for (let letter = 0; letter < 20; letter++) fill(page, [10 + letter * 14, 10, 14 + letter * 14, 34]);
  fill(page, [10, 50, 390, 53]);
  fill(page, [40, 70, 360, 110], 40);
  assert.deepEqual(withoutBars(page).data, page.data);
});

Deno.test("letters close above and below a tilted bar are unchanged", () => {
  const page = blank();
  for (let x = 40; x < 360; x++) fill(page, [x, 30 + Math.floor(x / 20), x + 1, 70 + Math.floor(x / 20)], 50);
  fill(page, [200, 46, 220, 60], 255);
  for (let letter = 0; letter < 10; letter++) {
    fill(page, [300 + letter * 6, 30, 303 + letter * 6, 38]);
    fill(page, [44 + letter * 6, 84, 47 + letter * 6, 92]);
  }
  const turned = withoutBars(page);
  for (let letter = 0; letter < 10; letter++) {
    assert.deepEqual([grayAt(turned, 301 + letter * 6, 34), grayAt(turned, 301 + letter * 6, 41)], [0, 255]);
    assert.deepEqual([grayAt(turned, 45 + letter * 6, 88), grayAt(turned, 45 + letter * 6, 80)], [0, 255]);
  }
});

Deno.test("a dark column along the side of a page is inverted, and a dark picture within the page is not", () => {
  const page: Raster = { width: 600, height: 800, data: new Uint8Array(600 * 800).fill(255) };
  fill(page, [0, 0, 220, 790], 50);
  fill(page, [320, 100, 520, 700], 50);
  for (let line = 0; line < 20; line++) {
    fill(page, [40, 60 + line * 30, 160, 68 + line * 30], 255);
    fill(page, [360, 110 + line * 29, 480, 118 + line * 29], 255);
  }
  const turned = withoutBars(page);
  assert.deepEqual([grayAt(turned, 100, 64), grayAt(turned, 20, 64)], [0, 255]);
  assert.deepEqual([grayAt(turned, 400, 114), grayAt(turned, 330, 114)], [255, 50]);
});

Deno.test("the shade along a side of a photo, with dark letters in it, is not inverted", () => {
  for (const [across, down] of [[0.55, 0.15], [0.5, 0.1]] as const) {
    const page: Raster = { width: 600, height: 800, data: new Uint8Array(600 * 800) };
    for (let i = 0; i < page.data.length; i++) {
      page.data[i] = 255 * (1 - across * (i % 600) / 600) * (1 - down * Math.floor(i / 600) / 800);
    }
    for (let line = 0; line < 24; line++) {
      for (let letter = 0; letter < 40; letter++) {
        fill(page, [40 + letter * 13, 40 + line * 30, 45 + letter * 13, 50 + line * 30], 20);
      }
    }
    const turned = withoutBars(page);
    assert.ok(page.data.every((gray, at) => turned.data[at] === gray));
  }
});
