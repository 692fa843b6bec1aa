import assert from "node:assert/strict";
import { strFromU8, unzipSync } from "fflate";
import { create } from "fontkit";
import type { Line, Page } from "../reading/layout/page.ts";
import { documentOf } from "./parts_fixture.ts";
import { numberOf } from "./cell_number.ts";
import { layoutOf } from "./layout_json.ts";
import { glyphlessFont } from "./glyphless_font.ts";
import { escapeMarkdown, markdownOf } from "./markdown.ts";
import { csvOf } from "./table_files.ts";
import { workbookOf } from "./workbook.ts";

function line(text: string, top: number, { height = 20, left = 100, right = 900 } = {}): Line {
  const box = { left, right, top, bottom: top + height };
  return { text, confidence: 1, box, words: [{ text, confidence: 1, box }] };
}

function page(lines: Line[]): Page {
  const placement = { width: 1000, height: 1400, turn: 0, skew: 0 };
  return { width: 1000, height: 1400, source: "text", lines, tables: [], placement };
}

Deno.test("Markdown has headings by font size, list items, and paragraphs with joined lines", () => {
  const markdown = markdownOf([{
    page: 1,
    content: page([
      line("Report", 50, { height: 40, right: 400 }),
      line("This line goes to the end of its column and", 120),
      line("is gone on with here.", 142, { right: 400 }),
      line("• first", 200, { right: 300 }),
      line("• second", 230, { right: 300 }),
      line("1) one", 300, { right: 300 }),
      line("2) two", 330, { right: 300 }),
      line("Findings", 400, { height: 30, right: 300 }),
      line("7. stands alone", 460, { right: 300 }),
    ]),
  }], []);
  assert.equal(
    markdown,
    "# Report\n\nThis line goes to the end of its column and is gone on with here.\n\n- first\n- second\n1. one\n2. two\n\n" +
      "## Findings\n\n7\\. stands alone\n",
  );
});

Deno.test("figures and dates have boxes in the JSON layout, and Markdown marks unread figures", () => {
  const figure = { left: 100, right: 400, top: 100, bottom: 300 };
  const content: Page = {
    ...page([line("Paid on 5 March 2026 in full", 50), line("Signed for the company", 400)]),
    unread: [figure],
  };
  const pages = [{ page: 1, content }];
  const { pages: [first], dates } = layoutOf(
    documentOf({ ocr_text: "Paid on 5 March 2026 in full" }),
    pages,
    [],
  );
  assert.deepEqual(first?.blocks.map(({ role }) => role), ["paragraph", "figure", "paragraph"]);
  assert.deepEqual(first?.blocks[1]?.bbox, [[100, 100], [400, 100], [400, 300], [100, 300]]);
  assert.deepEqual(dates, [
    { value: "2026-03-05", raw: "5 March 2026", page: 1, bbox: [[100, 50], [900, 50], [900, 70], [100, 70]] },
  ]);
  assert.equal(
    markdownOf(pages, []),
    "Paid on 5 March 2026 in full\n\n<!-- figure, stamp or handwriting: not read -->\n\nSigned for the company\n",
  );
});

Deno.test("Markdown and HTML characters in a document are escaped", () => {
  assert.equal(
    escapeMarkdown("<script> [a](b) `x` a|b snake_case _em_ &lt; R&D"),
    "\\<script> \\[a\\](b) \\`x\\` a\\|b snake_case \\_em\\_ \\&lt; R&D",
  );
  const text = markdownOf([{ page: 1, content: page([line("# no heading", 50), line("- none", 200)]) }], []);
  assert.match(text, /^\\# no heading/);
  // Every character that some parser treats as a line break.
  assert.equal(escapeMarkdown("a\rb\r\nc\u2028d\u0085e\vf"), "a b c d e f");
});

Deno.test("a cell is a number only if that is unambiguous", () => {
  const sure = { decimal: "point", certain: true } as const;
  const comma = { decimal: "comma", certain: true } as const;
  const open = { decimal: "point", certain: false } as const;
  for (
    const [cell, way, expected] of [
      ["1,026.00", sure, 1026],
      ["٣٬٠٧٢٫٤٤", sure, 3072.44],
      ["(12.50)", sure, -12.5],
      ["1.234,56", comma, 1234.56],
      ["1.234", comma, 1234],
      ["1.234", open, undefined],
      ["12", open, 12],
      ["00123", sure, undefined],
      ["1234567890123456", sure, undefined],
      ["05/03/2026", sure, undefined],
      ["12 kg", sure, undefined],
      ["=1+1", sure, undefined],
      ["+971", sure, undefined],
    ] as const
  ) assert.equal(numberOf(cell, way), expected, cell);
});

const hostile = {
  page: 1,
  header: { texts: ["Item", "Price"], places: [null, null] },
  rows: [{ page: 1, texts: ['=HYPERLINK("http://x")', "1,000.50"], places: [null, null] }],
  parts: [],
};

Deno.test("a formula in a table stays text in workbooks and CSV, and control characters break neither", async () => {
  const parts = unzipSync(
    await workbookOf(documentOf({ ocr_text: "1,000.50" }), [
      hostile,
      { ...hostile, header: { texts: ["a\u0001b\ufffe", ""], places: [null, null] }, rows: [] },
    ]),
  );
  const sheet = strFromU8(parts["xl/worksheets/sheet2.xml"] ?? new Uint8Array());
  assert.doesNotMatch(sheet, /<f>/);
  assert.match(sheet, /<v>1000\.5<\/v>/);
  const all = Object.entries(parts).filter(([name]) => name.endsWith(".xml")).map(([, data]) =>
    strFromU8(data)
  );
  assert.ok(all.some((part) => part.includes("=HYPERLINK")));
  assert.ok(all.every((part) => !part.includes("\u0001") && !part.includes("\ufffe")));
  assert.match(csvOf(hostile), /\r\n"'=HYPERLINK\(""http:\/\/x""\)","1,000.50"\r\n$/);
});

Deno.test("the font of searchable PDFs has empty glyphs of the declared width", () => {
  const font = create(glyphlessFont(500));
  assert.equal(font.numGlyphs, 2);
  assert.equal(font.unitsPerEm, 1000);
  assert.equal(font.getGlyph(1).advanceWidth, 500);
  assert.equal(font.getGlyph(1).path.commands.length, 0);
});
