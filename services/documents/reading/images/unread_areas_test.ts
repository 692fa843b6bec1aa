import assert from "node:assert/strict";
import type { Box } from "../layout/page.ts";
import type { Raster } from "./raster.ts";
import { unreadAreas } from "./unread_areas.ts";

function paper(width = 800, height = 1000): Raster {
  return { width, height, data: new Uint8Array(width * height).fill(255) };
}

/** Strokes three pixels wide, six apart, like letters or a drawing. */
function drawn({ data, width }: Raster, { left, top, right, bottom }: Box): void {
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if ((x + y) % 9 < 3) data[y * width + x] = 0;
  }
}

const STAMP = { left: 400, top: 600, right: 560, bottom: 720 };
const WORD = { left: 100, top: 100, right: 300, bottom: 124 };

Deno.test("ink without recognised text is an area, ink of words is not", () => {
  const page = paper();
  drawn(page, WORD);
  drawn(page, STAMP);
  const [area, ...others] = unreadAreas(page, [WORD], 1);
  assert.deepEqual(others, []);
  assert.ok(area && area.left <= STAMP.left && area.right >= STAMP.right && area.top <= STAMP.top);
  assert.ok(area.right - area.left < 200 && area.bottom - area.top < 160);
  assert.equal(unreadAreas(page, [], 1).length, 2);
});

Deno.test("specks, thin rules and edge shadows are not areas", () => {
  const page = paper();
  drawn(page, { left: 200, top: 200, right: 206, bottom: 206 });
  for (let x = 50; x < 750; x++) page.data[400 * page.width + x] = 0;
  for (let y = 0; y < page.height; y++) for (let x = 0; x < 12; x++) page.data[y * page.width + x] = 20;
  assert.deepEqual(unreadAreas(page, [], 1), []);
});

Deno.test("a page full of ink has a limited number of areas", () => {
  const page = paper();
  for (let row = 0; row < 16; row++) {
    for (let column = 0; column < 5; column++) {
      const [left, top] = [40 + column * 150, 30 + row * 60];
      drawn(page, { left, top, right: left + 80, bottom: top + 30 });
    }
  }
  assert.equal(unreadAreas(page, [], 1).length, 20);
});
