import assert from "node:assert/strict";
import { rollTable } from "./roll_items.ts";
import type { FieldRow } from "./field_row.ts";

const rows = (lines: string[][], confidence = 1): FieldRow[] =>
  lines.map((texts, i) => {
    const box = { left: 0, right: 500, top: i * 30, bottom: i * 30 + 20 };
    const cells = texts.map((text) => ({ text, confidence, page: 1, box }));
    return { cells, page: 1, box, placed: true, rightToLeft: false, inTable: false };
  });

Deno.test("names with quantity and price below or beside them are line items of a till receipt", () => {
  const table = rollTable(rows([
    ["CORNER SHOP"],
    ["Fresh laban 2 L"],
    ["2 x 0.950", "1.900"],
    ["Bananas 1.240 @ 0.650", "0.806"],
    ["TOTAL", "2.706"],
  ]));
  assert.deepEqual(table?.rows, [["Fresh laban 2 L", "2", "0.950", "1.900"], [
    "Bananas",
    "1.240",
    "0.650",
    "0.806",
  ]]);
});

Deno.test("a line with only a readable amount keeps its row, without quantity and price", () => {
  const table = rollTable(
    rows([["Laban"], ["2 x 0.950", "1.900"], ["Soap"], ["1.350"], ["Bread"], ["3x 0.300", "0.900"]], 0.9),
  );
  assert.deepEqual(table?.rows[1], ["Soap", "", "", "1.350"]);
  assert.equal(table?.scanned, true);
});

Deno.test("sizes and single prices are not a till receipt", () => {
  assert.equal(rollTable(rows([["Frame 40 x 60"], ["TOTAL", "12.00"]])), undefined);
  assert.equal(rollTable(rows([["Cash", "12.00"], ["Change", "2.00"]])), undefined);
});

Deno.test("amounts beside names stand between names above their figures, and letters of tax rates behind amounts", () => {
  const table = rollTable(rows([
    ["ITEM", "ZAR"],
    ["BROWN BREAD 700G"],
    ["2 @ 19.99", "39.98 Z"],
    ["FULL CREAM MILK 2L", "34.99 Z"],
    ["TOMATOES LOOSE"],
    ["0.862 kg @ 29.99", "25.85 Z"],
    ["WASHING POWDER 3KG", "119.99 A"],
    ["Total", "220.81"],
    ["DEBIT CARD", "220.81"],
  ]));
  assert.deepEqual(table?.rows, [
    ["BROWN BREAD 700G", "2", "19.99", "39.98"],
    ["FULL CREAM MILK 2L", "1", "34.99", "34.99"],
    ["TOMATOES LOOSE", "0.862", "29.99", "25.85"],
    ["WASHING POWDER 3KG", "1", "119.99", "119.99"],
  ]);
});

Deno.test("codes of articles stand before quantity and price, and lines of another slip between them", () => {
  const [name, slip, figures, ...others] = rows([
    ["COPY PAPER"],
    ["PIN VERIFIED"],
    ["6084177001828", "10 x 1.750", "17.500"],
    ["STAPLES"],
    ["6084177055081", "5 x 0.350", "1.750"],
  ]);
  const beside = slip && { ...slip, box: { ...slip.box, left: 900, right: 1300 } };
  const table = rollTable([name, beside, figures, ...others].filter((row) => row !== undefined));
  assert.deepEqual(table?.rows, [["COPY PAPER", "10", "1.750", "17.500"], [
    "STAPLES",
    "5",
    "0.350",
    "1.750",
  ]]);
});

Deno.test("the quantity may precede the name, and the price follow it", () => {
  const table = rollTable(rows([["2 Flat white @ 4.50", "9.00"], ["1 Cheddar bagel @ 9.75", "9.75"]]));
  assert.deepEqual(table?.rows, [["Flat white", "2", "4.50", "9.00"], [
    "Cheddar bagel",
    "1",
    "9.75",
    "9.75",
  ]]);
});

