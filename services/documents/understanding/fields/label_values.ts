/** Finds the values of labels by position: after, beside or below the label. */
import { heightOf, union } from "../../reading/layout/page.ts";
import type { FieldRule, TextLine } from "../results/field.ts";
import { beginsWithLabel, isAnyLabel } from "./any_label.ts";
import { isLabelLike } from "../grammar/word_kinds.ts";
import { acrossGap, amountPast, CLOSE, hasWordBelow, headsBlock, isCentredIn } from "./value_places.ts";
import { besideOf, isBetweenLabels, isFormRow, isLabelRow, isSameLabel } from "./value_neighbours.ts";
import { isRatherBelow } from "./value_places.ts";
import { isSameDay, isUnclear, slightlyBelow } from "./value_places.ts";
import { hasRoom, linesOf, wrapped } from "./value_lines.ts";
import {
  ATTENTION,
  EMPLOYEE,
  isNameField,
  isOrganisation,
  isPersonWithPost,
  isPost,
  TITLED,
} from "./name_shape.ts";
import { findDates } from "../values/dates.ts";
import { type CellLabel, labelsOfCell } from "./label_cells.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { standsUnder, startsAt } from "../tables/page_rows.ts";

export interface Candidate {
  rule: FieldRule;
  text: string;
  cell: TextLine;
  /** The text of the cell with its label, unless that is vague. */
  label?: string;
  /** How certain it is that the value belongs to the label. */
  certainty: number;
  /** Whether the value may continue in the next line. */
  isCut?: boolean;
  /** Whether the label is complete, unambiguous and close. */
  isExact?: boolean;
}

const CERTAIN = {
  marked: 0.99,
  unmarked: 0.9,
  loose: 0.75,
  beside: 0.97,
  below: 0.94,
  farBelow: 0.8,
  vague: 0.75,
  attention: 0.6,
};

export function candidatesOf(
  rows: FieldRow[],
  rules: FieldRule[],
  fits: (rule: FieldRule, text: string) => boolean,
): Candidate[] {
  const finder = { rows, rules, fits };
  return rows.flatMap((row, at) =>
    row.inTable && !isBetweenLabels(row, rules) && !isFormRow(rows, at)
      ? []
      : row.cells.flatMap((cell, i) =>
        (isDayAgain(row, i) ? [] : labelsOfCell(cell, rules)).filter((label) =>
          !isWithinSentence(finder, at, label)
        ).flatMap((label) => {
          if (label.rest === "" || isRate(label, row.cells)) {
            const next = ENDS_IN_LABEL.test(cell.text) ? lineBelow(rows, at, cell) : undefined;
            if (next) {
              return fits(label.rule, next.text)
                ? [{ rule: label.rule, text: next.text, cell: next, certainty: CERTAIN.beside }]
                : [];
            }
            return alone(finder, { at, i, rule: label.rule }).flatMap((one) =>
              label.vague || isPersons(label, one.text, row) ? vaguely(one) : [exactly(one, label)]
            );
          }
          if (!label.marked && label.rule.type === "text" && !isPhrase(label.rule, label)) return [];
          const person = { ...cell, text: label.rest };
          const firm = label.rule.key === "customer_name" && TITLED.test(label.rest)
            ? firmBelow(rows, at, person)
            : undefined;
          if (firm && fits(label.rule, firm.text)) {
            return [{ rule: label.rule, text: firm.text, cell: firm, certainty: CERTAIN.below }];
          }
          const text = wrapped(finder, { at, i, text: label.rest });
          const found = { rule: label.rule, text, cell, certainty: certaintyOf(label) };
          return label.vague || isPersons(label, text, row) ? vaguely(found) : [exactly(found, label)];
        })
      )
  );
}

/** Whether the number behind a tax's label is its rate, whose sign a scan lost, since an amount stands beside. */
function isRate({ rule, rest, cell }: CellLabel, cells: TextLine[]): boolean {
  return rule.key === "total_tax" && /^[\d٠-٩]{1,2}$/.test(rest.trim()) &&
    cells.some((one) => one !== cell && /[\d٠-٩][.,٫][\d٠-٩]{2,3}$/.test(one.text.trim()));
}

