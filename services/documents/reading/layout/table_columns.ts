/** Finds the columns of a table under its headings. */
import { fold } from "lib/fold.ts";
import type { Row } from "./cells.ts";
import type { Box, Word } from "./page.ts";
import { isFigure, isPartOfSum, isSum } from "./table_words.ts";

/** Splits columns between headings, at the positions that cut the fewest words of the rows below. */
export function columnsOf(header: Row, below: Row[]): Box[] {
  const rows: Row[] = [];
  for (const row of below) {
    if (isSumRow(row) && rows.length > 0) break;
    if (isSumRow(row)) continue;
    rows.push(row);
  }
  const words = rows.filter((row) => row.cells.length > 1 || isFigure(row.cells[0]?.text ?? "")).flatMap((
    row,
  ) => row.cells.flatMap((cell) => cell.words));
  const full = rows.filter(({ cells }) => cells.length === header.cells.length);
  const regular = full.length >= Math.max(2, rows.length / 2) ? full : rows;
  const bands = widened(
    bandsOf(regular.flatMap((row) => row.cells.length > 1 ? row.cells.map((cell) => cell.box) : [])),
    rows.filter((row) => !regular.includes(row)),
  );
  const middles = bands.slice(1).map((band, i) => boundOf([bands[i], band], header.cells.slice(i, i + 2)));
  // Headings may be left-aligned and figures right-aligned in one column.
  const isUnder = header.cells.every(({ box }, i) => {
    const middle = (box.left + box.right) / 2;
    const isMiddle = middle > (middles[i - 1] ?? -Infinity) && middle < (middles[i] ?? Infinity);
    return isMiddle ||
      (box.left > (bands[i - 1]?.right ?? -Infinity) && box.right < (bands[i + 1]?.left ?? Infinity));
  });
  const bounds = bands.length === header.cells.length && isUnder
    ? middles
    : header.cells.slice(1).map((cell, i) => {
      const before = header.cells[i];
      return before ? emptiest(before.box, cell.box, { words, rows: rows.length }) : cell.box.left;
    });
  return header.cells.map(({ box }, i) => ({
    ...box,
    left: bounds[i - 1] ?? -Infinity,
    right: bounds[i] ?? Infinity,
  }));
}

type Span = Pick<Box, "left" | "right">;

/** Bands that reach as far as the cells of other rows, such as a long name beside an unread number; none reaches another. */
function widened(bands: Span[], rows: Row[]): Span[] {
  const wide = bands.map((band) => ({ ...band }));
  for (const { box } of rows.flatMap(({ cells }) => cells.length > 1 ? cells : [])) {
    const [own, ...others] = wide.filter(({ left, right }) => left < box.right && right > box.left);
    if (!own || others.length > 0) continue;
    own.left = Math.min(own.left, box.left);
    own.right = Math.max(own.right, box.right);
  }
  return wide;
}

/** The middle of the gap between two bands, and also between their headings where these leave some of it. */
export function boundOf([one, other]: (Span | undefined)[], heads: Row["cells"]): number {
  const [left, right] = [one?.right ?? 0, other?.left ?? 0];
  const from = Math.max(left, heads[0]?.box.right ?? left);
  const to = Math.min(right, heads[1]?.box.left ?? right);
  return from < to ? (from + to) / 2 : (left + right) / 2;
}

/** Horizontal bands covered by cells of any row, separated by gaps common to all rows. */
export function bandsOf(boxes: Box[]): { left: number; right: number }[] {
  const bands: { left: number; right: number }[] = [];
  for (const { left, right } of boxes.toSorted((a, b) => a.left - b.left)) {
    const last = bands.at(-1);
    if (last && left <= last.right) last.right = Math.max(last.right, right);
    else bands.push({ left, right });
  }
  return bands;
}

/** The least cost of a bound that cuts a heading, and its share of the rows: a row below the table may cut a true bound. */
const CUT_HEADING = { least: 0.5, share: 0.1 };

function emptiest(before: Box, after: Box, { words, rows }: { words: Word[]; rows: number }): number {
  const from = (before.left + before.right) / 2;
  const to = (after.left + after.right) / 2;
  const step = Math.max(1, (to - from) / 160);
  const middle = (before.right + after.left) / 2;
  const cut = Math.max(CUT_HEADING.least, rows * CUT_HEADING.share);
  let best = { crossed: Infinity, from: middle, to: middle };
  let run: typeof best | undefined;
  for (let x = from; x <= to; x += step) {
    const inHeading = x < before.right || x > after.left ? cut : 0;
    const crossed = words.filter(({ box }) => box.left < x && box.right > x).length + inHeading;
    if (run && run.crossed === crossed) run.to = x;
    else run = { crossed, from: x, to: x };
    if (crossed < best.crossed || (crossed === best.crossed && run.to - run.from > best.to - best.from)) {
      best = run;
    }
  }
  return (best.from + best.to) / 2;
}

