/** Unlabelled CV fields: spoken languages, and the position below the name. */
import { fold } from "lib/fold.ts";
import type { FieldRule, FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { contactAddress } from "./contact_address.ts";
import { fieldAt } from "./field_at.ts";
import { labelsOfCell } from "./label_cells.ts";

const LANGUAGES = new Set(
  ("arabic|english|french|german|spanish|italian|portuguese|russian|turkish|urdu|hindi|persian|farsi|chinese|mandarin|" +
    "japanese|korean|dutch|swahili|amazigh|kurdish|tagalog|malay|bengali|tamil|malayalam|hebrew|greek|polish|" +
    "عربيه|انجليزيه|انكليزيه|فرنسيه|المانيه|اسبانيه|ايطاليه|روسيه|تركيه|اورديه|هنديه|فارسيه|صينيه|امازيغيه|كرديه")
    .split("|"),
);
const NO_LEVEL = /\s*(?:\([^)]*\)|[-–:].*)$/u;

export function lifeFields(rows: FieldRow[], rules: FieldRule[]): FoundField[] {
  return [...languages(rows), ...position(rows, rules), ...contactAddress(rows, rules)];
}

/** A cell that lists two or more languages, perhaps with levels. */
function languages(rows: FieldRow[]): FoundField[] {
  const isLanguage = (part: string) =>
    fold(part.replace(NO_LEVEL, "")).trim().split(/\s+/).some((word) =>
      LANGUAGES.has(word.replace(/^(?:و?ال|و)/, ""))
    );
  const cells = rows.flatMap((row) => row.cells);
  const listed = belowEachOther(cells, isLanguage);
  if (listed) return [listed];
  for (const cell of cells) {
    const parts = cell.text.split(/[,،;]\s*|\s+(?:and|و)\s+/u).filter((part) => part !== "");
    if (parts.length > 1 && parts.length < 9 && cell.text.length < 120 && parts.every(isLanguage)) {
      return [fieldAt("languages", cell.text, cell, { sure: 0.85 })];
    }
  }
  return [];
}

/** The heading of a list of languages, one on each line, perhaps above a bar for how well it is spoken. */
const HEADING = /^(?:languages?|language skills|(?:ال)?لغات(?: التي أجيدها)?)\s*[:：]?$/iu;

function belowEachOther(cells: TextLine[], isLanguage: (text: string) => boolean): FoundField | undefined {
  const at = cells.findIndex(({ text }) =>
    HEADING.test(text.trim()) || HEADING.test(text.replaceAll(" ", ""))
  );
  const [first, ...others] = at < 0 ? [] : cells.slice(at + 1, at + 12);
  if (!first || !isLanguage(first.text)) return undefined;
  const end = others.findIndex((cell) => !isLanguage(cell.text) || !isSameColumn(cell, first));
  const list = [first, ...end < 0 ? others : others.slice(0, end)];
  if (list.length < 2 || list.some(({ text }) => /[,،]/.test(text))) return undefined;
  const comma = /\p{Script=Arabic}/u.test(first.text) ? "، " : ", ";
  const least = Math.min(...list.map(({ confidence }) => confidence));
  const names = list.map(({ text }) => text.replace(NO_LEVEL, ""));
  return fieldAt("languages", names.join(comma), { ...first, confidence: least }, { sure: 0.86 });
}

function isSameColumn({ box: a, page }: TextLine, { box: b, page: other }: TextLine): boolean {
  const near = b.bottom - b.top;
  return page === other && (Math.abs(a.left - b.left) < near || Math.abs(a.right - b.right) < near);
}

/** The line below the name, unless it is an address or a heading. */
function position(rows: FieldRow[], rules: FieldRule[]): FoundField[] {
  const [name, next] = rows;
  const [cell, ...others] = next?.cells ?? [];
  if (!name || name.cells.length !== 1 || !cell || others.length > 0 || !isWords(cell)) return [];
  if (/curriculum|résumé|resume|(?<!\p{L})cv(?!\p{L})|سيرة/iu.test(cell.text)) return [];
  if (
    labelsOfCell(cell, rules).length > 0 || cell.text === cell.text.toUpperCase() && /[A-Z]/.test(cell.text)
  ) return [];
  return [fieldAt("current_position", cell.text, cell, { sure: 0.7 })];
}

function isWords({ text }: TextLine): boolean {
  return /^[\p{L}\s&/'’-]{5,60}$/u.test(text);
}
