/** Tables beside a counterfoil or a stamp, whose words are level with the table's rows. */
import { fold } from "lib/fold.ts";
import type { Row } from "./cells.ts";
import { heightOf, union } from "./page.ts";
import { isPlainSum } from "./table_columns.ts";
import { isHeading } from "./table_words.ts";

/** The fewest headings beside which a cell is no heading, and of those the known ones. */
const LEAST = { headings: 3, known: 2 };
/** The least gap before the other part, in line heights. */
const GAP = 3;
/** The most rows that are looked at. */
const MOST_ROWS = 120;

/**
 * A table whose heading `rows[at]` has a cell far to its side that is no heading: a figure, or words that hide rows of
 * the table. It is read without all cells on that side. `length` is the number of rows that it covers.
 */
export function besideTable<T extends Found>(
  rows: Row[],
  at: number,
  read: (rows: Row[]) => T | undefined,
): T | undefined {
  const edge = rows[at] && edgeOf(rows[at]);
  if (!edge) return undefined;
  const parts = rows.slice(at, at + MOST_ROWS).flatMap((row, i) => {
    const cells = row.cells.filter(({ box }) => (box.left + box.right) / 2 > edge.x === edge.keepsRight);
    return cells.length === 0 ? [] : [{ i, row: { cells, box: union(cells.map(({ box }) => box)) } }];
  });
  const found = read(parts.map(({ row }) => row));
  const last = found && parts[found.length - 1];
  if (!found || !last) return undefined;
  if (edge.isFigure) return { ...found, length: last.i + 1 };
  const whole = read(rows.slice(at, at + MOST_ROWS));
  return whole && isColumn(edge.text, whole.table) ? undefined : { ...found, length: last.i + 1 };
}

/** The least cells of a row of the table. */
const LEAST_CELLS = 3;

/** Whether the cells below a heading stand in rows with other cells. */
function isColumn(heading: string, { header, rows }: Found["table"]): boolean {
  const at = header.findIndex((text) => text.startsWith(heading));
  const full = rows.filter((row) => row.filter((text) => text !== "").length >= LEAST_CELLS);
  return at < 0 || full.length === 0 || full.some((row) => row[at] !== "");
}

interface Found {
  length: number;
  table: { header: string[]; rows: string[][] };
}

/** The label of a sum before or after tax: "Total exclusive of VAT"; "Amount in dirhams" is a column. */
const SUM_OF_TAX =
  /^(?:sub[ -]?)?total (?:ex|before|without|after|net|taxable|incl|due|payable|vat|tax)|^(?:net|goods|vat|tax|taxable|invoice|order) total$|^(?:ال)?(?:مجموع|اجمالي) (?:ال)?(?:صافي|ضريبه|خاضع|فاتوره)|^(?:ال)?(?:مجموع|اجمالي) (?:قبل|بدون|دون|غير|شامل|مع|بعد)(?!\p{L})/u;

function isSumLabel(text: string): boolean {
  return isPlainSum(text) || SUM_OF_TAX.test(fold(text).trim());
}

/** A speck that a scan reads as a digit between the words of a heading: "المبلغ بالجنيه ١ السوداني". */
const SPECK = /(?<=\p{L}) [\d٠-٩] (?=\p{L})/gu;

/** The position between the headings and the cell beside them. */
function edgeOf(
  { cells }: Row,
): { x: number; keepsRight: boolean; isFigure: boolean; text: string } | undefined {
  if (cells.length <= LEAST.headings) return undefined;
  const isFigured = (at: number) => /[\d٠-٩]/.test(cells.at(at)?.text.replace(SPECK, " ") ?? "");
  const isFigure = isFigured(0) !== isFigured(-1);
  const isOther = (at: number) => isFigure ? isFigured(at) : !isHeading(cells.at(at)?.text ?? "");
  const keepsRight = isOther(0);
  if (keepsRight === isOther(-1)) return undefined;
  const heads = keepsRight ? cells.slice(1) : cells.slice(0, -1);
  if (heads.some(({ text }) => /[\d٠-٩]/.test(text))) return undefined;
  const known = heads.filter(({ text }) => isHeading(text)).length;
  if (known < (isFigure ? LEAST.known : Math.max(LEAST.headings, heads.length))) return undefined;
  const [near, far] = keepsRight ? [cells[0], cells[1]] : [cells.at(-2), cells.at(-1)];
  // A sum with its label beside a table of rates is read with the other sums.
  const label = keepsRight ? far : near;
  if (label && isSumLabel(label.text)) return undefined;
  if (!near || !far || far.box.left - near.box.right < heightOf(near.box) * GAP) return undefined;
  return {
    x: (near.box.right + far.box.left) / 2,
    keepsRight,
    isFigure,
    text: (keepsRight ? near : far).text,
  };
}
