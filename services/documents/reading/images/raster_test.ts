import assert from "node:assert/strict";
import { skewOf } from "./deskew.ts";
import { imageSize } from "../files/image_size.ts";
import { openImage } from "./images.ts";
import { onPage } from "../layout/page.ts";
import {
  cropRaster,
  enlargeRaster,
  fromRgba,
  inkLevel,
  type Raster,
  rotateQuarters,
  rotateSlightly,
  shrinkRaster,
  toBmp,
} from "./raster.ts";

function lines(width: number, height: number): Raster {
  const data = new Uint8Array(width * height).fill(255);
  for (let y = 100; y < height - 100; y += 40) {
    for (let row = 0; row < 12; row++) {
      for (let x = 150; x < width - 150; x++) if (x % 17 > 5) data[(y + row) * width + x] = 0;
    }
  }
  return { width, height, data };
}

Deno.test("fromRgba() blends transparent pixels with white", () => {
  const rgba = Uint8Array.from([0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255]);
  assert.deepEqual([...fromRgba(rgba, 3, 1).data], [255, 0, 255]);
});

Deno.test("toBmp() keeps every pixel of every width", async () => {
  for (const width of [1, 2, 3, 4, 5]) {
    const raster = { width, height: 2, data: Uint8Array.from({ length: width * 2 }, (_, i) => 7 + i * 20) };
    const file = toBmp(raster);
    assert.deepEqual(imageSize("bmp", file), { width, height: 2 });
    assert.deepEqual(await openImage("bmp", file).page(0), raster);
  }
});

Deno.test("inkLevel() separates dark from light for any number of pixels", () => {
  for (const length of [2, 5, 1000, 1001, 1003]) {
    const data = Uint8Array.from({ length }, (_, i) => i % 2 === 0 ? 30 : 220);
    const level = inkLevel({ width: length, height: 1, data });
    assert.ok(level >= 30 && level < 220, `${length} pixels: ${level}`);
  }
});

Deno.test("rotateQuarters() by 90 and then by 270 degrees restores the image", () => {
  const raster = { width: 3, height: 2, data: Uint8Array.from([1, 2, 3, 4, 5, 6]) };
  assert.deepEqual([...rotateQuarters(raster, 90).data], [4, 1, 5, 2, 6, 3]);
  assert.deepEqual(rotateQuarters(rotateQuarters(raster, 90), 270), raster);
  assert.deepEqual(rotateQuarters(rotateQuarters(raster, 180), 180), raster);
});

Deno.test("cropRaster(), shrinkRaster() and enlargeRaster() have exact sizes at the edges", () => {
  const raster = lines(400, 300);
  assert.deepEqual(size(cropRaster(raster, { left: -5, top: 290, right: 50, bottom: 999 })), [50, 10]);
  assert.deepEqual(size(shrinkRaster(raster, 100)), [100, 75]);
  assert.deepEqual(size(enlargeRaster(raster, 2)), [800, 600]);
  const thin = shrinkRaster({ width: 1000, height: 2, data: new Uint8Array(2000).fill(90) }, 100);
  assert.deepEqual(thin, { width: 100, height: 1, data: new Uint8Array(100).fill(90) });
  assert.ok(inkLevel(raster) < 255);
});

Deno.test("skewOf() finds angles from 0.5 to 5 degrees in both directions", () => {
  const level = lines(1200, 1600);
  assert.equal(skewOf(level), 0);
  for (const degrees of [-5, -2, -0.5, 0.5, 1.3, 3, 5]) {
    // rotateSlightly() turns clockwise, so the text falls to the right and the skew is negative.
    assert.ok(Math.abs(skewOf(rotateSlightly(level, degrees)) + degrees) <= 0.2, `${degrees}`);
  }
});

Deno.test("skewOf() returns 0 for an empty page", () => {
  assert.equal(skewOf({ width: 800, height: 800, data: new Uint8Array(640000).fill(255) }), 0);
});

Deno.test("onPage() maps boxes back to the original page, rotated and skewed", () => {
  for (const turn of [0, 90, 180, 270]) {
    for (const skew of [0, 2, -3]) {
      const upright: Raster = { width: 200, height: 100, data: new Uint8Array(20000).fill(255) };
      for (let y = 30; y < 36; y++) for (let x = 150; x < 156; x++) upright.data[y * 200 + x] = 0;
      const given = rotateQuarters(rotateSlightly(upright, -skew), (360 - turn) % 360);
      const quad = onPage({ left: 150, top: 30, right: 156, bottom: 36 }, {
        width: 200,
        height: 100,
        turn,
        skew,
      });
      const x = Math.round(quad.reduce((sum, point) => sum + point[0], 0) / 4);
      const y = Math.round(quad.reduce((sum, point) => sum + point[1], 0) / 4);
      assert.ok((given.data[y * given.width + x] ?? 255) < 128, `turn ${turn} skew ${skew}`);
    }
  }
});

function size(raster: Raster): [number, number] {
  return [raster.width, raster.height];
}
