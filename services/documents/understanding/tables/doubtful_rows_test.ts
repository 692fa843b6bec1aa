import assert from "node:assert/strict";
import { doubtfulRows } from "./doubtful_rows.ts";
import type { ReadPage } from "../results/read_page.ts";

const box = { left: 0, top: 0, right: 100, bottom: 20 };

function doubtful(text: string, source: "ocr" | "text", sure = 0.95): number[] {
  const word = { text, confidence: source === "ocr" ? sure : 1, box };
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
  assert.deepEqual(doubtful("HbAlc by HPLC", "ocr"), [0]);
  assert.deepEqual(doubtful("Cleaner for rollers, 20 l", "ocr"), []);
  assert.deepEqual(doubtful("Cleaner for rollers, 20 1", "text"), []);
});

Deno.test("a row is doubtful close to words that no cell has, and one with a word before its number", () => {
  const place = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 20 });
  const rows = [["Printer with", "feeder 2"], ["Toner", "12"], ["Switch", "3"], ["Cable", "5"]].map((
    texts,
    i,
  ) => ({ page: 1, texts, places: [place(0, i * 100), place(300, i * 100)] }));
  const pagesWith = (text: string, top: number): ReadPage[] => {
    const word = { text, confidence: 1, box: place(0, top) };
    const line = { text, words: [word], confidence: 1, box: word.box };
    const placement = { width: 500, height: 500, turn: 0, skew: 0 };
    return [{
      page: 1,
      content: { width: 500, height: 500, source: "text", lines: [line], tables: [], placement },
    }];
  };
  assert.deepEqual(doubtfulRows(rows, pagesWith("original", 125)), [0, 1]);
  assert.deepEqual(doubtfulRows(rows, pagesWith("managed", 175)), [0, 2]);
  assert.deepEqual(doubtfulRows(rows, pagesWith("Networks", 150)), [0], "a heading between the rows");
  const plain = rows.map((row) => ({ ...row, texts: [row.texts[0] ?? "", "Box 2"] }));
  assert.deepEqual(doubtfulRows(plain, pagesWith("Notes", 450)), []);
});

Deno.test("an Arabic word needs more confidence than a Latin one, since its letters differ by dots", () => {
  assert.deepEqual(doubtful("رثوي", "ocr", 0.71), [0]);
  assert.deepEqual(doubtful("رئوي", "ocr", 0.9), []);
  assert.deepEqual(doubtful("lung", "ocr", 0.71), []);
});
