import assert from "node:assert/strict";
import { documentTables } from "../../understanding/tables/document_tables.ts";
import { linesOfWords } from "./layout.ts";
import type { Page, Word } from "./page.ts";
import { tablesOf } from "./tables.ts";

const COLUMNS = [0, 300, 450, 600];

function row(top: number, ...cells: string[]): Word[] {
  return cells.flatMap((text, i) =>
    text === "" ? [] : [{
      text,
      confidence: 1,
      box: { left: COLUMNS[i] ?? 0, top, right: (COLUMNS[i] ?? 0) + text.length * 10, bottom: top + 20 },
    }]
  );
}

function page(words: Word[]): Page {
  const lines = linesOfWords(words);
  const placement = { width: 800, height: 1000, turn: 0, skew: 0 };
  return { width: 800, height: 1000, source: "text", lines, tables: tablesOf(words), placement };
}

const HEADER = row(0, "Item", "Qty", "Price", "Amount");

Deno.test("a table continues on the next page without headings, and its sums are not line items", () => {
  const first = page([
    ...HEADER,
    ...row(40, "Pumps", "2", "10.00", "20.00"),
    ...row(80, "Hoses", "1", "5.00", "5.00"),
  ]);
  const second = page([
    ...row(0, "Valves", "3", "4.00", "12.00"),
    ...row(40, "Seals", "", "1.00", "7.00"),
    ...row(100, "", "", "Total", "44.00"),
  ]);
  const [table, ...others] = documentTables([{ page: 1, content: first }, { page: 2, content: second }]);
  assert.deepEqual(table?.rows, [
    ["Pumps", "2", "10.00", "20.00"],
    ["Hoses", "1", "5.00", "5.00"],
    ["Valves", "3", "4.00", "12.00"],
    ["Seals", "", "1.00", "7.00"],
  ]);
  assert.deepEqual(others, []);
});

Deno.test("headings repeated on the next page are not a row", () => {
  const one = page([...HEADER, ...row(40, "Pumps", "2", "10.00", "20.00")]);
  const two = page([...HEADER, ...row(40, "Hoses", "1", "5.00", "5.00")]);
  const tables = documentTables([{ page: 1, content: one }, { page: 2, content: two }]);
  assert.deepEqual(tables.map((table) => table.rows.length), [2]);
});

Deno.test("labels above their values and the lines of a letter are not tables", () => {
  const form = [
    ...row(0, "Number", "Date", "Due", "Terms"),
    ...row(30, "A-17", "March", "April", "cash"),
    ...row(90, "Seller", "Buyer", "City", "Bank"),
    ...row(120, "Noor", "Salim", "Doha", "Oasis"),
  ];
  assert.deepEqual(tablesOf(form), []);
});

Deno.test("a table goes on beyond the rows that tell whether there is one", () => {
  const rows = Array.from({ length: 300 }, (_, i) => row(40 * (i + 1), `Valve ${i}`, "3", "4.00", "12.00"));
  const [table, ...others] = tablesOf([
    ...HEADER,
    ...rows.flat(),
    ...row(12_100, "", "", "Total", "3600.00"),
  ]);
  assert.equal(table?.rows.length, 300);
  assert.deepEqual(others, []);
});
