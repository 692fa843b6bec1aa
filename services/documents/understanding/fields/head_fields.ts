/** Unlabelled values at the top of a document: issuer, addressee, number and date. */
import { findDates } from "../values/dates.ts";
import type { Reading } from "../values/document_reading.ts";
import type { FieldRule, FoundField, TextLine } from "../results/field.ts";
import { TERMS } from "../classification/type_terms.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { fold } from "lib/fold.ts";
import { isCompany, isOrganisation } from "./name_shape.ts";
import { isLabelLike } from "../grammar/word_kinds.ts";
import { addressedTo } from "./addressee.ts";
import { heightOf } from "../../reading/layout/page.ts";
import { fieldAt } from "./field_at.ts";
import { withImprint } from "./imprint.ts";
import { isState, issuingBody, MINISTRY } from "./issuing_body.ts";
import { FOR, isFirmAtHead, isName, isSlogan, OF_PARENT } from "./name_line.ts";
import { OTHER_PAPER } from "./other_paper.ts";
import { FORM as LEGAL_FORM, inFirstScript, isForm, withoutDepartment } from "./party_name.ts";
import { withStackedNames } from "./stacked_name.ts";
import { statementPeriod } from "./statement_period.ts";
import { isTallest } from "./value_places.ts";
import { labelPairs } from "./label_pairs.ts";
import { rowsOfLines } from "../tables/page_rows.ts";
import { acrossGaps } from "./across_gaps.ts";
import { type CellLabel, isPureLabel, labelsOfCell } from "./label_cells.ts";

const NAMED_BY_HEAD: Partial<Record<string, string>> = {
  invoice: "vendor_name",
  quotation: "vendor_name",
  receipt: "merchant_name",
  bank_statement: "bank_name",
  bid: "bidder_name",
  purchase_order: "buyer_name",
  letter: "sender",
  tender: "issuer",
};
const NUMBERED: Partial<Record<string, string>> = {
  invoice: "invoice_id",
  quotation: "quotation_id",
  receipt: "receipt_id",
  purchase_order: "order_id",
};
const DATED: Partial<Record<string, string>> = {
  invoice: "invoice_date",
  quotation: "quotation_date",
  receipt: "receipt_date",
  purchase_order: "order_date",
  letter: "letter_date",
};
/** The cells at the top that are searched for names and titles. */
const HEAD = 12;
export function headFields(
  type: string,
  rows: FieldRow[],
  { reading, rules }: { reading: Reading; rules: FieldRule[] },
): FoundField[] {
  const cells = rows.flatMap((row) => row.inTable ? [] : row.cells);
  const head = cells.slice(0, HEAD);
  const [atHead] = headNames(type, letterhead(rows, rules), {
    rules,
    rightToLeft: rows[0]?.rightToLeft ?? false,
  });
  const [inRow] = companyInRow(type, rows, rules);
  const isAbove = (inRow?.box?.top ?? Infinity) < (atHead?.box?.top ?? Infinity);
  // One word is often a logo.
  const ofHead = inRow && (isAbove || !atHead?.value.includes(" ")) ? inRow : atHead;
  const issuer = withImprint(type, ofHead, { key: NAMED_BY_HEAD[type], rows, rules });
  return [
    ...issuer ? [issuer] : [],
    ...titleNumber(type, head),
    ...loneNumber(type, head),
    ...forWhom(type, head),
    ...addressedTo(type, rows, { rules, issuer: issuer?.value }),
    ...onlyDate(type, { head, cells, reading, rules }),
    ...(type === "bank_statement" ? statementPeriod(cells.slice(0, 2 * HEAD), reading) : []),
  ];
}

/** Cells above the addressee; the lines of a name that stands on several are one cell. */
function letterhead(rows: FieldRow[], rules: FieldRule[]): TextLine[] {
  const isPart = (cell: TextLine) =>
    isForm(cell.text) ||
    (isName(cell.text) && !isLabelLike(cell.text) && labelsOfCell(cell, rules).length === 0);
  return withStackedNames(aboveAddressee(nameCells(rows, rules)), rows, isPart);
}

