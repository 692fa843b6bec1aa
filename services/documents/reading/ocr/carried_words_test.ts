import assert from "node:assert/strict";
import type { Raster } from "../images/raster.ts";
import type { Box, Word } from "../layout/page.ts";
import { carriedReading, carriersOf } from "./carried_words.ts";

/** A page on which words are strips of ink with a line below them. */
function page(boxes: Box[]): Raster {
  const [width, height] = [600, 200];
  const data = new Uint8Array(width * height).fill(245);
  for (const { left, right, top, bottom } of boxes) {
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) if (x % 6 < 2 || y > bottom - 5) data[y * width + x] = 10;
    }
  }
  return { width, height, data };
}

const word = (text: string, box: Box, confidence = 0.92): Word => ({ text, confidence, box });
const PIECE = { left: 480, top: 100, right: 560, bottom: 124 };
const CARRIERS = [
  word("الوظيفة", { left: 470, top: 40, right: 570, bottom: 66 }),
  word("العنوان", { left: 480, top: 150, right: 570, bottom: 176 }),
];
const PAGE = page([PIECE, ...CARRIERS.map(({ box }) => box)]);

/** An engine that reads the right half of each line as the next of `readings`, and its left half as the next of `behind`. */
function engine(readings: string[], behind: string[], { confidence = 0.9, short = 8 } = {}) {
  const seen: Raster[] = [];
  return {
    seen,
    readLine(raster: Raster): Word[] {
      const at = seen.push(raster) - 1;
      const [height, middle] = [raster.height, raster.width / 2];
      return [
        word(
          readings[at] ?? "",
          { left: middle + short, top: 8, right: raster.width - 12, bottom: height },
          confidence,
        ),
        word(behind[at] ?? "", { left: 12, top: 8, right: middle - 30, bottom: height }),
      ];
    },
  };
}
const read = (one: ReturnType<typeof engine>, box = PIECE) =>
  carriedReading(PAGE, box, { carriers: CARRIERS, engine: one })?.map(({ text }) => text);
const BEHIND = ["العنوان", "الوظيفة"];

Deno.test("a piece that two readings beside other words agree on is read, where it stands", () => {
  const words = carriedReading(PAGE, PIECE, {
    carriers: CARRIERS,
    engine: engine(["الديانة", "الديانة"], BEHIND),
  }) ?? [];
  assert.deepEqual(words.map(({ text }) => text), ["الديانة"]);
  const [{ box } = { box: PIECE }] = words;
  assert.ok(box.left >= PIECE.left && box.right <= PIECE.right && box.top >= PIECE.top, JSON.stringify(box));
});

Deno.test("readings that differ, are unsure, have figures or come with a misread word are not used", () => {
  assert.equal(read(engine(["الديانة", "الدبانة"], BEHIND)), undefined);
  assert.equal(read(engine(["الديانة", "الديانة"], BEHIND, { confidence: 0.5 })), undefined);
  assert.equal(read(engine(["2026", "2026"], BEHIND)), undefined);
  assert.equal(read(engine(["الديانة", "الديانة"], BEHIND, { short: 50 })), undefined, "half of the ink");
  assert.equal(read(engine(["الديانة", "الديانة"], ["العنوان", "الوطيفة"])), undefined);
});

Deno.test("a first reading that fails is the only one, and long pieces and pages with one sure word are not tried", () => {
  const failing = engine([""], BEHIND);
  read(failing);
  assert.equal(failing.seen.length, 1);
  const untried = engine([], []);
  assert.equal(carriedReading(PAGE, PIECE, { carriers: CARRIERS.slice(1), engine: untried }), undefined);
  const long = { left: 10, top: 150, right: 470, bottom: 176 };
  const wide = page([long, ...CARRIERS.map(({ box }) => box)]);
  assert.equal(carriedReading(wide, long, { carriers: CARRIERS, engine: untried }), undefined);
  assert.equal(untried.seen.length, 0);
});

Deno.test("words beside which others are read are sure, Arabic and neither short nor long", () => {
  const box = { left: 0, top: 0, right: 80, bottom: 24 };
  const words = [
    word("الجهة", box),
    word("الجهه", box, 0.8),
    word("من", box),
    word("Name", box),
    word("٢٠٢٦", box),
    word("المستشفيات", { ...box, right: 300 }),
  ];
  assert.deepEqual(carriersOf([{ box, words }]).map(({ text }) => text), ["الجهة"]);
});