Deno.test("a quantity misread as a letter is derived from the amount", () => {
  const lines = [["شاش طبي"], ["XY ١٢٫٢٥", "٣٦٫٧٥"], ["محلول ملح"], ["٢ X ٢٧٫٠٠", "٥٤٫٠٠"]];
  assert.deepEqual(rollTable(rows(lines, 0.8))?.rows[0], ["شاش طبي", "", "12.25", "36.75"]);
  assert.equal(rollTable(rows(lines)), undefined, "in a file nothing is misread");
});

Deno.test("a line of very many digits takes no longer to search than a short one", () => {
  assert.equal(rollTable(rows([["Laban"], ["9".repeat(400_000)]])), undefined);
});

Deno.test("a misread multiplication sign is accepted if the amount confirms it", () => {
  const roll = [["Soap"], ["2 x 1.50", "3.00"], ["Thermometer, digital"], ["1 % 31.50", "31.50"], ["Tea"], [
    "3 x 1.00",
    "3.00",
  ]];
  assert.deepEqual(rollTable(rows(roll, 0.9))?.rows[1], ["Thermometer, digital", "1", "31.50", "31.50"]);
  assert.equal(rollTable(rows(roll))?.rows.length, 2);
});

Deno.test("the quantity to the right of the price on Arabic receipts is recognised, and misread lines keep their row", () => {
  const table = rollTable(
    rows([["Majboos"], ["2 % 2050", "5.500"], ["Lemon"], ["0.950 x 3", "2.850"]], 0.9),
  );
  assert.deepEqual(table?.rows, [["Majboos", "", "", "5.500"], ["Lemon", "3", "0.950", "2.850"]]);
});

Deno.test("amounts beside names are confirmed by quantity and price below, and rows without those are one piece each", () => {
  const table = rollTable(rows([
    ["RECEIPT 0093", "REG 02"],
    ["Nails", "2.50"],
    ["Deck screw 3 in", "63.96"],
    ["2 @ 31.98"],
    ["Work gloves, large", "$29.25 T"],
    ["3@9.75"],
    ["Tape", "4.00"],
    ["SUBTOTAL", "99.71"],
    ["VISA", "99.71"],
  ]));
  assert.deepEqual(table?.rows, [
    ["Nails", "1", "2.50", "2.50"],
    ["Deck screw 3 in", "2", "31.98", "63.96"],
    ["Work gloves, large", "3", "9.75", "29.25"],
    ["Tape", "1", "4.00", "4.00"],
  ]);
});

Deno.test("a misread line of quantity and price keeps its row, and unconfirmed lines are not a till receipt", () => {
  const lines = [["Tea", "6.50"], ["2 % 325"], ["Rice", "9.00"], ["٣ × ٣٫٠٠"], ["TOTAL", "15.50"]];
  assert.deepEqual(rollTable(rows(lines, 0.9))?.rows, [["Tea", "", "", "6.50"], [
    "Rice",
    "3",
    "3.00",
    "9.00",
  ]]);
  const frames = [["Frame, large", "12.00"], ["40 x 60"], ["Frame, small", "9.00"], ["20 x 30"]];
  assert.equal(rollTable(rows(frames)), undefined);
});

Deno.test("a name on a receipt with an uncertain word is flagged", () => {
  const lines = rows([["Soap"], ["2 x 1.50", "3.00"], ["Tca"], ["3 x 1.00", "3.00"]], 0.9);
  const unsure = lines.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => cell.text === "Tca" ? { ...cell, least: 0.5 } : cell),
  }));
  assert.deepEqual(rollTable(unsure)?.doubtful, [1]);
  assert.equal(rollTable(lines)?.doubtful, undefined);
});

