import assert from "node:assert/strict";
import { withoutLeaders } from "./dot_leaders.ts";
import type { Raster } from "./raster.ts";

function blank(): Raster {
  return { width: 300, height: 60, data: new Uint8Array(300 * 60).fill(255) };
}

function ink(page: Raster, [left, top, right, bottom]: [number, number, number, number]): void {
  for (let y = top; y < bottom; y++) page.data.fill(0, y * page.width + left, y * page.width + right);
}

const inkOf = ({ data }: Raster) => data.filter((gray) => gray < 140).length;

Deno.test("dot leaders are removed, and the rest of the page is unchanged", () => {
  const page = blank();
  ink(page, [5, 20, 15, 44]);
  for (let dot = 0; dot < 20; dot++) ink(page, [40 + dot * 9, 40, 43 + dot * 9, 44]);
  const cleaned = withoutLeaders(page);
  assert.equal(inkOf(cleaned), 240);
  assert.equal(inkOf(page), 240 + 20 * 12, "the page that was given stays as it is");
});

Deno.test("an ellipsis, evenly spaced strokes of letters and unevenly spaced dots are not removed", () => {
  const page = blank();
  for (let dot = 0; dot < 3; dot++) ink(page, [10 + dot * 9, 10, 13 + dot * 9, 14]);
  for (let stroke = 0; stroke < 15; stroke++) ink(page, [10 + stroke * 9, 25, 13 + stroke * 9, 48]);
  for (let dot = 0; dot < 15; dot++) {
    ink(page, [160 + dot * 9 + (dot % 2) * 6, 52, 163 + dot * 9 + (dot % 2) * 6, 56]);
  }
  assert.equal(withoutLeaders(page), page);
});

Deno.test("teeth of Arabic letters, which are connected, are not removed", () => {
  const page = blank();
  for (let tooth = 0; tooth < 15; tooth++) ink(page, [10 + tooth * 7, 20, 13 + tooth * 7, 25]);
  ink(page, [10, 25, 115, 28]);
  assert.equal(withoutLeaders(page), page);
});

Deno.test("a dot is removed with the gray pixels around it", () => {
  const page = blank();
  for (let dot = 0; dot < 20; dot++) {
    const left = 40 + dot * 9;
    for (let y = 38; y < 46; y++) page.data.fill(190, y * page.width + left - 1, y * page.width + left + 4);
    ink(page, [left, 40, left + 3, 44]);
  }
  assert.equal(withoutLeaders(page).data.filter((gray) => gray < 255).length, 0);
});
