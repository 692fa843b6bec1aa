import assert from "node:assert/strict";
import type { Word } from "./page.ts";
import { tablesOf } from "./tables.ts";

function words(top: number, ...cells: [string, number][]): Word[] {
  return cells.flatMap(([text, left]) => {
    let from = left;
    return text.split(" ").map((part) => {
      const right = from + part.length * 10;
      const word = { text: part, confidence: 1, box: { left: from, top, right, bottom: top + 20 } };
      from = right + 8;
      return word;
    });
  });
}

Deno.test("names alone on the line above their figures fill the column that the figures leave empty", () => {
  const [table] = tablesOf([
    ...words(0, ["Item", 0], ["Qty", 160], ["Rate", 320], ["Amount", 470]),
    ...words(35, ["1. SUNFLOWER OIL 5 LITRE CAN", 0]),
    ...words(65, ["2", 180], ["12.50", 310], ["25.00", 480]),
    ...words(95, ["2. TEA", 0]),
    ...words(125, ["1", 180], ["9.00", 320], ["9.00", 490]),
    ...words(155, ["3. RICE LOOSE PER KILO", 0]),
    ...words(185, ["3", 180], ["4.00", 320], ["12.00", 480]),
  ]);
  assert.deepEqual(table?.rows, [
    ["1. SUNFLOWER OIL 5 LITRE CAN", "2", "12.50", "25.00"],
    ["2. TEA", "1", "9.00", "9.00"],
    ["3. RICE LOOSE PER KILO", "3", "4.00", "12.00"],
  ]);
});

Deno.test("the words of a counterfoil level with a table are not in its rows", () => {
  const stub = (top: number, text: string, left: number) => words(top, [text, left]);
  const goods = [
    ...words(0, ["Service", 500], ["Qty", 800], ["Price", 950], ["Amount", 1100]),
    ...words(40, ["Oil change", 500], ["1", 800], ["48.00", 950], ["48.00", 1100]),
    ...words(80, ["Tyre", 500], ["4", 800], ["59.00", 950], ["236.00", 1100]),
  ];
  const [table] = tablesOf([...goods, ...stub(0, "4464.00", 100), ...stub(40, "Keep this part", 60)]);
  assert.deepEqual(table?.rows, [["Oil change", "1", "48.00", "48.00"], ["Tyre", "4", "59.00", "236.00"]]);
  const beyond = tablesOf([...goods, ...stub(0, "4464.00", 1400), ...stub(80, "Keep this part", 1400)]);
  assert.deepEqual(beyond[0]?.rows, table?.rows);
});

Deno.test("a box of sums level with the rows of a table beside it hides none of them", () => {
  const [table] = tablesOf([
    ...words(0, ["Particulars", 500], ["Qty", 800], ["Unit cost", 950], ["Amount", 1150]),
    ...words(2, ["Zero-rated sales", 0]),
    ...words(40, ["Consultation", 500], ["1", 800], ["48.00", 950], ["48.00", 1150]),
    ...words(53, ["VAT amount", 0], ["12.00", 300]),
    ...words(80, ["Vaccine", 500], ["2", 800], ["59.00", 950], ["118.00", 1150]),
    ...words(93, ["TOTAL", 0], ["178.00", 300]),
    ...words(120, ["Tablet", 500], ["3", 800], ["4.00", 950], ["12.00", 1150]),
  ]);
  assert.deepEqual(table?.header, ["Particulars", "Qty", "Unit cost", "Amount"]);
  assert.deepEqual(table?.rows.map(([name]) => name), ["Consultation", "Vaccine", "Tablet"]);
});

Deno.test("sums level with a table of rates are read with the other sums", () => {
  const tables = tablesOf([
    ...words(0, ["VAT code", 0], ["Rate", 200], ["Taxable value", 300], ["VAT", 500]),
    ...words(0, ["Total exclusive of VAT", 750], ["617.40", 1200]),
    ...words(40, ["A", 40], ["16%", 200], ["59.00", 340], ["9.44", 500], ["VAT", 750], ["9.44", 1220]),
    ...words(80, ["B", 40], ["0%", 210], ["558.40", 330], ["0.00", 500], ["TOTAL", 750], ["626.84", 1200]),
  ]);
  assert.ok(!tables.some(({ rows }) => rows.flat().some((cell) => /9\.44 VAT|TOTAL/.test(cell))));
});