/** Cells that may hold the issuer's name. Below the first two rows, neighbouring cells are labels and values. */
function nameCells(rows: FieldRow[], rules: FieldRule[]): TextLine[] {
  const cells: TextLine[] = [];
  for (const [at, row] of rows.slice(0, HEAD).entries()) {
    if (at > 1 && row.cells.length > 1 && row.cells.some(({ text }) => HEADS_ADDRESSEE.test(text))) break;
    if (row.inTable) continue;
    const parts = acrossGaps(row.cells);
    const last = cells.findLast(({ text }) => isName(text));
    // The value of a label is no name of the letterhead.
    const own = parts.filter((_, i) => {
      const label = parts[i - 1];
      return !label || !isPartyLabel(label, rules);
    });
    if (at < 2 || parts.length === 1) cells.push(...own);
    else if (last) cells.push(...row.cells.filter((cell) => isUnder(cell, last, row)));
  }
  return cells.slice(0, 8);
}

function isPartyLabel(cell: TextLine, rules: FieldRule[]): boolean {
  return isPureLabel(cell, rules) &&
    labelsOfCell(cell, rules).some(({ rule, vague }) => /_name$/.test(rule.key) && !vague);
}

/** A label with its value. */
const PAIR = /[:：]\s*\S/u;

/** Whether a cell is the letterhead's next line, beside the paper's reference, or a body below its country. */
function isUnder(cell: TextLine, { text, box, page }: TextLine, { cells, rightToLeft }: FieldRow): boolean {
  const height = heightOf(box);
  const isNext = cell.page === page && cell.box.top - box.bottom < height && cell.box.top > box.top;
  const isBesidePair = cells.every((one) => PAIR.test(one.text) !== (one === cell)) ||
    (MINISTRY.test(text) && isOrganisation(cell.text));
  const apart = rightToLeft ? cell.box.right - box.right : cell.box.left - box.left;
  return isNext && isBesidePair && Math.abs(apart) < height * 0.6;
}

/** Rows of the letterhead, beside which the paper's own numbers stand; below them are the parties. */
const TOP = 4;

/** A company at the start of a row at the top, beside cells that are no labels, for want of a whole name above. */
function companyInRow(type: string, rows: FieldRow[], rules: FieldRule[]): FoundField[] {
  const key = NAMED_BY_HEAD[type];
  const cells = rows.slice(0, HEAD).flatMap(({ cells, inTable }, at) => {
    const [first, ...others] = inTable ? [] : cells;
    // A label whose value stands behind it, in its cell or in the next one, has none in the cell before it.
    const isBesideLabel = others.some((cell, i) => {
      const labels = labelsOfCell(cell, rules);
      const isLabel = (!/\d/.test(cell.text) && isLabelLike(cell.text)) ||
        labels.some(({ rest }) => rest === "");
      return at < TOP ? isLabel && others[i + 1] === undefined : isLabel || labels.length > 0;
    });
    return !first || isBesideLabel ? [] : [first];
  });
  const cell = aboveAddressee(cells).find(isWholeCompany);
  return key && cell ? [fieldAt(key, beforePlace(cell.text) ?? cell.text, cell, { sure: 0.82 })] : [];
}

/** Whether a cell is a company's name with its legal form, perhaps with its place, and no label of the cell beside it. */
function isWholeCompany({ text }: TextLine): boolean {
  const name = beforePlace(text) ?? text;
  return LEGAL_FORM.test(name) && isName(name) && !isLabelLike(name);
}

const ADDRESSEE =
  /^(?:to|attn|attention|m\/s|messrs|إلى|الى|السادة|السيد|السيدة|سعادة|معالي|حضرة|ل?جانب)(?!\p{L})[.:：،,\s]*/iu;

/** The label of the addressee beside another column. */
const HEADS_ADDRESSEE =
  /^(?:(?:attn|attention|messrs|m\/s)[\s.:：]*|(?:(?:إلى|الى) )?(?:عناية|السادة|جانب)\s*[:：/]?)$/iu;

