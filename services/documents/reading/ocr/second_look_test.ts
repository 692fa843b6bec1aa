import assert from "node:assert/strict";
import type { Raster } from "../images/raster.ts";
import type { Word } from "../layout/page.ts";
import type { Engine } from "./engine.ts";
import { lookedAgain } from "./second_look.ts";

const line = (text: string, left: number, right: number) => {
  const box = { left, top: 20, right, bottom: 40 };
  return { box, words: [{ text, confidence: 0.7, box }] };
};

/** A strip of paper with ink between each two positions. */
function inked(...spans: [number, number][]): Raster {
  const [width, height] = [400, 60];
  const data = new Uint8Array(width * height).fill(255);
  for (const [left, right] of spans) {
    for (let y = 22; y < 38; y++) data.fill(0, y * width + left, y * width + right);
  }
  return { width, height, data };
}

Deno.test("a figure read again ends at a word that was read as a line of its own beside it", () => {
  const seen: number[] = [];
  const readLine = ({ width }: Raster): Word[] => {
    seen.push(width);
    return [];
  };
  const engine: Engine = {
    script: "eng",
    readLine,
    readFigures: readLine,
    readPage: () => [],
    lineBoxes: () => [],
    decode: () => undefined,
  };
  const paper = inked([20, 100], [104, 130]);
  const alone = lookedAgain(paper, [line("2,23,685.", 20, 100)], [engine], engine);
  const both = lookedAgain(paper, [line("2,23,685.", 20, 100), line("Cr", 104, 130)], [engine], engine);
  assert.deepEqual([alone.length, both.length], [1, 2]);
  const [whole = 0, cut = 0] = seen;
  assert.ok(whole >= 110 && cut < 100, `${whole} and ${cut} pixels were read`);
});

Deno.test("a figure read again takes the place of its signs that were read apart", () => {
  const date = { text: "06/09/2026", confidence: 0.96, box: { left: 6, top: 4, right: 104, bottom: 20 } };
  const engine: Engine = {
    script: "eng",
    readLine: () => [date],
    readFigures: () => [date],
    readPage: () => [],
    lineBoxes: () => [],
    decode: () => undefined,
  };
  const arabic: Engine = { ...engine, script: "ara" };
  const [six, signs] = [line("6", 90, 100).words, line(".:", 24, 60).words];
  const box = { left: 20, top: 20, right: 100, bottom: 40 };
  const [read] = lookedAgain(
    inked([20, 100]),
    [{ box, words: [...six, ...signs] }],
    [engine, arabic],
    arabic,
  );
  assert.deepEqual(read?.words.map(({ text }) => text), ["06/09/2026"]);
});