Deno.test("dinars and fils below the price and below the amount are columns of their own", () => {
  const [table] = tablesOf([
    ...words(0, ["Details", 0], ["Qty", 300], ["Unit price", 445], ["Amount", 700]),
    ...words(30, ["Dinar", 430], ["Fils", 540], ["Dinar", 670], ["Fils", 780]),
    ...words(70, ["Mixer", 0], ["12", 305], ["8", 450], ["750", 540], ["105", 680], ["000", 780]),
    ...words(110, ["Heater", 0], ["3", 305], ["27", 440], ["250", 540], ["81", 690], ["750", 780]),
  ]);
  assert.deepEqual(table?.header, ["Details", "Qty", "Unit price Dinar", "Fils", "Amount Dinar", "Fils"]);
  assert.deepEqual(table?.rows[1], ["Heater", "3", "27", "250", "81", "750"]);
});

Deno.test("columns whose headings were not read stand beside those whose were", () => {
  const [table] = tablesOf([
    ...words(0, ["Unit price", 500], ["Tax", 650], ["Amount", 750]),
    ...words(40, ["2", 0], ["Igniter", 150], ["38.75", 510], ["T", 655], ["77.50", 755]),
    ...words(80, ["1", 0], ["Inducer", 150], ["412.60", 505], ["T", 655], ["412.60", 750]),
    ...words(120, ["3", 0], ["Filter", 150], ["27.95", 510], ["T", 655], ["83.85", 755]),
  ]);
  assert.deepEqual(table?.header, ["", "", "Unit price", "Tax", "Amount"]);
  assert.deepEqual(table?.rows[2], ["3", "Filter", "27.95", "T", "83.85"]);
});

Deno.test("a second line of several cells continues each of them", () => {
  const [table] = tablesOf([
    ...words(0, ["Item", 0], ["Qty", 300], ["Rate", 400], ["Amount", 550], ["Tax", 700], ["Total", 800]),
    ...words(40, ["Letters", 0], ["24", 310], ["18.00", 400], ["432.00", 550], ["21.60", 700], [
      "453.60",
      800,
    ]),
    ...words(66, ["dark blue", 0], ["pcs", 305]),
    ...words(110, ["Panel", 0], ["3", 310], ["10.00", 400], ["30.00", 550], ["1.50", 700], ["31.50", 800]),
    ...words(136, ["lit", 0], ["pcs", 305]),
  ]);
  assert.deepEqual(table?.rows.map(([name, count]) => [name, count]), [
    ["Letters dark blue", "24 pcs"],
    ["Panel lit", "3 pcs"],
  ]);
});

Deno.test("labels and values above a table or in two languages are no table", () => {
  const account = tablesOf([
    ...words(0, ["Account name", 0], ["Palm Law Chambers", 200], ["Currency", 600], ["OMR", 750], [
      "العملة",
      900,
    ]),
    ...words(45, ["Account number", 0], ["0318207749", 200], ["From", 600], ["01/09/2026", 750], ["من", 900]),
    ...words(90, ["IBAN", 0], ["OM86 0470", 200], ["To", 600], ["30/09/2026", 750], ["إلى", 900]),
  ]);
  assert.deepEqual(account, []);
  const [table] = tablesOf([
    ...words(0, ["Kind", 0], ["Business", 300]),
    ...words(60, ["Code", 0], ["Description", 150], ["Qty", 400], ["VAT 5%", 500], ["Total", 650]),
    ...words(100, ["EG-1", 0], ["Course", 150], ["2", 400], ["1.00", 500], ["21.00", 650]),
    ...words(140, ["EG-2", 0], ["Hall", 150], ["1", 400], ["2.00", 500], ["42.00", 650]),
  ]);
  assert.deepEqual(table?.header, ["Code", "Description", "Qty", "VAT 5%", "Total"]);
});

Deno.test("a net total level with the heading of a table of rates is read with the other sums", () => {
  const tables = tablesOf([
    ...words(0, ["VAT", 0], ["Rate", 200], ["Net £", 300], ["VAT £", 500], ["Net total", 750], [
      "451.47",
      1200,
    ]),
    ...words(40, ["S", 40], ["20%", 200], ["396.62", 300], ["79.32", 500], ["VAT", 750], ["79.32", 1220]),
    ...words(80, ["E", 40], ["0%", 210], ["54.85", 310], ["0.00", 510]),
  ]);
  assert.ok(!tables.some(({ rows }) => rows.flat().some((cell) => /VAT/.test(cell))));
});