/** Cells above "To", from which on names belong to the addressee. */
function aboveAddressee(cells: TextLine[]): TextLine[] {
  const at = cells.findIndex(({ text }) => ADDRESSEE.test(text));
  return at < 0 ? cells : cells.slice(0, at);
}

/** The issuer's name at the top of the document. */
function headNames(
  type: string,
  cells: TextLine[],
  { rules, rightToLeft }: { rules: FieldRule[]; rightToLeft: boolean },
): FoundField[] {
  const key = NAMED_BY_HEAD[type];
  if (!key) return [];
  const candidates = cells.filter(({ text }) => !FOR.test(text) && !OF_PARENT.test(text)).filter((cell) =>
    labelsOfCell(cell, rules).every((label) => isInName(label, cell))
  );
  const names = candidates.filter(({ text }) => MINISTRY.test(text) || !isLabelLike(text)).flatMap((cell) => {
    const name = isName(cell.text) ? cell.text : beforePlace(cell.text);
    return name === undefined || isState(key, cell.text) || (isSlogan(name) && !LEGAL_FORM.test(name))
      ? []
      : [{ cell, name }];
  });
  const isKnown = ({ name }: { name: string }) => isOrganisation(name) || isFirmAtHead(name);
  // A company's line below a public body's is a department of it, or whom its letter goes to.
  const isOfBody = type === "tender" || type === "letter";
  const known = (isOfBody ? undefined : names.find(({ name }) => isCompany(name) || isFirmAtHead(name))) ??
    names.find(isKnown);
  const body = known && issuingBody(known, names, isKnown);
  // A page from left to right has its name in Latin letters where its letterhead has both.
  const isArabic = ({ name }: { name: string }) => /\p{Script=Arabic}/u.test(name);
  const twin = body && !rightToLeft && isArabic(body)
    ? names.find((one) => isKnown(one) && !isArabic(one) && isLevel(one.cell, body.cell))
    : undefined;
  const company = twin ?? body;
  if (company) {
    // The name in Latin letters beside it may stand on two lines, of which none is a firm's.
    const others = !rightToLeft && isArabic(company) ? names.filter((one) => !isArabic(one)) : [];
    const sure = others.some(({ cell }) => isLevel(cell, company.cell)) ? 0.75 : 0.93;
    return [fieldAt(key, inFirstScript(company.name), company.cell, { sure })];
  }
  const [first] = names;
  if (!first || cells.indexOf(first.cell) > 2) return [];
  const isLetterhead = type !== "letter" && type !== "tender" && isTallest(first.cell, cells);
  const sure = isLetterhead ? 0.85 : type === "letter" || type === "tender" ? 0.55 : 0.7;
  return [fieldAt(key, first.name, first.cell, { sure })];
}

function isLevel({ box: a, page }: TextLine, { box: b, page: other }: TextLine): boolean {
  return page === other && Math.abs(a.top - b.top) < heightOf(b);
}

/** The customer of an offer titled "Quotation for <company>". */
function forWhom(type: string, head: TextLine[]): FoundField[] {
  if (type !== "quotation" && type !== "invoice") return [];
  const cell = head.slice(0, 6).find(({ text }) =>
    /^(?:[\p{L}]+ )?for\s+\p{Lu}/u.test(text) && isOrganisation(text)
  );
  const name = cell?.text.replace(/^(?:[\p{L}]+ )?for\s+/u, "");
  return cell && name && isName(name) ? [fieldAt("customer_name", name, cell, { sure: 0.85 })] : [];
}

/** Whether a label is part of a name: "Bank of the Creek". */
function isInName({ rule, rest, marked }: CellLabel, { text }: TextLine): boolean {
  return rule.type === "text" && !marked && rest !== "" && isOrganisation(text);
}

/** The name without its place: "Aare Präzision AG, Olten, Switzerland". */
function beforePlace(text: string): string | undefined {
  const [name = "", ...places] = text.split(/\s*[,،]\s*|\s+[—–|·-]\s+/);
  const whole = withoutDepartment(text);
  if (whole !== text && isName(whole)) return whole;
  const isKnown = isCompany(name) || /\s[—–|·]\s/.test(text);
  return places.length > 0 && places.length < 4 && isKnown && isName(name) ? name : undefined;
}

