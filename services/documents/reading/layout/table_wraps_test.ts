import assert from "node:assert/strict";
import type { Word } from "./page.ts";
import { tablesOf } from "./tables.ts";

function word(text: string, left: number, top: number, width = text.length * 10): Word {
  return { text, confidence: 1, box: { left, top, right: left + width, bottom: top + 20 } };
}
const row = (top: number, ...cells: [string, number][]) => cells.map(([text, left]) => word(text, left, top));
const HEAD: [string, number][] = [["Item", 0], ["Qty", 500], ["Rate", 650], ["Amount", 800]];

Deno.test("a measure below a name beside a unit below the quantity goes on the name, and is no sum", () => {
  const [table] = tablesOf([
    ...row(0, ...HEAD),
    ...row(40, ["Reception", 0], ["sign", 100], ["1", 520], ["165.000", 640], ["165.000", 800]),
    ...row(65, ["120 x 60 cm", 0], ["pcs", 500]),
    ...row(120, ["Window", 0], ["film", 70], ["24.50", 490], ["7.800", 660], ["191.100", 800]),
    ...row(145, ["m²", 520]),
  ]);
  assert.deepEqual(table?.rows.map(([name, quantity]) => [name, quantity]), [
    ["Reception sign 120 x 60 cm", "1 pcs"],
    ["Window film", "24.50 m²"],
  ]);
});

Deno.test("a second line much nearer to the row above than to the row below goes on its name", () => {
  const [table] = tablesOf([
    ...row(0, ...HEAD),
    ...row(40, ["Treadmill", 0], ["4", 520], ["9,850.00", 640], ["39,400.00", 800]),
    ...row(82, ["4 HP drive, belt 560 mm", 0]),
    ...row(140, ["Bike", 0], ["3", 520], ["4,275.00", 640], ["12,825.00", 800]),
    ...row(182, ["self powered", 0]),
    ...row(240, ["Bench", 0], ["4", 520], ["1,180.00", 640], ["4,720.00", 800]),
  ]);
  assert.deepEqual(table?.rows.map(([name]) => name), [
    "Treadmill 4 HP drive, belt 560 mm",
    "Bike self powered",
    "Bench",
  ]);
});

Deno.test("a long name reaches into the gap before the next column, even in a row whose number was not read", () => {
  const [table] = tablesOf([
    ...row(0, ["No.", 0], ["Item", 100], ["Qty", 800], ["Cost", 950]),
    ...row(
      40,
      ["Printer", 100],
      ["with", 180],
      ["a", 230],
      ["duplex", 250],
      ["and", 320],
      ["sheet", 360],
      [
        "feeder",
        550,
      ],
      ["2", 820],
      ["297.00", 950],
    ).map((one) => one.text === "sheet" ? { ...one, box: { ...one.box, right: 540 } } : one),
    ...row(80, ["2", 0], ["Toner", 100], ["12", 810], ["118.00", 950]),
    ...row(120, ["3", 0], ["Switch", 100], ["3", 820], ["93.00", 950]),
  ]);
  assert.deepEqual(table?.rows[0]?.slice(1), ["Printer with a duplex and sheet feeder", "2", "297.00"]);
});

Deno.test("sections counted in words stand between the rows of a bill in either language", () => {
  for (
    const [one, two] of [["أولا", "ثانيا"], ["First", "Second"], ["Part 1", "Part 2"], [
      "القسم الأول",
      "القسم الثاني",
    ]]
  ) {
    const [table] = tablesOf([
      ...row(0, ["Item", 0], ["Description", 150], ["Qty", 500], ["Rate", 600], ["Amount", 720]),
      ...row(40, [one ?? "", 0], ["Excavation", 150]),
      ...row(80, ["1/1", 0], ["Digging", 150], ["6", 505], ["450.00", 600], ["2,700.00", 720]),
      ...row(120, ["1/2", 0], ["Filling", 150], ["6", 505], ["185.00", 600], ["1,110.00", 720]),
      ...row(160, ["Total of section", 350], ["3,810.00", 720]),
      ...row(200, [two ?? "", 0], ["Concrete", 150]),
      ...row(240, ["2/1", 0], ["Slab", 150], ["6", 505], ["350.00", 600], ["2,100.00", 720]),
    ]);
    assert.deepEqual([table?.header[1], table?.rows.at(-1)?.[1]], ["Description", "Slab"]);
  }
});