/** Whether a cell repeats the date before it in the other calendar: "1448/05/20 هـ" beside "الموافق 2026/10/31". */
function isDayAgain({ cells }: FieldRow, i: number): boolean {
  const [before, cell] = [cells[i - 1], cells[i]];
  return before !== undefined && cell !== undefined && isSameDay(cell.text) &&
    findDates(before.text).length > 0;
}

/** A line of text that ends with a label, whose value begins the next line: "… in writing. Notice period:". */
const ENDS_IN_LABEL = /[.؛;]\s\p{L}[^.؛;:]{2,40}[:：]\s?$/u;

/** The next line of the same column. */
function lineBelow(rows: FieldRow[], at: number, cell: TextLine): TextLine | undefined {
  const [row, below] = [rows[at], rows[at + 1]];
  if (!row?.placed || !below || below.page !== row.page) return undefined;
  return below.cells.find((one) => startsAt(one, cell, /\p{Script=Arabic}/u.test(cell.text)));
}

/** Whether a line continues a sentence, so that its first word is not a label: "… at noon on the \n day 31 March". */
function isWithinSentence({ rows }: Finder, at: number, { marked, cell, rest }: CellLabel): boolean {
  const [row, above] = [rows[at], rows[at - 1]];
  const [before] = above?.cells ?? [];
  if (marked || rest === "" || !row?.placed) return false;
  if (row.cells.length !== 1 || above?.cells.length !== 1 || !before) return false;
  if (above.page !== row.page || /[.:：؛;]\s*$/.test(before.text) || before.text.split(/\s+/).length < 8) {
    return false;
  }
  return row.box.top - above.box.bottom < heightOf(cell.box) * CLOSE &&
    !hasRoom(before, cell, union(rows.filter(({ page }) => page === row.page).map(({ box }) => box)));
}

function certaintyOf({ marked, rule }: CellLabel): number {
  if (marked) return CERTAIN.marked;
  // "Received from Sara Ali": the preposition asks for a name.
  return rule.type === "text" && rule.key !== "received_from" ? CERTAIN.loose : CERTAIN.unmarked;
}

/** Marks a value beside a complete label, or after its colon. */
function exactly(one: Candidate, { isExact = false, cell }: CellLabel): Candidate {
  return { ...one, label: cell.text, isExact: isExact && one.certainty >= CERTAIN.beside };
}

/** The value of a vague label, unless it is a date where an identifier or an amount is expected. */
function vaguely(one: Candidate): Candidate[] {
  return (one.rule.type === "id" || one.rule.type === "money") && findDates(one.text).length > 0
    ? []
    : [{ ...one, certainty: one.rule.key === "recipient" ? CERTAIN.attention : CERTAIN.vague }];
}

/** Labels of a person or department at the customer's, or at whom a letter goes to. */
const OF_ATTENTION =
  /^(?:(?:for the )?(?:kind )?attention(?: of)?|attn|att|ل?عناية(?: السيدة?)?)[\s:：.]*$/iu;