/** A number with the letters of its series: "PD 2217". */
const SERIES =
  /^((?!(?:NO|NR|OF|FOR|VAT|TAX|GST|AED|SAR|QAR|KWD|BHD|OMR|USD|EUR|GBP|PAGE|DATE|COPY) )\p{Lu}{1,4} \d{2,8}(?:[/-]\d{1,6})*)$/u;

/** The number after a title: "Quotation OF-3391". */
function titleNumber(type: string, head: TextLine[]): FoundField[] {
  const key = NUMBERED[type];
  if (!key) return [];
  const titles = TERMS[type as keyof typeof TERMS];
  return titles === undefined ? [] : head.flatMap((cell) => {
    const text = fold(cell.text);
    const title = titles.title.map((one) => fold(one)).filter((one) => text.startsWith(`${one} `))
      .toSorted((a, b) => b.length - a.length)[0];
    const rest = title === undefined ? "" : cell.text.slice(title.length).trim();
    const number = rest.match(
      /^(?:(?:no|nr|number|رقم)\.?\s*:?\s*|#\s*)?([A-Z]{0,6}[-/]?\d[\w/-]{2,19})(?!\S)/iu,
    )?.[1] ?? SERIES.exec(rest)?.[1];
    return number && !/^\d{1,2}[/-]\d{1,2}[/-]\d{2,4}$/.test(number)
      ? [fieldAt(key, number, cell, { sure: 0.92, type: "id" })]
      : [];
  }).slice(0, 1);
}

/** A lone number at the top: "#2026-118". */
function loneNumber(type: string, head: TextLine[]): FoundField[] {
  const key = NUMBERED[type];
  const cell = head.slice(0, 8).find(({ text }) => /^[#№]\s?[A-Z]{0,6}[-/]?\d[\w/-]{2,19}$/u.test(text));
  return key && cell
    ? [fieldAt(key, cell.text.replace(/^[#№]\s?/u, ""), cell, { sure: 0.9, type: "id" })]
    : [];
}

interface Dated {
  head: TextLine[];
  cells: TextLine[];
  reading: Reading;
  rules: FieldRule[];
}

/** Minimum share of its cell for a lone date, which may have a place beside it. */
const ALONE = 0.4;

/** Words of deadlines, whose date is later than the document's. */
const DEADLINE =
  /(?<!\p{L})(?:before|until|till|due|by|no later than|latest|expires?|deadline|قبل|حتى|لغاية|أقصاه|استحقاق|الاستحقاق)(?!\p{L})/iu;

/** The document's date: its only date, or the first one alone at the top, unless it belongs to a referenced document. */
function onlyDate(
  type: string,
  { head, cells, reading: { way }, rules }: Dated,
): FoundField[] {
  const key = DATED[type];
  if (!key) return [];
  const days = new Set(cells.flatMap(({ text }) => findDates(text, way.dates).map(({ value }) => value)));
  const cell = head.find(({ text }) => findDates(text, way.dates).length === 1);
  const date = cell && findDates(cell.text, way.dates)[0];
  if (!date || date.doubtful || OTHER_PAPER.test(cell.text)) return [];
  const isAlone = date.raw.length > cell.text.length * ALONE && labelsOfCell(cell, rules).length === 0;
  if (days.size !== 1 && !isAlone) return [];
  const hijri = date.calendar === "hijri" ? { calendar: "hijri" as const } : {};
  // A date beside another date field's label belongs to that field.
  const isOther = labelsOfCell(cell, rules).some(({ rule }) => rule.type === "date" && rule.key !== key) ||
    labelPairs(rowsOfLines([cell])).some(({ label }) => DEADLINE.test(label)) ||
    DEADLINE.test(head[head.indexOf(cell) - 1]?.text ?? "");
  if (isOther) return [];
  const sure = days.size === 1 && isAlone ? 0.9 : 0.75;
  return [{ ...fieldAt(key, date.value, cell, { sure, type: "date" }), raw: date.raw, ...hijri }];
}
