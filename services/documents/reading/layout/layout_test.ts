import assert from "node:assert/strict";
import { linesOfWords, rowsOf } from "./layout.ts";
import type { Word } from "./page.ts";
import { tablesOf } from "./tables.ts";

function word(text: string, left: number, top: number, width = text.length * 10): Word {
  return { text, confidence: 1, box: { left, top, right: left + width, bottom: top + 20 } };
}

/** A line of six-letter words from `left`. */
function running(text: string, left: number, top: number): Word[] {
  return text.split(" ").map((part, i) => word(part, left + i * 70, top, 60));
}

const texts = (words: Word[]) => linesOfWords(words).map((line) => line.text);

Deno.test("two columns of running text are read one after the other, in Arabic from the right", () => {
  const rows = Array.from({ length: 8 }, (_, i) => i);
  const english = rows.flatMap((i) => [
    ...running(`left${i} aaaaaa bbbbbb cccccc dddddd`, 0, i * 30),
    ...running(`right${i} eeeeee ffffff gggggg hhhhhh`, 460, i * 30),
  ]);
  assert.deepEqual(texts(english).map((line) => line.split(" ")[0]), [
    ...rows.map((i) => `left${i}`),
    ...rows.map((i) => `right${i}`),
  ]);
  const arabic = rows.flatMap((i) => [
    ...running("الف باءاء تاءاء ثاءاء يسار", 0, i * 30),
    ...running("جيم حاءاء خاءاء دالال يمين", 460, i * 30),
  ]);
  assert.ok(texts(arabic)[0]?.startsWith("يمين"), texts(arabic)[0]);
  assert.ok(texts(arabic)[8]?.startsWith("يسار"));
});

Deno.test("a table keeps columns under wrapped, empty and spanning cells", () => {
  const row = (top: number, ...cells: [string, number][]) =>
    cells.map(([text, left]) => word(text, left, top));
  const [table] = tablesOf([
    ...row(0, ["Item", 0], ["Qty", 300], ["Price", 450], ["Amount", 600]),
    ...row(60, ["Pumps", 0], ["2", 310], ["10.00", 450], ["20.00", 600]),
    ...row(83, ["spare", 0]),
    ...row(140, ["Delivery", 0], ["5.00", 600]),
  ]);
  assert.deepEqual(table?.header, ["Item", "Qty", "Price", "Amount"]);
  assert.deepEqual(table?.rows, [["Pumps spare", "2", "10.00", "20.00"], ["Delivery", "", "", "5.00"]]);
});

Deno.test("a form of labels and values is not a table", () => {
  assert.deepEqual(
    tablesOf([
      ...[word("Name:", 0, 0), word("Sara", 200, 0)],
      ...[word("Born:", 0, 40), word("1990", 200, 40)],
      ...[word("City:", 0, 80), word("Muscat", 200, 80)],
    ]),
    [],
  );
});

Deno.test("headings of two lines are merged, and specks between rows do not split a table", () => {
  const row = (top: number, ...cells: [string, number][]) =>
    cells.map(([text, left]) => word(text, left, top));
  const [table, ...others] = tablesOf([
    ...row(0, ["Article", 0], ["Pieces", 300], ["Price", 450], ["Amount", 600]),
    ...row(24, ["excl.", 450], ["excl.", 600]),
    ...row(70, ["Pumps", 0], ["2", 310], ["10.00", 450], ["20.00", 600]),
    ...row(92, [":", 310]),
    ...row(110, ["Hoses", 0], ["1", 310], ["5.00", 450], ["5.00", 600]),
  ]);
  assert.deepEqual(table?.header, ["Article", "Pieces", "Price excl.", "Amount excl."]);
  assert.deepEqual(table?.rows, [["Pumps", "2", "10.00", "20.00"], ["Hoses", "1", "5.00", "5.00"]]);
  assert.deepEqual(others, []);
});

Deno.test("a title as high as several lines of an address is a line of its own", () => {
  const tall = (text: string, left: number, top: number, height = 54): Word => ({
    text,
    confidence: 1,
    box: { left, top, right: left + text.length * 24, bottom: top + height },
  });
  assert.deepEqual(
    texts([
      tall("Kilbride", 0, 0),
      tall("INVOICE", 800, 20, 64),
      ...running("Gort Street Ennis", 0, 62),
    ]),
    ["Kilbride INVOICE", "Gort Street Ennis"],
  );
  assert.deepEqual(texts([tall("950", 200, 0, 40), ...running("Total", 0, 14)]), ["Total 950"]);
});

Deno.test("a short word stays on its line beside low digits", () => {
  const at = (text: string, left: number, [top, bottom]: [number, number]): Word => ({
    text,
    confidence: 0.9,
    box: { left, top, right: left + text.length * 10, bottom },
  });
  const line = texts([
    at("الفاتورة", 0, [6, 30]),
    at("تاريخ", 90, [6, 32]),
    at("من", 150, [14, 31]),
    at("يوما", 180, [6, 30]),
    at("60", 230, [7, 22]),
    at("بأجل", 260, [0, 31]),
    at("الدفع", 310, [6, 32]),
  ]);
  assert.deepEqual(line, ["الدفع بأجل 60 يوما من تاريخ الفاتورة"]);
});

Deno.test("a low word close between the tall words of a title stays on its line, small lines beside it do not", () => {
  const high = (text: string, left: number, width: number, height: number, top = 149): Word => ({
    text,
    confidence: 0.9,
    box: { left, top, right: left + width, bottom: top + height },
  });
  const words = [
    high("مستشفى", 1393, 115, 31),
    high("نور", 1342, 39, 29),
    high("الدلتا", 1271, 61, 24),
    high("التخصصي", 1125, 122, 38),
    high("صورة", 248, 52, 22, 169),
    high("للمورد", 185, 53, 24, 167),
  ];
  assert.deepEqual(linesOfWords(words).map(({ text }) => text), ["مستشفى نور الدلتا التخصصي", "صورة للمورد"]);
});

Deno.test("a low word between the tall words of a name stays there, though another low word stands far beside", () => {
  const high = (text: string, left: number, width: number, top: number, height: number): Word => ({
    text,
    confidence: 0.9,
    box: { left, top, right: left + width, bottom: top + height },
  });
  const words = [
    high("أكاديمية", 1339, 116, 198, 43),
    high("سنديان", 1224, 102, 206, 37),
    high("السلط", 1125, 86, 206, 27),
    high("للتدريب", 1004, 109, 206, 36),
    high("المهني", 904, 87, 206, 43),
    high("دينار", 451, 52, 199, 51),
    high("فلس", 267, 49, 216, 30),
  ];
  const [name = []] = rowsOf(words);
  assert.ok(name.some(({ text }) => text === "السلط"));
});

Deno.test("a speck of a scan holds no word of a line apart from the others", () => {
  const at = (text: string, left: number, top: number, bottom: number): Word => ({
    text,
    confidence: 0.9,
    box: { left, top, right: left + text.length * 14, bottom },
  });
  const words = [
    at("3", 20, 119, 131),
    at("Wakra", 400, 124, 162),
    at("Pearls", 490, 126, 162),
    at("Hotels", 590, 124, 162),
    at("Company", 690, 128, 164),
    ...running("some words of the usual size", 0, 300),
  ];
  assert.ok(rowsOf(words).some((row) => row.filter(({ text }) => text !== "3").length === 4));
});
