import assert from "node:assert/strict";
import type { Line, Word } from "./page.ts";
import { inReadingOrder, languageOf, lineOf, pageOrder, withSizes } from "./word_order.ts";

/** Words at positions from left to right. */
function placed(...texts: string[]): Word[] {
  return texts.map((text, i) => ({
    text,
    confidence: 1,
    box: { left: i * 100, top: 0, right: i * 100 + 90, bottom: 20 },
  }));
}

function read(words: Word[], pageIsArabic = false): string {
  return inReadingOrder(words, pageIsArabic).map((word) => word.text).join(" ");
}

Deno.test("an English line is read from the left, in any order of its boxes", () => {
  assert.equal(read(placed("the", "quick", "fox").toReversed()), "the quick fox");
});

Deno.test("an Arabic line is read from the right, its Latin run from the left", () => {
  assert.equal(
    read(placed("للبريد", "Microsoft", "Exchange", "2019", "نظام"), true),
    "نظام Microsoft Exchange 2019 للبريد",
  );
});

Deno.test("amounts before a currency and numbers between Arabic words keep their place", () => {
  assert.equal(read(placed("ريال", "300.00", "%15", "المضافة")), "المضافة %15 300.00 ريال");
  assert.equal(read(placed("AED", "500", "المبلغ")), "المبلغ 500 AED");
});

Deno.test("an Arabic run in an English line is read from the right", () => {
  assert.equal(read(placed("Name:", "علي", "سارة", "Ms")), "Name: سارة علي Ms");
});

Deno.test("a line of only numbers has the direction of the page", () => {
  assert.equal(read(placed("1", "2", "3"), true), "3 2 1");
  assert.equal(read(placed("1", "2", "3"), false), "1 2 3");
});

Deno.test("columns are read in the direction of the page", () => {
  const line = (text: string, left: number, top: number): Line =>
    lineOf([{ text, confidence: 1, box: { left, top, right: left + 400, bottom: top + 20 } }], false);
  const left = [line("l1", 0, 0), line("l2", 0, 30), line("l3", 0, 60)];
  const right = [line("r1", 500, 0), line("r2", 500, 30), line("r3", 500, 60)];
  const texts = (lines: Line[]) => lines.map((one) => one.text).join(" ");
  assert.equal(texts(pageOrder([...left, ...right], false)), "l1 l2 l3 r1 r2 r3");
  assert.equal(texts(pageOrder([...left, ...right], true)), "r1 r2 r3 l1 l2 l3");
  assert.equal(texts(pageOrder([...right, ...left], false)), "l1 l2 l3 r1 r2 r3");
});

Deno.test("languageOf() returns mixed when both scripts have a considerable share", () => {
  assert.deepEqual(["hello", "مرحبا", "hello مرحبا", "a long English text ج"].map(languageOf), [
    "en",
    "ar",
    "mixed",
    "en",
  ]);
});

Deno.test("the sign between two numbers has no direction in an Arabic line, and turns them in one word", () => {
  const words = placed("مل", "100", "x", "4", "الغلوكوز", "فحص");
  assert.equal(inReadingOrder(words, true).map(({ text }) => text).join(" "), "فحص الغلوكوز 4 x 100 مل");
  const texts = (...words: string[]) => withSizes(placed(...words)).map(({ text }) => text);
  assert.deepEqual(texts("90x210", "25×30×40", "60x60", "A90x210"), [
    "210×90",
    "40×30×25",
    "60×60",
    "A90x210",
  ]);
  assert.deepEqual(texts("مل", "100", "x", "4"), ["مل", "100", "×", "4"]);
});