Deno.test("labels above a heading whose counter was read as a digit are no heading of its rows", () => {
  const [table] = tablesOf([
    ...row(0, ["Deliver to", 0], ["Main kitchen", 300], ["Terms", 600], ["Sixty days", 750]),
    ...row(60, ["2", 0], ["Item", 60], ["Qty", 400], ["Unit price", 550], ["Amount", 750]),
    ...row(100, ["1", 0], ["Pot", 60], ["12", 410], ["285.00", 560], ["3,420.00", 750]),
    ...row(140, ["2", 0], ["Tray", 60], ["80", 410], ["32.50", 560], ["2,600.00", 750]),
  ]);
  assert.deepEqual(table?.header, ["2", "Item", "Qty", "Unit price", "Amount"]);
});

Deno.test("of three lines of a name the second is level with the figures", () => {
  const [table] = tablesOf([
    ...row(0, ...HEAD),
    ...row(60, ["Rooftop unit", 0]),
    ...row(85, ["25 TR with economiser", 0], ["2", 520], ["9,000.00", 640], ["18,000.00", 800]),
    ...row(110, ["and adapter", 0]),
    ...row(160, ["Thermostat,", 0]),
    ...row(185, ["with wall plate", 0], ["4", 520], ["150.00", 640], ["600.00", 800]),
    ...row(210, ["and cable", 0]),
  ]);
  assert.deepEqual(table?.rows.map(([name]) => name), [
    "Rooftop unit 25 TR with economiser and adapter",
    "Thermostat, with wall plate and cable",
  ]);
});

Deno.test("a section with a number and a sign in one cell goes on the table below the sum of another", () => {
  for (const title of ["BILL NO. 2 - MASONRY", "القسم الثاني: أعمال البناء"]) {
    const [table] = tablesOf([
      ...row(0, ...HEAD),
      ...row(40, ["Excavation", 0], ["20", 510], ["15.00", 650], ["300.00", 800]),
      ...row(80, ["Backfill", 0], ["10", 510], ["8.00", 660], ["80.00", 800]),
      ...row(120, ["Carried to summary", 500], ["380.00", 800]),
      ...row(160, [title, 0]),
      ...row(200, ["Plaster", 0], ["60", 510], ["12.50", 650], ["750.00", 800]),
    ]);
    assert.equal(table?.rows.at(-1)?.[0], "Plaster");
  }
});

Deno.test("options below the total are no section of the table", () => {
  const [table] = tablesOf([
    ...row(0, ...HEAD),
    ...row(40, ["Rack", 0], ["1", 520], ["3,500.00", 640], ["3,500.00", 800]),
    ...row(80, ["Battery", 0], ["2", 520], ["4,200.00", 640], ["8,400.00", 800]),
    ...row(120, ["Total", 650], ["11,900.00", 800]),
    ...row(160, ["Optional items", 0]),
    ...row(200, ["Warranty", 0], ["1", 520], ["2,000.00", 640], ["2,000.00", 800]),
  ]);
  assert.equal(table?.rows.length, 2);
});

Deno.test("a sentence as far below the last row as the rows are from one another is no part of its name", () => {
  const namesWith = (below: string) =>
    tablesOf([
      ...row(0, ...HEAD),
      ...row(40, ["Projector", 0], ["4", 520], ["850.00", 640], ["3,400.00", 800]),
      ...row(77, ["Ceiling", 0], ["3", 520], ["275.00", 640], ["825.00", 800]),
      ...row(114, ["Alignment", 0], ["4", 520], ["180.00", 640], ["720.00", 800]),
      ...row(151, [below, 0]),
    ])[0]?.rows.map(([name]) => name);
  for (const note of ["Old lamps to be taken away.", "تسلم القديمة إلى المورد غدا."]) {
    assert.deepEqual(namesWith(note), ["Projector", "Ceiling", "Alignment"]);
  }
  for (const rest of ["of the lamps in each room", "Rustaq Dates Trading Co."]) {
    assert.deepEqual(namesWith(rest), ["Projector", "Ceiling", `Alignment ${rest}`]);
  }
});
