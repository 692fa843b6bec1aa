/** The address among the contacts of a CV, which has no label beside the telephone and the email. */
import { heightOf, union } from "../../reading/layout/page.ts";
import type { FieldRule, FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { asciiDigits } from "../values/digits.ts";
import { fieldAt } from "./field_at.ts";
import { labelsOfCell } from "./label_cells.ts";
import { STREET } from "./name_line.ts";

const CONTACT = /@[\w-]+\.|(?:\+|\b00)?\d[\d\s().-]{6,}\d/;
/** Lines around a contact that may hold the address. */
const AROUND = 3;
const SEPARATOR = /\s+[|·•–]\s+/u;
const SURE = { street: 0.86, place: 0.75 };
/** The most letters of an address, and words of one of its parts. */
const MOST = { letters: 90, words: 6 };
const PLACE =
  /(?<!\p{L})(?:way|villa|block|building|bldg|plot|zone|district|p\.?o\.? box|مبنى|فيلا|قطعة|مجمع|سكة|حي|شارع|شقة|عمارة)(?!\p{L})/iu;

export function contactAddress(rows: FieldRow[], rules: FieldRule[]): FoundField[] {
  const lines = rows.flatMap(({ cells, inTable }) => !inTable && cells.length === 1 ? cells : []);
  const isContact = (text: string) => CONTACT.test(asciiDigits(text));
  for (const [at, cell] of lines.entries()) {
    if (!isContact(cell.text)) continue;
    const within = cell.text.split(SEPARATOR).find((part) => !isContact(part) && isAddress(part));
    if (within) return [fieldAt("address", within.trim(), cell, { sure: SURE.place, type: "address" })];
    const near = lines.slice(Math.max(0, at - AROUND), at + AROUND + 1);
    const found = near.find((one) =>
      isBeside(one, cell) && !isContact(one.text) && isAddress(one.text) &&
      labelsOfCell(one, rules).length === 0
    );
    if (found) return [addressFrom(found, lines)];
  }
  return [];
}

/** Whether two lines begin at the same edge, as those of one list. */
function isBeside({ box: a, page }: TextLine, { box: b, page: other }: TextLine): boolean {
  const near = heightOf(b);
  return page === other &&
    (Math.abs(a.left - b.left) < near || Math.abs(a.right - b.right) < near ||
      Math.abs(a.left + a.right - b.left - b.right) < near);
}

/** Parts between commas, one of them with a number or a word of addresses, or two places. */
function isAddress(text: string): boolean {
  const parts = text.split(/\s*[,،]\s*/).filter((part) => part !== "");
  const isShort = text.length <= MOST.letters &&
    parts.every((part) => part.split(/\s+/).length <= MOST.words);
  if (
    !isShort || /[:：@;؛]|\p{L}{6}\.\s|\b(?:19|20)\d{2}\b/u.test(asciiDigits(text)) || !/\p{L}{3}/u.test(text)
  ) {
    return false;
  }
  return isStreet(text) || (parts.length === 2 && parts.every((part) => /^[\p{L}\s.'-]{3,30}$/u.test(part)));
}

function isStreet(text: string): boolean {
  return PLACE.test(text) || (/\d/.test(asciiDigits(text)) && STREET.test(text));
}

/** The most height from one line of an address to the next, in their height. */
const PITCH = 1.8;
/** A place, perhaps with its post code, or the code alone: "Adliya, Manama", "4001", "LD4 2TB". */
const SECOND_LINE =
  /^(?=.{3,40}$)(?:[\p{L}\s,،.'-]*[\d٠-٩]{0,6}[\p{L}\s,،.'-]*|[A-Z]{1,2}\d{1,2}[A-Z]? \d[A-Z]{2})$/u;

/** The address with its second line, which is close below it and nearer than the next contact. */
function addressFrom(cell: TextLine, lines: TextLine[]): FoundField {
  const [next, other] = lines.slice(lines.indexOf(cell) + 1);
  // Lines of digits are lower, so that their gaps are wider.
  const pitch = (above: TextLine, below: TextLine) => below.box.bottom - above.box.bottom;
  const isClose = next !== undefined && pitch(cell, next) < heightOf(cell.box) * PITCH &&
    (!other || other.page !== next.page || pitch(cell, next) < pitch(next, other));
  const goesOn = next !== undefined && isBeside(next, cell) && isClose && SECOND_LINE.test(next.text);
  const whole = goesOn
    ? {
      ...cell,
      text: `${cell.text} ${next.text}`,
      confidence: Math.min(cell.confidence, next.confidence),
      box: union([cell.box, next.box]),
    }
    : cell;
  return fieldAt("address", whole.text, whole, {
    sure: isStreet(cell.text) ? SURE.street : SURE.place,
    type: "address",
  });
}
