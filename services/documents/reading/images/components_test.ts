import assert from "node:assert/strict";
import { componentsOf } from "./components.ts";
import type { Raster } from "./raster.ts";

function pageOf(rows: string[]): Raster {
  const data = Uint8Array.from(rows.join(""), (sign) => sign === "#" ? 0 : 255);
  return { width: rows[0]?.length ?? 0, height: rows.length, data };
}

Deno.test("touching ink, also by corners, is one component with its box and size", () => {
  const page = pageOf(["#..#.", "#..#.", ".##..", ".....", "....#"]);
  assert.deepEqual(componentsOf(page, new Uint8Array(25)), [
    { box: { left: 0, top: 0, right: 4, bottom: 3 }, ink: 6 },
    { box: { left: 4, top: 4, right: 5, bottom: 5 }, ink: 1 },
  ]);
});

Deno.test("left out pixels are ignored", () => {
  const page = pageOf(["###", "..."]);
  const leftOut = new Uint8Array(6);
  leftOut[1] = 1;
  assert.deepEqual(componentsOf(page, leftOut).map(({ ink }) => ink), [1, 1]);
});
