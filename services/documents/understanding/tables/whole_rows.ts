/** Joins rows of forms with wrapped cells. */
import { heightOf, union } from "../../reading/layout/page.ts";
import type { TextLine } from "../results/field.ts";
import type { FieldRow } from "./field_row.ts";
import { COUNT_AND_PRICE } from "./price_line.ts";

/** Maximum gap between lines of a cell, and minimum extra distance between rows, in line heights. */
const CLOSE = 0.25;
/** The least height of a continuation line, as a share of the line above: smaller letters are other text. */
const SAME_SIZE = 0.75;

/** Joins each row with its continuation lines. */
export function wholeRows(rows: FieldRow[]): FieldRow[] {
  const whole: FieldRow[] = [];
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1];
    const last = whole.at(-1);
    const closed = above !== undefined && last !== undefined && goesOn(rows, at);
    if (closed) whole[whole.length - 1] = joined(last, row);
    else whole.push(row);
  }
  return whole;
}

/** Whether a row continues the one above: much closer to it than both are to their neighbours, each cell below another. */
function goesOn(rows: FieldRow[], at: number): boolean {
  const [before, above, row, after] = [rows[at - 2], rows[at - 1], rows[at], rows[at + 1]];
  if (!above || !row || above.inTable || row.inTable || above.cells.length < 2) return false;
  const height = Math.min(...above.cells.map(({ box }) => heightOf(box)));
  const gap = gapOf(above, row);
  const far = gap + height * CLOSE;
  if (gap > height * CLOSE || (before && gapOf(before, above) < far) || (after && gapOf(row, after) < far)) {
    return false;
  }
  // Pairs of label and value have an even number of cells.
  return above.cells.length % 2 === 0 && row.cells.length < above.cells.length &&
    row.cells.every((cell) =>
      above.cells.some((one) =>
        sharesEdge(cell, one) && mayBeRest(one, cell) && (isWord(cell) || !isWord(one)) &&
        heightOf(cell.box) > heightOf(one.box) * SAME_SIZE
      )
    );
}

/** A legal form, which ends a company's name, and a department above it: the next line is another. */
const ENDED =
  /(?<!\p{L})(?:l\.?l\.?[cp]|ltd|limited|plc|inc|company|gmbh|b\.?v|w\.?l\.?l|ذ\.?م\.?م|ش\.?م\.?[مل])\.?$/iu;
const DEPARTMENT =
  /^(?:accounts? (?:payable|department|dept\.?)|(?:finance|purchasing|procurement) department)$/iu;

/** Quantity and price below the name on a till receipt: "4 x R 189.95". */
const PRICE_LINE = new RegExp(`^${COUNT_AND_PRICE}$`, "iu");
const LONGEST = 60;
/** An address for mail or of a website, which is a line of its own below a name. */
const WEB = /^\S{1,60}@\S|^(?:https?:|www\.)/iu;

/** Whether a line may be the rest of the one above, and no line of an address, of another name, of mail or of a price. */
function mayBeRest({ text: above }: TextLine, { text }: TextLine): boolean {
  const isPlace = /[,،]/.test(text) && !/[,،]/.test(above);
  return !isPlace && !WEB.test(text) && !(text.length < LONGEST && PRICE_LINE.test(text)) &&
    !ENDED.test(above) && !DEPARTMENT.test(above);
}

function isWord({ text }: TextLine): boolean {
  return !/[\d٠-٩]/.test(text);
}

function gapOf(above: FieldRow, below: FieldRow): number {
  return above.page === below.page ? below.box.top - above.box.bottom : Infinity;
}

/** Whether two cells share their left or right edge. */
export function sharesEdge({ box: a }: TextLine, { box: b }: TextLine): boolean {
  const near = heightOf(b) * 0.6;
  return Math.abs(a.left - b.left) < near || Math.abs(a.right - b.right) < near;
}

function joined(above: FieldRow, row: FieldRow): FieldRow {
  const cells = above.cells.map((cell) => {
    const more = row.cells.find((one) => sharesEdge(one, cell));
    if (!more) return cell;
    return {
      ...cell,
      text: `${cell.text} ${more.text}`,
      confidence: Math.min(cell.confidence, more.confidence),
      least: Math.min(cell.least ?? cell.confidence, more.least ?? more.confidence),
      box: union([cell.box, more.box]),
    };
  });
  return { ...above, cells, box: union([above.box, row.box]) };
}
