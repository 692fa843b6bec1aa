import assert from "node:assert/strict";
import type { Word } from "./page.ts";
import { tablesOf } from "./tables.ts";

function row(top: number, ...cells: [string, number][]): Word[] {
  return cells.flatMap(([text, left]) => {
    let at = left;
    return text.split(" ").map((one) => {
      const box = { left: at, top, right: at + one.length * 10, bottom: top + 20 };
      at = box.right + 8;
      return { text: one, confidence: 1, box };
    });
  });
}

/** The words on the other side of the page. */
const mirrored = (words: Word[]) =>
  words.map((one) => ({ ...one, box: { ...one.box, left: 800 - one.box.right, right: 800 - one.box.left } }));

const FIGURES: [string, number][][] = [
  [["118204", 0], ["6", 330], ["14.20", 430], ["85.20", 720]],
  [["220317", 0], ["10", 320], ["3.45", 440], ["10%", 580], ["31.05", 720]],
  [["310088", 0], ["1", 330], ["6.85", 440], ["6.85", 730]],
];

function receipt(head: [string, number][], names: string[]): Word[] {
  return [
    ...row(0, ...head),
    ...names.flatMap((name, i) => [
      ...row(40 + i * 80, [name, 0]),
      ...row(70 + i * 80, ...FIGURES[i] ?? []),
    ]),
  ];
}

Deno.test("the number of an article below its name is not its name", () => {
  const names = ["COPPER TUBE 15MM X 3M", "ISOLATING VALVE", "FLUX PASTE"];
  const [table] = tablesOf(
    receipt([["ITEM", 0], ["QTY", 310], ["PRICE", 430], ["DISC", 570], ["NET", 740]], names),
  );
  assert.deepEqual(table?.rows.map(([name]) => name), names);
  assert.deepEqual(table?.rows[1], ["ISOLATING VALVE", "10", "3.45", "10%", "31.05"]);
});

Deno.test("the number of an article below its Arabic name is not its name", () => {
  const names = ["أنبوب نحاس", "صمام عزل", "معجون لحام"];
  const [table] = tablesOf(mirrored(
    receipt([["الصنف", 0], ["الكمية", 310], ["السعر", 430], ["الخصم", 570], ["المبلغ", 730]], names),
  ));
  assert.deepEqual(table?.rows.map(([, quantity, price]) => [quantity, price]), [["6", "14.20"], [
    "10",
    "3.45",
  ], ["1", "6.85"]]);
  assert.ok(table?.rows.every(([name = ""]) => /\p{L}{3}/u.test(name) && !/\d/.test(name)));
});
