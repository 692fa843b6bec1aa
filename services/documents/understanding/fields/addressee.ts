/** The addressee without a label: a name above an address, as in window envelopes. */
import type { FieldRule, FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { isLabelLike } from "../grammar/word_kinds.ts";
import { fieldAt } from "./field_at.ts";
import { labelsOfCell } from "./label_cells.ts";
import { ATTENTION, isOrganisation, isPost } from "./name_shape.ts";
import { FOR, isName, STREET, TO_SIDE } from "./name_line.ts";
import { withoutHonours } from "./party_name.ts";

const ADDRESSED: Partial<Record<string, string>> = {
  invoice: "customer_name",
  quotation: "customer_name",
  bank_statement: "account_holder",
  letter: "recipient",
};
const PERSON =
  /^(?:mr|mrs|ms|miss|dr|messrs|m\/s|حضرة (?:السيدة?|السادة)|السيد|السيدة|السادة|الأستاذ|الدكتور|المهندس)(?:\.|\s|\s?\/)/iu;
/** Rows of the first page that may show in a window envelope. */
const WINDOW = 14;

/** Where a letter to a body goes. */
const CARE_OF = /^(?:c\/o|care of|بواسطة|عن طريق)(?!\p{L})/iu;

/** The addressee without a label: a name above an address, as in window envelopes. */
export function addressedTo(
  type: string,
  rows: FieldRow[],
  { rules, issuer }: { rules: FieldRule[]; issuer: string | undefined },
): FoundField[] {
  const key = ADDRESSED[type];
  if (!key) return [];
  const windowRows = rows.slice(1, WINDOW).filter(({ inTable, page }) => !inTable && page === rows[0]?.page);
  const cells = windowRows.flatMap((row, at) =>
    row.cells.filter((cell, i) => cell.text !== issuer && !isLabelled(cell, row.cells[i - 1]))
      .map((cell) => ({ at, row, cell }))
  );
  const names = key === "customer_name" || key === "recipient";
  for (const { at, cell } of names ? cells : []) {
    // A letter to a person by name is that person's.
    const isPerson = isPost(withoutHonours(cell.text)) ||
      (key === "customer_name" && (ATTENTION.test(cell.text) || PERSON.test(cell.text)));
    const firm = isPerson ? firmOf(cell, { rows: windowRows, at, rules, issuer }) : undefined;
    if (firm) return [fieldAt(key, firm.text, firm, { sure: 0.88 })];
  }
  for (const { at, row, cell } of cells) {
    const { page } = row;
    if (
      PERSON.test(cell.text) && isName(cell.text) && labelsOfCell(cell, rules).length === 0 &&
      !/[\d]/.test(cell.text)
    ) {
      return [fieldAt(key, withoutHonours(cell.text), cell, { sure: 0.82 })];
    }
    if (isCloseUnder(cell, rows, page)) continue;
    const below = belowIn(windowRows.slice(at + 1, at + 4), cell, row.rightToLeft);
    if (!below || row.box.top <= (rows[0]?.box.bottom ?? 0)) continue;
    if (
      FOR.test(cell.text) || !isName(withoutNumber(cell.text)) || labelsOfCell(cell, rules).length > 0 ||
      labelsOfCell(below, rules).length > 0
    ) {
      continue;
    }
    const isBelow = [below, belowIn(windowRows.slice(at + 1, at + 6), below, row.rightToLeft)].some((line) =>
      line && sharesStart(cell, line, row.rightToLeft) &&
      (STREET.test(line.text) || CARE_OF.test(line.text)) &&
      !/[:：]/.test(line.text)
    );
    if (isBelow && cell.text.split(/\s+/).length > 1) {
      const isSure = PERSON.test(cell.text) || TO_SIDE.test(cell.text) || CARE_OF.test(below.text);
      const sure = isSure ? 0.88 : 0.78;
      return [fieldAt(key, withoutHonours(cell.text.replace(TO_SIDE, "")), cell, { sure })];
    }
  }
  return [];
}

/** The most lines of an address between its firm and the person there. */
const LINES = 4;

/** The firm at which a person is, in the same block: above the person, or the line below. */
function firmOf(
  person: TextLine,
  { rows, at, rules, issuer }: {
    rows: FieldRow[];
    at: number;
    rules: FieldRule[];
    issuer: string | undefined;
  },
): TextLine | undefined {
  const isFirm = (one: TextLine) =>
    one.text !== issuer && isOrganisation(one.text) && isName(one.text) && !isPost(one.text) &&
    labelsOfCell(one, rules).length === 0;
  const rightToLeft = rows[at]?.rightToLeft ?? false;
  const below = belowIn(rows.slice(at + 1, at + 4), person, rightToLeft);
  if (below && isFirm(below)) return below;
  let last = person;
  const lines = rows.slice(Math.max(0, at - 2 * LINES), at).toReversed();
  for (const { cells } of lines) {
    const above = cells.find((one) => sharesStart(last, one, rightToLeft));
    if (!above) continue;
    if (last.box.top - above.box.bottom > last.box.bottom - last.box.top) return undefined;
    if (isFirm(above)) return above;
    last = above;
  }
  return undefined;
}

/** A body without the number that tells it from others of its kind: "Fernlea Body Corporate 20417". */
function withoutNumber(name: string): string {
  return isOrganisation(name) ? name.replace(/(?<=\p{L}{3})\s(?:no\.?\s?)?\d{3,6}$/iu, "") : name;
}

/** The most gap between a label and its value, in heights of a line; further off is another column. */
const FAR = 8;

function isLabelled({ box }: TextLine, before: TextLine | undefined): boolean {
  if (!before || !isLabelLike(before.text)) return false;
  const gap = Math.max(box.left - before.box.right, before.box.left - box.right);
  return gap < (box.bottom - box.top) * FAR;
}

/** Whether a cell continues a line close above it, such as a letterhead. */
function isCloseUnder({ box }: TextLine, rows: FieldRow[], page: number): boolean {
  return rows.filter((row) => row.page === page).flatMap(({ cells }) => cells).some(({ text, box: above }) =>
    !isReturnAddress(text) && above.bottom <= box.top + 4 &&
    box.top - above.bottom < (box.bottom - box.top) * 0.7 &&
    above.left < box.right && above.right > box.left
  );
}

/** Whether a line is the sender's address above the addressee's, in one line: "Krumhoff KG · Ziegelei 9 · 33813 Oerlinghausen". */
function isReturnAddress(text: string): boolean {
  return text.split(/\s[·•|]\s/).length > 2;
}

/** The line close below a cell with the same left or right edge. */
function belowIn(rows: FieldRow[], cell: TextLine, rightToLeft: boolean): TextLine | undefined {
  const height = cell.box.bottom - cell.box.top;
  return rows.flatMap(({ cells }) => cells).find((one) =>
    sharesStart(cell, one, rightToLeft) && one.box.top - cell.box.bottom < height &&
    one.box.top > cell.box.top + height / 2
  );
}

function sharesStart({ box: a }: TextLine, { box: b }: TextLine, rightToLeft: boolean): boolean {
  const near = (b.bottom - b.top) * 0.6;
  return Math.abs(rightToLeft ? a.right - b.right : a.left - b.left) < near;
}
