import assert from "node:assert/strict";
import type { Engine } from "./engine.ts";
import { isReadable, leftOf, readMixed, withUnits } from "./second_engine.ts";
import type { Word } from "../layout/page.ts";

const word = (text: string, left: number, right: number, bottom = 22): Word => ({
  text,
  confidence: 0.9,
  box: { left, top: 0, right, bottom },
});

Deno.test("a stroke close after a number is read as the l of a unit and flagged; a rule beside it is not", () => {
  const [, litre] = withUnits([word("20", 0, 25), word("|", 37, 40)]);
  assert.deepEqual([litre?.text, litre?.confidence], ["l", 0.6]);
  const [, pounds] = withUnits([word("5", 0, 12), word("|b", 20, 40)]);
  assert.deepEqual([pounds?.text, pounds?.confidence], ["lb", 0.6]);
  const far = [word("20", 0, 25), word("|", 90, 93)];
  const tall = [word("20", 0, 25), word("|", 37, 40, 60)];
  const behindName = [word("can", 0, 25), word("|", 37, 40)];
  for (const words of [far, tall, behindName, [word("5", 0, 12), word("|bag", 20, 60)]]) {
    assert.deepEqual(withUnits(words), words);
  }
});

const line = (...words: Word[]) => ({ box: { left: 0, top: 0, right: 500, bottom: 22 }, words });
const read = (text: string, confidence: number, left = 0, right = 100) => ({
  ...word(text, left, right),
  confidence,
});

Deno.test("a line with a speck, or a label whose value could not be read, is text", () => {
  assert.ok(isReadable(line(read(":", 0.28), read("HSC/INV/26-4471", 0.67))));
  assert.ok(isReadable(line(read("الإشارة:", 0.63), read("د", 0.48), read("وج/07/77)", 0.12))));
  assert.ok(!isReadable(line(read("TO", 0.28), read("EER", 0.34))));
});

Deno.test("certain words of a line beside the pieces that are read again are kept", () => {
  const [label, month, year] = [
    read("التاريخ:", 0.81, 200, 280),
    read("نوفمبر", 0.79, 60, 120),
    read("777", 0.67, 0, 45),
  ];
  const piece = { box: { left: 195, top: 0, right: 285, bottom: 22 }, words: [label] };
  const engine = { script: "ara" as const };
  assert.deepEqual(leftOf(line(label, month, year), { pieces: [piece], known: [] }, engine).words, [month]);
  assert.deepEqual(leftOf(line(label, month), { pieces: [piece], known: [month] }, engine).words, []);
  const elsewhere = { ...piece, box: { ...piece.box, top: 40, bottom: 62 } };
  assert.deepEqual(leftOf(line(label, month, year), { pieces: [elsewhere], known: [] }, engine).words, [
    label,
    month,
    year,
  ]);
});

Deno.test("a comma behind an Arabic unit is no hamza", () => {
  const words = [word("سمء", 0, 25), word("شيء", 40, 70), word("جزء", 80, 110)];
  assert.deepEqual(withUnits(words).map(({ text }) => text), ["سم،", "شيء", "جزء"]);
});

const BLANK = { width: 600, height: 60, data: new Uint8Array(36_000).fill(255) };

/** An engine that reads a page as one line, and each line as the same words. */
function engine(script: Engine["script"], page: Word[], again: Word[]): Engine {
  const readLine = () => again;
  return {
    script,
    readLine,
    readFigures: readLine,
    readPage: () => page.length === 0 ? [] : [line(...page)],
    lineBoxes: () => [],
    decode: () => undefined,
  };
}
const textOf = (words: Word[]) => words.map(({ text }) => text).join(" ");

Deno.test("a line that neither engine reads is read again by the page's own", () => {
  const arabic = engine("ara", [read("نحدر", 0.2), read("البصاع", 0.1, 110, 200)], [
    read("تحدد", 0.92),
    read("البضائع", 0.92, 110, 200),
  ]);
  const english = engine("eng", [], [read("as", 0.3), read("glad", 0.1, 110, 200)]);
  const [own] = readMixed(BLANK, [arabic, english], arabic);
  assert.equal(textOf(own?.words ?? []), "تحدد البضائع");
});

Deno.test("the Arabic model's figures in a line of an English page are no surer than its figures are", () => {
  const english = engine("eng", [read("06/09/2026", 0.5, 0, 90), read("bs", 0.1, 110, 200)], []);
  const arabic = engine("ara", [], [read("6", 0.95, 80, 90), read("شراء", 0.93, 110, 200)]);
  const [mixed] = readMixed(BLANK, [english, arabic], english);
  const figures = mixed?.words.filter(({ text }) => /\d/.test(text)) ?? [];
  assert.ok(
    figures.length > 0 && figures.every(({ confidence }) => confidence < 0.9),
    JSON.stringify(figures),
  );
});