Deno.test("goods by weight and measure have their unit beside the number or behind the price", () => {
  const below = rollTable(rows([
    ["Diesel, pump 4"],
    ["41.37 L x 1.689", "69.87"],
    ["Tomatoes"],
    ["0.532 kg @ £2.95/kg", "1.57"],
    ["أرز"],
    ["٢ كجم × ٣٫٥٠", "٧٫٠٠"],
  ]));
  assert.deepEqual(below?.rows, [
    ["Diesel, pump 4", "41.37", "1.689", "69.87"],
    ["Tomatoes", "0.532", "2.95", "1.57"],
    ["أرز", "2", "3.50", "7.00"],
  ]);
  const beside = rollTable(
    rows([["Apples", "5.00"], ["2 lb @ $2.50 / lb"], ["Pears", "3.20"], ["2 x 1.60"]]),
  );
  assert.deepEqual(beside?.rows.map((row) => row[1]), ["2", "2"]);
});

Deno.test("a scanned line of quantity and price without its sign counts if the amount above confirms it", () => {
  const lines = [
    ["كباب ضاني", "855.00"],
    ["3 285.00"],
    ["سلطة", "152.00"],
    ["38.00 beds"],
    ["عصير قصب", "160.00"],
    ["5 xX 32.00"],
    ["أرز", "181.00"],
    ["4", "45.25"],
    ["المجموع", "1348.00"],
  ];
  assert.deepEqual(rollTable(rows(lines, 0.9))?.rows, [
    ["كباب ضاني", "3", "285.00", "855.00"],
    ["سلطة", "", "38.00", "152.00"],
    ["عصير قصب", "5", "32.00", "160.00"],
    ["أرز", "4", "45.25", "181.00"],
  ]);
  assert.equal(rollTable(rows([["Kebab", "855.00"], ["3 286.00"], ["Salad", "152.00"]], 0.9)), undefined);
});

Deno.test("of a misread line the two numbers count that multiply to the amount, and its row is doubtful", () => {
  const roll = [["شاش طبي"], ["2 x 1.400", "2.800"], ["ماء صغير"], ["4x 0.1 0.150", "0.600"]];
  const table = rollTable(rows(roll, 0.9));
  assert.deepEqual(table?.rows[1], ["ماء صغير", "4", "0.150", "0.600"]);
  assert.deepEqual(table?.doubtful, [1]);
});

Deno.test("units of any word count below a name; offers are taken off, and goods follow lines with units", () => {
  const cups = rollTable(
    rows([["Mixed grill"], ["1 plate x 55.00", "55.00"], ["Juice"], ["2 cups @ 9.50", "19.00"]]),
  );
  assert.deepEqual(cups?.rows, [["Mixed grill", "1", "55.00", "55.00"], ["Juice", "2", "9.50", "19.00"]]);
  const weighed = rollTable(rows([
    ["APPLES", "9.50"],
    ["2 X 4.75"],
    ["BANANA", "6.20"],
    ["1.240 KG X 5.00"],
    ["DETERGENT", "22.00"],
    ["SPECIAL OFFER", "-2.00"],
    ["TOTAL", "35.70"],
  ]));
  assert.deepEqual(weighed?.rows.slice(2), [
    ["DETERGENT", "1", "22.00", "22.00"],
    ["SPECIAL OFFER", "1", "-2.00", "-2.00"],
  ]);
});

Deno.test("prices below names may have letters of a currency and groups of thousands", () => {
  const table = rollTable(rows([
    ["Served by", "Thandeka"],
    ["Key cut, cylinder type", "R 483.00"],
    ["14 x R 34.50"],
    ["Call-out, opening of strongroom door", "R 1,250.00"],
    ["1 x R 1,250.00"],
    ["فلتر زيت", "AED 2,400.00"],
    ["2 x AED 1,200.00"],
    ["Total", "R 1,733.00"],
  ]));
  assert.deepEqual(table?.rows, [
    ["Key cut, cylinder type", "14", "34.50", "483.00"],
    ["Call-out, opening of strongroom door", "1", "1,250.00", "1,250.00"],
    ["فلتر زيت", "2", "1,200.00", "2,400.00"],
  ]);
});
