import assert from "node:assert/strict";
import { agreedReading, lookedCloser } from "./closer_look.ts";
import type { Word } from "../layout/page.ts";
import type { Engine } from "./engine.ts";

const words = (text: string, confidence: number): Word[] =>
  text.split(" ").map((one, i) => ({
    text: one,
    confidence,
    box: { left: i * 50, top: 0, right: i * 50 + 40, bottom: 20 },
  }));
const textOf = (read: Word[]) => read.map(({ text }) => text).join(" ");

Deno.test("a reading that two attempts agree on is used, with higher confidence than each", () => {
  const read = agreedReading(words("دباسه مكتت", 0.5), [words("دباسة مكتب", 0.7), words("دباسة مكتب", 0.75)]);
  assert.equal(textOf(read), "دباسة مكتب");
  assert.ok(read.every(({ confidence }) => confidence >= 0.8));
});

Deno.test("a single reading is used if clearly more confident, and is flagged for review", () => {
  const read = agreedReading(words("دباسه مكتت", 0.4), [words("دباسة مكتب", 0.9)]);
  assert.equal(textOf(read), "دباسة مكتب");
  assert.ok(read.every(({ confidence }) => confidence < 0.65));
});

Deno.test("readings with a small gain, partial agreement or no Arabic change nothing", () => {
  const first = words("دباسة مكتب", 0.65);
  assert.equal(agreedReading(first, [words("دبابة مكتب", 0.7)]), first);
  assert.equal(agreedReading(first, [words("دبابة مكت", 0.4), words("دبابة مكت", 0.5)]), first);
  assert.equal(agreedReading(first, [words("Lol yo", 0.95)]), first);
});

Deno.test("Latin words beside Arabic ones are not read by the Arabic model", () => {
  const blank = { width: 300, height: 30, data: new Uint8Array(9000).fill(255) };
  const misread = words("0011030 280110", 0.9);
  const engine: Engine = {
    script: "ara",
    readLine: () => misread,
    readFigures: () => misread,
    readPage: () => [],
    lineBoxes: () => [],
    decode: () => undefined,
  };
  const line = [...words("tenders@harbour.example", 0.4), ...words("x x البريد", 0.92).slice(2)];
  const box = { left: 0, top: 0, right: 300, bottom: 20 };
  const [read] = lookedCloser(blank, [{ box, words: line }], [engine]);
  assert.equal(textOf(read?.words ?? []), "tenders@harbour.example البريد");
});
