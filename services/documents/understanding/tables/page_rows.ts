/** Converts pages to rows of cells in reading order, in which labels and values are searched. */
import { median } from "lib/median.ts";
import { cellRows, confidenceOf } from "../../reading/layout/cells.ts";
import { heightOf, overlap, type Page, type Table, widthOf } from "../../reading/layout/page.ts";
import { isHeading } from "../../reading/layout/table_words.ts";
import { isArabicPage } from "../../reading/layout/word_order.ts";
import type { FieldRow } from "./field_row.ts";
import { rolesOf } from "./goods_columns.ts";
import { USUAL } from "../values/money.ts";
import type { TextLine } from "../results/field.ts";
import type { ReadPage } from "../results/read_page.ts";
import { withCentredValues } from "./centred_values.ts";
import { wholeDates } from "./broken_dates.ts";
import { wholeRows } from "./whole_rows.ts";

export function rowsOfPages(pages: ReadPage[]): FieldRow[] {
  return pages.flatMap(({ page, content }) =>
    isPlaced(content)
      ? wholeDates(wholeRows(withCentredValues(placedRows(page, content))))
      : plainRows(page, content)
  );
}

function isPlaced({ lines }: Page): boolean {
  return lines.some(({ words }) => words.some(({ box }) => widthOf(box) > 0));
}

function placedRows(page: number, { lines, tables }: Page): FieldRow[] {
  const words = lines.flatMap((line) => line.words);
  const rightToLeft = isArabicPage(words);
  const known = tables.filter(isOfGoods);
  return cellRows(words, rightToLeft).map(({ cells, box }) => ({
    cells: (rightToLeft ? cells.toReversed() : cells).map((cell) => ({
      text: withoutSpacing(cell.text),
      confidence: confidenceOf(cell),
      least: Math.min(...cell.words.map((word) => word.confidence)),
      page,
      box: cell.box,
    })),
    page,
    box,
    placed: true,
    rightToLeft,
    inTable: known.some((table) => overlap(box, table.box) > 0.5),
  }));
}

/** A short letterspaced heading as one word: "T O" above a customer. */
function withoutSpacing(text: string): string {
  return /^\p{Lu}(?: \p{Lu}){1,3}$/u.test(text) ? text.replaceAll(" ", "") : text;
}

/** Whether a table has two or more known headings, or columns of quantities, prices and amounts. */
function isOfGoods({ header, rows }: Table): boolean {
  if (header.filter(isHeading).length >= 2) return true;
  const roles = rolesOf({ page: 1, header, rows }, USUAL);
  return roles !== undefined && roles.includes("quantity") && roles.includes("amount");
}

function plainRows(page: number, { lines }: Page): FieldRow[] {
  return lines.map(({ text, cells, confidence, box }) => ({
    cells: (cells?.filter((cell) => cell !== "") ?? [text]).map((one) => ({
      text: one,
      confidence,
      page,
      box,
    })),
    page,
    box,
    placed: false,
    rightToLeft: false,
    inTable: false,
  }));
}

/** Rows made of plain lines of text. */
export function rowsOfLines(lines: TextLine[]): FieldRow[] {
  return lines.map((line) => ({
    cells: [line],
    page: line.page,
    box: line.box,
    placed: widthOf(line.box) > 0,
    rightToLeft: false,
    inTable: false,
  }));
}

/** Whether a cell is below another: they overlap horizontally or share an edge. */
export function standsUnder(below: TextLine, above: TextLine): boolean {
  const [a, b] = [below.box, above.box];
  if (widthOf(a) === 0 || widthOf(b) === 0) return true;
  const near = heightOf(b) * 0.8;
  return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0 || Math.abs(a.left - b.left) < near ||
    Math.abs(a.right - b.right) < near;
}

/** Whether two cells are aligned on the side where lines begin. */
export function startsAt(below: TextLine, above: TextLine, rightToLeft: boolean): boolean {
  const [a, b] = [below.box, above.box];
  const near = Math.max(heightOf(b), heightOf(a)) * 0.6;
  return rightToLeft ? Math.abs(a.right - b.right) < near : Math.abs(a.left - b.left) < near;
}

/** The rows in which titles are, and those in which a title in tall letters may be: below several addresses. */
const TITLE_ROWS = { any: 6, tall: 20 };
/** How many times the usual height the letters of such a title have. */
const TALL = 1.2;

/** Cells in the top rows of the first page, where titles are, and cells in tall letters below them. */
export function topCells(pages: ReadPage[]): string[] {
  const rows = rowsOfPages(pages.slice(0, 1));
  const usual = median(rows.flatMap(({ cells }) => cells.map(({ box }) => heightOf(box))), 0);
  const [top, below] = [rows.slice(0, TITLE_ROWS.any), rows.slice(TITLE_ROWS.any, TITLE_ROWS.tall)];
  const tall = below.flatMap(({ cells, inTable }) =>
    inTable ? [] : cells.filter(({ box }) => usual > 0 && heightOf(box) > usual * TALL)
  );
  return [...top.flatMap(({ cells }) => cells), ...tall].map(({ text }) => text);
}