/** A date marks an entry of a statement, even "01/02/2026 Balance brought forward"; "600.00" is an amount. */
const DAY =
  /^(?:[\d٠-٩]{1,4}\s?[-/]\s?[\d٠-٩]{1,2}(?:\s?[-/]\s?[\d٠-٩]{1,4})?|[\d٠-٩]{1,4}\.\s?[\d٠-٩]{1,2}\.\s?[\d٠-٩]{1,4}|[0-3٠-٣]?[\d٠-٩]\.[01٠١][\d٠-٩]\.?|[\d٠-٩]{1,2}[\s-]\p{L}{3,9}\.?(?:[\s-][\d٠-٩]{2,4})?|\p{L}{3,9}\.? [\d٠-٩]{1,2}(?:,? [\d٠-٩]{4})?)$/u;

/** Whether rows are sums, which is asked of each many times, as of those below any heading. */
const known = new WeakMap<Row, boolean>();

/** Whether a row is a sum: few cells, a label and a figure. A label without a figure continues the cell above. */
export function isSumRow(row: Row): boolean {
  const found = known.get(row) ?? isSumOf(row);
  known.set(row, found);
  return found;
}

function isSumOf({ cells }: Row): boolean {
  if (cells.some(({ text }) => DAY.test(text))) return false;
  if (cells.length === 1 && cells.every(({ text }) => isPartOfSum(text))) return false;
  if (
    hasRemark(cells) || isNamedTwice(cells) || isOfTotals(cells) || isBesideNote(cells) || isBesidePair(cells)
  ) {
    return true;
  }
  return cells.length <= 3 && cells.some((cell) => isSum(cell.text)) &&
    cells.every((cell) => isSum(cell.text) || isFigure(cell.text) || /[%٪]/.test(cell.text));
}

const PLAIN_SUM =
  /^(?:sub[ -]?total|total|grand total|balance due|amount due|(?:ال)?(?:مجموع|اجمالي)(?: (?:ال)?فرعي)?)$/;

/** The last line of a statement's entries, with the sums of its debits and credits. */
const TOTALS =
  /^(?:grand )?totals?(?: (?:and|of|for|debits?|credits?|movements?|transactions?|balance|carried|c\/f)(?!\p{L}).*)?$|^(?:ال)?(?:مجموع|اجمالي)(?: (?:ال)?(?:حركات|مدين|دائن|عمليات|مبالغ)(?!\p{L}).*)?$/u;

function isOfTotals(cells: Row["cells"]): boolean {
  const words = cells.filter(({ text }) => !isFigure(text));
  return words.length > 0 && cells.length - words.length > 1 &&
    words.every(({ text }) => TOTALS.test(fold(text).trim()));
}

/** Whether a text is the label of a sum and no heading of a column. */
export function isPlainSum(text: string): boolean {
  return PLAIN_SUM.test(fold(text).trim());
}

const AMOUNT = /[\d٠-٩][.,٫][\d٠-٩]{2,3}(?![\d٠-٩])/u;

/** Whether a lone amount has the labels of a sum in two languages, whatever a stamp leaves beside them. */
function isNamedTwice(cells: Row["cells"]): boolean {
  return cells.filter(({ text }) => AMOUNT.test(text)).length === 1 &&
    cells.filter(({ text }) => !isFigure(text) && isSum(text)).length > 1;
}

/** Whether a sum stands beside a note with a colon: "عدد الأصناف: 5", "الإجمالي قبل الضريبة", "88,439.10". */
function isBesideNote(cells: Row["cells"]): boolean {
  const isNote = ({ text }: Row["cells"][number]) => /\p{L}{2}/u.test(text) && /[:：]/.test(text);
  const others = cells.filter((cell) => !isNote(cell));
  const [amounts, labels] = [
    others.filter(({ text }) => isFigure(text)),
    others.filter(({ text }) => !isFigure(text)),
  ];
  return others.length < cells.length && amounts.length === 1 && labels.length > 0 &&
    labels.every(({ text }) => isSum(text));
}

/**
 * Whether a sum with its amount at an end of the row stands beside a pair of another block, such as a summary of the
 * account: "Balance brought forward", "37.800", "VAT 5%", "10.428".
 */
function isBesidePair(cells: Row["cells"]): boolean {
  const isWords = (text = "") => /\p{L}{3}/u.test(text) && !isFigure(text);
  const texts = cells.map(({ text }) => text);
  return texts.length === 4 &&
    [texts, texts.toReversed()].some(([name, value = "", label = "", amount = ""]) =>
      isWords(name) && (isWords(value) || AMOUNT.test(value)) && isWords(label) && isSum(label) &&
      isFigure(amount) && AMOUNT.test(amount)
    );
}

/** Whether a sum stands beside a remark under the names: "Thank you for your business", "Subtotal", "595.00". */
function hasRemark(cells: Row["cells"]): boolean {
  const [figures, words] = [
    cells.filter(({ text }) => isFigure(text)),
    cells.filter(({ text }) => !isFigure(text)),
  ];
  return figures.length === 1 && words.length === 2 &&
    words.some(({ text }) => isSum(text)) &&
    words.some(({ text }) => !isSum(text) && text.split(/\s+/).length > 2);
}
