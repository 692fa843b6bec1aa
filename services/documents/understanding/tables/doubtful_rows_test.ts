import assert from "node:assert/strict";
import { doubtfulRows } from "./doubtful_rows.ts";
import type { ReadPage } from "../results/read_page.ts";

const box = { left: 0, top: 0, right: 100, bottom: 20 };

function doubtful(text: string, source: "ocr" | "text"): number[] {
  const word = { text, confidence: source === "ocr" ? 0.95 : 1, box };
  const line = { text, words: [word], confidence: word.confidence, box };
  const placement = { width: 100, height: 100, turn: 0, skew: 0 };
  const content = { width: 100, height: 100, source, lines: [line], tables: [], placement };
  const pages: ReadPage[] = [{ page: 1, content }];
  return doubtfulRows([{ page: 1, texts: [text], places: [box] }], pages);
}

Deno.test("a lone one after a number and digits of both scripts in one word may be misread in a scan", () => {
  assert.deepEqual(doubtful("Cleaner for rollers, 20 1", "ocr"), [0]);
  assert.deepEqual(doubtful("Drinking water, bottle of 191", "ocr"), [0]);
  assert.deepEqual(doubtful("علف دواجن 9617١", "ocr"), [0]);
  assert.deepEqual(doubtful("Cleaner for rollers, 20 l", "ocr"), []);
  assert.deepEqual(doubtful("Cleaner for rollers, 20 1", "text"), []);
});
