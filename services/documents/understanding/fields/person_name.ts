/** Finds the person of a CV, whose name seldom has a label. */
import { median } from "lib/median.ts";
import { heightOf, union } from "../../reading/layout/page.ts";
import type { FoundField, TextLine } from "../results/field.ts";
import { kindsOf } from "../grammar/word_kinds.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { fieldAt } from "./field_at.ts";
import { isSection } from "./shape_words.ts";

/** The number of rows at the top that are searched. */
const HEAD = 12;

/** The person of a CV: first by the place of the name, unless a name in far taller letters stands elsewhere. */
export function nameOfPerson(rows: FieldRow[]): FoundField[] {
  const [atHead, tallest] = [nameAtHead(rows), tallestName(rows)];
  const heightOfName = ([name]: FoundField[]) => name?.box ? heightOf(name.box) : 0;
  const isTaller = heightOfName(tallest) > heightOfName(atHead) * 1.3;
  return isTaller ? [...tallest, ...atHead] : [...atHead, ...tallest];
}

/** The name at the top of a CV, alone on its row. */
function nameAtHead(rows: FieldRow[]): FoundField[] {
  const alone = rows.slice(0, HEAD).flatMap(({ cells }) => cells.length === 1 ? cells : []);
  const name = alone.find(({ text }) =>
    /^[\p{L}\s.'-]{4,50}$/u.test(text) && kindsOf(text) === undefined && !isSection(text) &&
    !/curriculum|resume|سيرة|cv/iu.test(text)
  );
  return name ? [fieldAt("full_name", name.text, name, { sure: 0.92 })] : [];
}

/** One to five words. */
const NAME = /^\p{L}[\p{L}.'-]*(?:\s\p{L}[\p{L}.'-]*){0,4}$/u;

/** The tall lines of a CV that may be its name. */
const MOST_TALL = 4;

/** The name in the tallest letters of a CV. */
function tallestName(rows: FieldRow[]): FoundField[] {
  const cells = rows.filter((row) => row.placed && row.page === rows[0]?.page && !hasLabel(row))
    .flatMap((row) => row.cells);
  const usual = median(cells.map(({ box }) => heightOf(box)), 0);
  const tall = cells.filter(({ box, text }) => heightOf(box) > usual * 1.3 && NAME.test(text))
    .toSorted((a, b) => heightOf(b.box) - heightOf(a.box)).slice(0, MOST_TALL);
  // Initials in a circle may be taller than the name.
  const tallest = tall.map((cell) => withSurname(cell, cells)).find(({ text }) =>
    /\s/.test(text) && !isSection(text) && kindsOf(text) === undefined &&
    !/curriculum|resume|سيرة|cv/iu.test(text)
  );
  return tallest ? [fieldAt("full_name", tallest.text, tallest, { sure: 0.85 })] : [];
}

/** Whether a row begins with a label, whose value is another person: "Father's name:". */
function hasLabel({ cells }: FieldRow): boolean {
  return cells.length > 1 && cells.some(({ text }) => /^[:：]|[:：]\s*$/.test(text));
}

/** A first name and the surname below it in letters of the same size, as one cell. */
function withSurname(cell: TextLine, cells: TextLine[]): TextLine {
  if (/\s/.test(cell.text)) return cell;
  const other = cells.find(({ text, box }) => {
    const [height, apart] = [heightOf(cell.box), Math.abs(box.top - cell.box.top)];
    const isAlike = Math.abs(heightOf(box) - height) < height * 0.25 &&
      Math.abs(box.left - cell.box.left) < height;
    return isAlike && apart > height * 0.5 && apart < height * 2.2 && /^\p{L}[\p{L}'-]+$/u.test(text) &&
      !isSection(text);
  });
  if (!other) return cell;
  const [first, second] = cell.box.top < other.box.top ? [cell, other] : [other, cell];
  return { ...first, text: `${first.text} ${second.text}`, box: union([first.box, second.box]) };
}