/** Who signs beside the seller or the buyer at the foot: "البائع: لؤي" beside "السائق: أحمد" and "المستلم: …". */
const SIGNER =
  /^(?:(?:received|delivered|prepared|checked|approved|authori[sz]ed|issued) by|(?:receiver|driver|cashier|store ?keeper|accountant|salesman)(?:['’]s)?(?: (?:name|signature))?|(?:ال)?(?:مستلم|سائق|محاسب|مراجع|مدقق|مندوب|أمين (?:ال)?مخزن|أمين (?:ال)?مستودع|أمين (?:ال)?صندوق)|(?:ال)?توقيع(?: (?:ال)?\p{L}+)?)(?!\p{L})/iu;

/** A party of the carriage, who may be neither the seller nor the buyer. */
const OF_CARRIAGE = /^(?:shipper|consignee|notify party|الشاحن|المرسل(?: إليه)?)[\s:：.]*$/iu;

function isPersons(label: CellLabel, value: string, row: FieldRow): boolean {
  return OF_CARRIAGE.test(label.cell.text.trim()) || isByPerson(label, value) ||
    (isAmongSigners(label, row) && !isOrganisation(value));
}

/** Whether a party's label stands among those of signatures. */
function isAmongSigners({ rule, cell }: CellLabel, { cells }: FieldRow): boolean {
  return /^(?:buyer|vendor|customer)_name$/.test(rule.key) &&
    cells.some((one) => one !== cell && SIGNER.test(one.text));
}

/** Whether a value is a person acting for an organisation named elsewhere: "Issued by: Niamh Considine". */
function isByPerson({ rule, cell, rest }: CellLabel, value: string): boolean {
  const label = rest === "" ? cell.text : cell.text.slice(0, cell.text.lastIndexOf(rest));
  if (rule.key === "recipient") return OF_ATTENTION.test(label.trim()) && !isOrganisation(value);
  if (!/^(?:buyer|vendor|customer)_name$/.test(rule.key)) return false;
  if (isPersonWithPost(value) || isOrganisation(value)) return isPersonWithPost(value);
  const isBy = /\bby[\s:：.]*$|(?:من قبل|بواسطة)[\s:：.]*$/iu.test(label);
  if (rule.key === "customer_name") return isBy || OF_ATTENTION.test(label.trim());
  return isBy || TITLED.test(value) || (/^buyer[\s:：.]*$/iu.test(label) && EMPLOYEE.test(value));
}

interface Finder {
  rows: FieldRow[];
  rules: FieldRule[];
  fits(rule: FieldRule, text: string): boolean;
}

interface Spot {
  at: number;
  i: number;
  rule: FieldRule;
}

/** Whether a text starts with a label that needs no colon: "Received from Sara Ali", but not "Customer service". */
function isPhrase(rule: FieldRule, { cell: { text }, rest }: CellLabel): boolean {
  const isNationality = rule.key === "nationality" && /^\p{L}+(?: \p{L}+)?$/u.test(rest);
  return isNationality ||
    rule.labels.some((label) => label.includes(" ") && text.toLowerCase().startsWith(label)) ||
    /^(?:received from|paid by|m\/s|messrs|استلمنا من|وصلنا من)/iu.test(text);
}

/** The value of a label that fills its cell. */
function alone(finder: Finder, spot: Spot): Candidate[] {
  const { rows, rules, fits } = finder;
  const row = rows[spot.at];
  const cell = row?.cells[spot.i];
  if (!row || !cell) return [];
  const next = besideOf(row, spot.i, rules);
  const beside = spot.rule.type === "money" && next ? amountPast(rows, row, spot.i, next) : next;
  const under = belowOf(finder, spot);
  // A colon before a value says that it is the label's.
  const isBehindColon = beside !== undefined && /^[:：]\s/u.test(beside.text);
  const prefersBelow = !isBehindColon && (isRatherBelow(spot.rule, cell, { beside, under }) ||
    isLabelRow(rows, spot.at, rules) ||
    (/_name$/.test(spot.rule.key) && headsBlock(cell, { beside, under: under?.cell })) ||
    (beside !== undefined && isNameField(spot.rule.key) && isNoName(beside.text)));
  const isVague = spot.rule.type === "text" && !isBehindColon && isUnclear(finder, spot);
  const certainty = isVague ? CERTAIN.vague : CERTAIN.beside;
  const isOtherLabel = beside !== undefined && spot.rule.type === "address" && isNoName(beside.text);
  const near = beside && !prefersBelow && !isOtherLabel && fits(spot.rule, beside.text)
    ? [{ rule: spot.rule, text: linesOf(finder, { ...spot, cell: beside }), cell: beside, certainty }]
    : [];
  if (near.length > 0) return near;
  if (under && fits(spot.rule, under.cell.text)) {
    return [{ rule: spot.rule, ...under }];
  }
  const lower = beside ? undefined : slightlyBelow(rows, spot.at, cell);
  if (lower && fits(spot.rule, lower.text)) {
    return [{ rule: spot.rule, text: lower.text, cell: lower, certainty: CERTAIN.unmarked }];
  }
  return beside && !(isNameField(spot.rule.key) && isNoName(beside.text)) && fits(spot.rule, beside.text) &&
      (row.cells.length === 2 || (spot.rule.type !== "text" && !under))
    ? [{ rule: spot.rule, text: beside.text, cell: beside, certainty: CERTAIN.loose }]
    : [];
}

/** Whether a text is a label, or begins with one. */
function isNoName(text: string): boolean {
  return isLabelLike(text) || beginsWithLabel(text);
}

/** Another label with its value: "Sales person: Rami". */
const PAIR = /^\p{L}[\p{L} ]{1,30}[:：]\s\S/u;

/** The firm below a person or a post at it, who stands first in its address: "c/o Mr. Adel", "Attn: Jane Smith". */
function firmBelow(rows: FieldRow[], at: number, person: TextLine): TextLine | undefined {
  const [row, next] = [rows[at], rows[at + 1]];
  const isStaff = /^c\/o(?!\p{L})/iu.test(person.text) || ATTENTION.test(person.text) ||
    isPost(person.text) || TITLED.test(person.text);
  if (!isStaff || !row || next?.page !== row.page || next.inTable) return undefined;
  if (next.box.top - row.box.bottom > heightOf(person.box)) return undefined;
  return next.cells.find((cell) =>
    startsAt(cell, person, row.rightToLeft) && isOrganisation(cell.text) && !isAnyLabel(cell.text)
  );
}

/** Whether a row goes on the headings above it with units alone: "(AED)", "(دينار عراقي)". */
function isOfUnits(row: FieldRow | undefined): boolean {
  return row !== undefined && row.cells.every(({ text }) => /^\(\D{1,28}\)$/u.test(text.trim()));
}

/** The row with a cell under a label: not one between that another column's closer lines make. */
function rowUnder(rows: FieldRow[], at: number, label: TextLine): number {
  const [row, next, other] = [rows[at], rows[at + 1], rows[at + 2]];
  if (row && row.cells.length > 1 && isOfUnits(next) && other?.page === row.page) return at + 2;
  const isOver = next?.placed && !next.cells.some((cell) => standsUnder(cell, label)) &&
    other?.page === row?.page && other?.cells.some((cell) => standsUnder(cell, label)) &&
    row !== undefined &&
    (next.box.top < row.box.bottom || other.box.top - row.box.bottom < heightOf(label.box));
  return isOver ? at + 2 : at + 1;
}

function belowOf(
  { rows, rules }: Finder,
  { at, i, rule }: Spot,
): Omit<Candidate, "rule"> | undefined {
  const row = rows[at];
  const label = row?.cells[i];
  const next = row && label ? rowUnder(rows, at, label) : at + 1;
  const below = rows[next];
  if (!row || !label || !below || below.page !== row.page || below.inTable) return undefined;
  const gap = below.box.top - (isOfUnits(rows[next - 1]) ? rows[next - 1] ?? row : row).box.bottom;
  if (row.placed && gap > heightOf(label.box) * 2) return undefined;
  const twin = row.cells[i + 1];
  const isBox = twin !== undefined && isSameLabel(label, twin, rules);
  const under = below.cells.filter((cell) =>
    standsUnder(cell, label) || (isBox && isCentredIn(cell.box, union([label.box, twin.box])))
  );
  const cell = under.find((one) => startsAt(one, label, row.rightToLeft)) ?? under[0];
  const isTo = rule.key === "customer_name" || (rule.key === "recipient" && !TITLED.test(cell?.text ?? ""));
  const firm = cell && isTo ? firmBelow(rows, next, cell) : undefined;
  if (firm) return { text: firm.text, cell: firm, certainty: CERTAIN.below };
  if (!cell || isAnyLabel(cell.text) || (rule.type === "text" && PAIR.test(cell.text))) return undefined;
  // An identifier may begin with a word that is a label elsewhere: "IFB 26-014".
  const isNumber = rule.type === "id" && cell.text.length < 25 && /\d/.test(cell.text);
  if (labelsOfCell(cell, rules).some(({ marked, rest }) => marked || rest === "" || !isNumber)) {
    return undefined;
  }
  const certainty = startsAt(cell, label, row.rightToLeft) || !row.placed ? CERTAIN.below : CERTAIN.farBelow;
  const whole = rule.type === "text" ? acrossGap(cell, { row, below, rules }) : cell;
  const text = linesOf({ rows, rules }, { at: next, cell: whole, rule });
  const isCut = isNameField(rule.key) && rule.key !== "nationality" && text === cell.text &&
    hasWordBelow(rows, next, cell);
  return { text, cell: whole, certainty, isCut };
}
