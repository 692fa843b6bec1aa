/** Activities of a licence in a table with codes: "9602-12 | Ladies hairdressing". */
import type { FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { standsUnder } from "../tables/page_rows.ts";
import { fieldAt } from "./field_at.ts";

const CODE =
  /^(?:(?:activity |isic )?(?:code|no\.?|#)|(?:ال)?(?:رمز|كود|رقم|م)(?: (?:ال)?نشاط)?)(?:\s*[/|]?\s*(?:code|no\.?|(?:ال)?(?:رمز|كود|رقم)))?$/iu;
const ACTIVITY =
  /^(?:(?:licen[cs]ed |business )?activit(?:y|ies)(?: (?:name|description))?|description|(?:ال)?(?:نشاط|أنشطة|وصف)(?: (?:ال)?نشاط)?)(?:\s*[/|]?\s*(?:activit(?:y|ies)|description|(?:ال)?(?:نشاط|أنشطة|وصف)))?$/iu;
const SURE = 0.88;
const MOST_ROWS = 20;

/** A point of a list: "2. Government transactions". */
const POINT = /^(?:[\d٠-٩]{1,2}\s?[.)-]|[•·▪◦*–-])\s*(?=\p{L})/u;

export function licensedActivities(rows: FieldRow[]): FoundField[] {
  return [...inTable(rows), ...inList(rows)].slice(0, 1);
}

/** The points below a heading of their own, or beside it. */
function inList(rows: FieldRow[]): FoundField[] {
  const at = rows.findIndex(({ cells }) => cells.some(({ text }) => HEADS_LIST.test(text.trim())));
  const [head, ...below] = at < 0 ? [] : rows.slice(at, at + MOST_ROWS);
  const heading = head?.cells.find(({ text }) => HEADS_LIST.test(text.trim()));
  if (!head || !heading) return [];
  const points: TextLine[] = head.cells.filter((cell) => cell !== heading && POINT.test(cell.text));
  for (const { cells, page } of below) {
    const point = cells.find(({ text }) => POINT.test(text)) ?? besideCode(cells);
    if (page !== heading.page || !point) break;
    points.push(point);
  }
  return points.length > 1
    ? [listed(points.map((cell) => ({ ...cell, text: cell.text.replace(POINT, "") })))]
    : [];
}

/** The name beside the code or the number of an activity, in the language that stands next to it. */
function besideCode(cells: TextLine[]): TextLine | undefined {
  const code = cells.find(({ text }) => ACTIVITY_CODE.test(text.trim()));
  const names = cells.filter(({ text }) => /\p{L}{3}/u.test(text));
  if (!code || names.length === 0) return undefined;
  const gap = ({ box }: TextLine) => Math.max(box.left - code.box.right, code.box.left - box.right);
  const isArabic = ({ text }: TextLine) => /\p{Script=Arabic}/u.test(text);
  const nearest = names.reduce((best, one) => gap(one) < gap(best) ? one : best);
  const parts = names.filter((one) => isArabic(one) === isArabic(nearest)).toSorted((a, b) =>
    isArabic(nearest) ? b.box.right - a.box.right : a.box.left - b.box.left
  );
  return {
    ...nearest,
    text: parts.map(({ text }) => text).join(" "),
    confidence: Math.min(...parts.map(({ confidence }) => confidence)),
  };
}
const ACTIVITY_CODE = /^(?:[\d٠-٩]{4}(?:[\d٠-٩]{0,3}|[.-][\d٠-٩]{1,3})|[\d٠-٩]{1,2}\s?[.)-])$/;

/** The heading of a list, in one language or both. */
const HEADS_LIST =
  /^(?=\p{L})(?:(?:licen[cs]ed |business |permitted )?activit(?:y|ies))?(?:\s*[/|]?\s*(?:ال)?أنشطة(?: (?:ال)?مرخص(?:ة)?(?: بها)?)?)?(?:\s*[/|]?\s*(?:licen[cs]ed |business |permitted )?activit(?:y|ies))?\s*[:：]?$/iu;

function inTable(rows: FieldRow[]): FoundField[] {
  for (const [at, { cells }] of rows.entries()) {
    const code = cells.find(({ text }) => CODE.test(text.trim()));
    const headings = cells.filter((cell) => cell !== code && ACTIVITY.test(cell.text.trim()));
    if (!code || headings.length === 0) continue;
    const found = namesBelow(rows.slice(at + 1, at + 1 + MOST_ROWS), code, headings);
    if (found.length > 0) return [listed(found)];
  }
  return [];
}

/** Names as one value. */
function listed(cells: TextLine[]): FoundField {
  const [first] = cells;
  if (!first) throw new Error("a list has a point");
  const least = Math.min(...cells.map(({ confidence }) => confidence));
  const names = cells.map(({ text }) => text.replace(/[.,،؛;]$/, "")).join(", ");
  return fieldAt("activities", names, { ...first, confidence: least }, { sure: SURE });
}

/** The names under one of the headings, one for each row that has a code. */
function namesBelow(rows: FieldRow[], code: TextLine, headings: TextLine[]): TextLine[] {
  const names: TextLine[] = [];
  for (const { cells, page } of rows) {
    const number = cells.find((cell) =>
      standsUnder(cell, code) && /^[\d٠-٩][\d٠-٩./-]*$/.test(cell.text.trim())
    );
    const words = cells.filter((cell) => cell !== number && /\p{L}{3}/u.test(cell.text));
    const name = words.find((cell) => headings.some((heading) => standsUnder(cell, heading))) ?? words[0];
    if (page !== code.page || !number || !name) break;
    names.push(name);
  }
  return names;
}
