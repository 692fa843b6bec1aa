import assert from "node:assert/strict";
import type { Raster } from "../images/raster.ts";
import type { Word } from "../layout/page.ts";
import type { Engine } from "./engine.ts";
import { recognise } from "./ocr.ts";

/** A page with four lines of strokes. */
function page(): Raster {
  const [width, height] = [800, 400];
  const data = new Uint8Array(width * height).fill(255);
  for (const top of [60, 140, 220, 300]) {
    for (let y = top; y < top + 24; y++) {
      for (let x = 100; x < 700; x++) if (x % 9 < 4) data[y * width + x] = 0;
    }
  }
  return { width, height, data };
}

/** An engine that reads each sample as the next of `samples`, and nothing on the page. */
function engine(script: Engine["script"], samples: [text: string, confidence: number][]): Engine {
  let at = 0;
  const readLine = (): Word[] => {
    const [text, confidence] = samples[at++] ?? ["", 0];
    return text === "" ? [] : [{ text, confidence, box: { left: 0, top: 0, right: 90, bottom: 24 } }];
  };
  return {
    script,
    readLine,
    readFigures: readLine,
    readPage: () => [],
    lineBoxes: () => [],
    decode: () => undefined,
  };
}

const primaryOf = (english: [string, number][], arabic: [string, number][]) =>
  recognise(page(), [engine("eng", english), engine("ara", arabic)], { isUpright: true }).primary.script;

Deno.test("figures alone do not choose the recogniser of a page, unless it has nothing else", () => {
  const figures: [string, number][] = [["18,640.250", 0.91], ["3,208.500", 0.92], ["25,000.000", 0.92]];
  const misread: [string, number][] = [["180", 0.3], ["3,0", 0.3], ["2210", 0.3]];
  assert.equal(primaryOf([["gall", 0.3], ...figures], [["نافذ", 0.92], ...misread]), "ara");
  assert.equal(primaryOf([["Price", 0.9], ...figures], [["الم", 0.3], ...misread]), "eng");
  assert.equal(primaryOf([...figures, ["17.50", 0.9]], [...misread, ["10", 0.3]]), "eng");
});
