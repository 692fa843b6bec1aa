import assert from "node:assert/strict";
import { linesOfWords } from "../reading/layout/layout.ts";
import type { Page, Word } from "../reading/layout/page.ts";
import { tablesOf } from "../reading/layout/tables.ts";
import { classifyDocument } from "./classify_document.ts";

/** Cells of rows, at 10 pixels a letter, columns 600 apart. */
function pageOf(rows: string[][]): Page {
  const words = rows.flatMap((cells, row) =>
    cells.flatMap((cell, column) => {
      let left = 100 + column * 600;
      return cell.split(" ").map((text): Word => {
        const box = { left, right: left + text.length * 12, top: 100 + row * 60, bottom: 130 + row * 60 };
        left = box.right + 10;
        return { text, confidence: 1, box };
      });
    })
  );
  return {
    width: 1600,
    height: 2200,
    source: "text",
    lines: linesOfWords(words),
    tables: tablesOf(words),
    placement: { width: 1600, height: 2200, turn: 0, skew: 0 },
  };
}

function classified(rows: string[][]) {
  const content = pageOf(rows);
  return classifyDocument(content.lines.map(({ text }) => text).join("\n"), [{ page: 1, content }]);
}

Deno.test("a document without a title has the type whose fields it contains", () => {
  const till = classified([
    ["Kopi & Kaya Cafe"],
    ["GST Reg 201812345K"],
    ["Bill 90-3318", "06/03/2026 08:17"],
    ["Subtotal", "S$11.50"],
    ["GST 9%", "S$1.04"],
    ["Total due", "S$12.54"],
    ["Visa ending 4417", "S$12.54"],
  ]);
  assert.equal(till.document_type, "receipt");
  assert.ok(till.confidence <= 0.6, "it stays a guess");
});

Deno.test("a document with a clear title keeps that type, one without fields of any type stays other", () => {
  assert.equal(
    classified([["Tax invoice"], ["Invoice no.", "A-17"], ["Total", "5.00 AED"]]).document_type,
    "invoice",
  );
  assert.equal(classified([["Lorem ipsum"], ["dolor sit amet"]]).document_type, "other");
});
