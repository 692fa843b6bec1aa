import assert from "node:assert/strict";
import type { Raster } from "../images/raster.ts";
import type { Engine, ReadLine } from "./engine.ts";
import { withUnreadLines } from "./unread_lines.ts";

const LABEL: ReadLine = {
  box: { left: 560, top: 100, right: 700, bottom: 130 },
  words: [{ text: "الشهادة", confidence: 0.9, box: { left: 560, top: 100, right: 700, bottom: 130 } }],
};

/** A page with a label and a line of strokes far beside it. */
function page(): Raster {
  const raster = { width: 800, height: 300, data: new Uint8Array(800 * 300).fill(255) };
  for (let y = 104; y < 128; y++) {
    for (let x = 100; x < 300; x++) if (x % 10 < 4) raster.data[y * 800 + x] = 0;
  }
  return raster;
}

/** An engine whose readings follow one another. */
function engine(script: Engine["script"], readings: [text: string, confidence: number][]) {
  let at = 0;
  return {
    script,
    readLine: () => {
      const [text, confidence] = readings[at++ % readings.length] ?? ["", 0];
      return text === "" ? [] : [{ text, confidence, box: { left: 0, top: 0, right: 200, bottom: 24 } }];
    },
  };
}

const found = (engines: ReturnType<typeof engine>[]) =>
  withUnreadLines(page(), [LABEL], engines).slice(1).flatMap(({ words }) => words.map(({ text }) => text));

Deno.test("withUnreadLines() adds ink far beside a label that two readings agree on", () => {
  const noise = engine("ara", [["70-2026", 0.5], ["حا", 0.9]]);
  assert.deepEqual(found([engine("eng", [["VC-2026-0093518", 0.84], ["VC-2026-0093518", 0.75]]), noise]), [
    "VC-2026-0093518",
  ]);
});

Deno.test("withUnreadLines() adds nothing for readings that differ, are unsure, or are digits of the Arabic model", () => {
  assert.deepEqual(found([engine("eng", [["VC-2026", 0.9], ["VG-2026", 0.9], ["", 0]])]), []);
  assert.deepEqual(found([engine("eng", [["VC-2026", 0.5]])]), []);
  assert.deepEqual(found([engine("ara", [["٢٠٢٦٨", 0.9]])]), []);
});

Deno.test("withUnreadLines() puts a line in place of the letters that were made of it", () => {
  const speck = { text: "ا", confidence: 0.4, box: { left: 100, top: 104, right: 110, bottom: 128 } };
  const lines = [LABEL, { box: speck.box, words: [speck] }];
  const agreeing = engine("eng", [["VC-2026-0093518", 0.84], ["VC-2026-0093518", 0.75]]);
  const read = withUnreadLines(page(), lines, [agreeing]);
  assert.deepEqual(read.map(({ words }) => words.map(({ text }) => text)), [["الشهادة"], [
    "VC-2026-0093518",
  ]]);
  const figure = { ...speck, text: "7" };
  const kept = withUnreadLines(page(), [LABEL, { box: figure.box, words: [figure] }], [agreeing]);
  assert.ok(kept.some(({ words }) => words.includes(figure)));
});
