/** The sender and the recipient of letters without labels. */
import { fold } from "lib/fold.ts";
import { findDates } from "../values/dates.ts";
import type { Reading } from "../values/document_reading.ts";
import type { FieldRule, FoundField, TextLine } from "../results/field.ts";
import { fieldAt } from "./field_at.ts";
import { isName } from "./name_line.ts";
import { labelsOfCell } from "./label_cells.ts";
import { withoutHonours } from "./party_name.ts";

/** The number of cells at the top that are searched for names. */
const HEAD = 12;

export function letterFields(
  cells: TextLine[],
  { reading, rules }: { reading: Reading; rules: FieldRule[] },
): FoundField[] {
  return [
    ...addressee(cells.slice(0, HEAD), rules),
    ...signedAtHead(cells),
    ...aboveGreeting(cells, { reading, rules }),
    ...loneReference(cells.slice(0, HEAD), rules),
  ];
}

const CLOSING =
  /^(?:yours (?:sincerely|faithfully|truly)|(?:kind|best|warm) regards|sincerely|وتفضلوا|وتقبلوا|تقبلوا|مع (?:خالص|أطيب|وافر))/iu;
const GREETING = /^(?:dear\b|sirs?\b|madam\b|تحية|السلام عليكم|سلام)/iu;

/** The sender: a name at the top that is repeated below the closing. */
function signedAtHead(cells: TextLine[]): FoundField[] {
  const [first] = cells;
  const at = cells.findIndex(({ text }) => CLOSING.test(text));
  if (!first || at < 0 || !isName(first.text)) return [];
  const isSigned = cells.slice(at + 1, at + 4).some(({ text }) => fold(text) === fold(first.text));
  return isSigned ? [fieldAt("sender", first.text, first, { sure: 0.97 })] : [];
}

/** The recipient: the first line of an address block between the date and the greeting. */
function aboveGreeting(
  cells: TextLine[],
  { reading: { way }, rules }: { reading: Reading; rules: FieldRule[] },
): FoundField[] {
  const greeting = cells.findIndex(({ text }) => GREETING.test(text));
  const dated = cells.findIndex(({ text }) => findDates(text, way.dates).length === 1 && text.length < 40);
  if (dated < 0 || greeting - dated < 3 || greeting - dated > 7) return [];
  const [name, ...others] = cells.slice(dated + 1, greeting);
  const isBlock = name &&
    [name, ...others].every((cell) => !/[:：]/.test(cell.text) && labelsOfCell(cell, rules).length === 0);
  return isBlock && isName(name.text)
    ? [fieldAt("recipient", withoutHonours(name.text), name, { sure: 0.78 })]
    : [];
}

/** A reference alone on its line at the head: "TBM/HR/331". */
const REFERENCE =
  /^(?:[A-Z]{2,6}|\p{Script=Arabic}{1,2})(?:[/-][A-Z\d]{1,8}|[/-]\p{Script=Arabic}{1,2}){1,4}$/u;

function loneReference(head: TextLine[], rules: FieldRule[]): FoundField[] {
  const cell = head.find(({ text }) =>
    REFERENCE.test(text) && /\d{2}/.test(text) && findDates(text).length === 0
  );
  if (!cell || labelsOfCell(cell, rules).length > 0) return [];
  return [fieldAt("reference", cell.text, cell, { sure: 0.75, type: "id" })];
}

const HONOURED =
  /^(?:(?:(?:إلى|الى)\s+)?(?:سعادة|معالي|عطوفة|فضيلة|حضرة|جناب|دولة|ل?جانب(?!\s+من))\s+(?=\p{Script=Arabic})|(?:(?:حضرات\s+)?السادة|الفاضل|الفاضلة|المكرم|المكرمة|الأخ|الأخت)\s*(?:[/|]|[1١](?=\s))?\s*(?=\p{Script=Arabic}))/u;

/** The recipient: a name that begins with a form of address. */
function addressee(head: TextLine[], rules: FieldRule[]): FoundField[] {
  const called = head.slice(0, 10).find(({ text }) =>
    HONOURED.test(text) && text.length < 70 && !/[:：]/.test(text)
  );
  if (called) {
    const name = withoutHonours(called.text.replace(HONOURED, ""));
    return [fieldAt("recipient", name, called, { sure: 0.88 })];
  }
  const cell = head.slice(0, 8).find(({ text }) =>
    /^(?:mr|mrs|ms|miss|dr|prof|messrs|m\/s|eng)\.?\s+\p{Lu}/iu.test(text) && text.length < 60
  );
  if (!cell || labelsOfCell(cell, rules).length > 0) return [];
  return [fieldAt("recipient", cell.text.replace(/^(?:messrs|m\/s)\.?\s+/iu, ""), cell, { sure: 0.9 })];
}
