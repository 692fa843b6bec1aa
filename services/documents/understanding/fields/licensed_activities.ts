/** Activities of a licence in a table with codes: "9602-12 | Ladies hairdressing". */
import { heightOf, widthOf } from "../../reading/layout/page.ts";
import type { FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { standsUnder } from "../tables/page_rows.ts";
import { isAnyLabel } from "./any_label.ts";
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
  return [...inTable(rows), ...inList(rows), ...besideLabel(rows)].slice(0, 1);
}

/** The points below a heading of their own, or beside it. */
function inList(rows: FieldRow[]): FoundField[] {
  const at = rows.findIndex(({ cells }) => cells.some(headsList));
  const [head, ...below] = at < 0 ? [] : rows.slice(at, at + MOST_ROWS);
  const heading = head?.cells.find(headsList);
  if (!head || !heading) return [];
  const points: TextLine[] = head.cells.filter((cell) => cell !== heading && POINT.test(cell.text));
  for (const { cells, page } of below) {
    const point = pointIn(cells) ?? besideCode(cells);
    if (page !== heading.page || !point) break;
    points.push(point);
  }
  return points.length > 1
    ? [listed(points.map((cell) => ({ ...cell, text: cell.text.replace(POINT, "") })))]
    : [];
}

/** How near the next line of a list is, in heights of a line. */
const NEAR = 1.2;
/** How sure a list is whose lines may be those of one activity. */
const MAY_WRAP = 0.75;

/** The lines beside the label, one for each activity: those of a text would be as full as the column lets them. */
function besideLabel(rows: FieldRow[]): FoundField[] {
  const at = rows.findIndex(({ cells }) => cells.length > 1 && cells.some(headsList));
  const head = rows[at];
  const labels = head?.cells.filter(headsList) ?? [];
  const [label] = labels;
  const own = head?.cells.filter((cell) => !labels.includes(cell) && !isAnyLabel(cell.text)) ?? [];
  const value =
    own.find(({ text }) =>
      /\p{Script=Arabic}/u.test(text) === /\p{Script=Arabic}/u.test(label?.text ?? "")
    ) ?? own[0];
  if (!head?.placed || !value || !/\p{L}{3}/u.test(value.text)) return [];
  const lines = [value];
  for (const { cells, page } of rows.slice(at + 1, at + MOST_ROWS)) {
    const last = lines.at(-1) ?? value;
    const next = cells.find((cell) => isAligned(cell, value));
    const isLabelled = cells.some((cell) => labels.some((one) => standsUnder(cell, one)));
    const gap = next ? next.box.top - last.box.bottom : Infinity;
    if (!next || isLabelled || page !== value.page || gap > heightOf(value.box) * NEAR) break;
    lines.push(next);
  }
  const widest = Math.max(...lines.map(({ box }) => widthOf(box)));
  const rooms = lines.slice(1).map((line, i) => {
    const above = lines[i] ?? line;
    const [word = ""] = line.text.split(" ");
    const width = widthOf(line.box) * (word.length + 1) / Math.max(1, line.text.length);
    return widthOf(above.box) + width <= widest;
  });
  const goesOn = lines.slice(1).some(({ text }, i) =>
    /^\p{Ll}/u.test(text) || /[,،&]$|\s(?:and|of|for)$/u.test(lines[i]?.text ?? "")
  );
  if (lines.length < 2 || goesOn || !rooms.some((one) => one)) return [];
  const field = listed(lines);
  return [rooms.every((one) => one) ? field : { ...field, confidence: Math.min(field.confidence, MAY_WRAP) }];
}

/** Whether two cells share an edge or their middle. */
function isAligned({ box: a }: TextLine, { box: b }: TextLine): boolean {
  const near = heightOf(b);
  return Math.abs(a.left - b.left) < near || Math.abs(a.right - b.right) < near ||
    Math.abs(a.left + a.right - b.left - b.right) < near;
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

/** A heading of the list in either language or in both: "Licensed activities / الأنشطة المرخصة". */
const HEADING =
  /^(?:(?:licen[cs]ed |business |permitted |approved |authori[sz]ed |commercial )?activit(?:y|ies)|(?:ال)?أنشطة(?: (?:ال)?(?:مرخص|تجاري|مصرح|معتمد)(?:ة)?(?: (?:به|بها|له|لها))?)?|(?:ال)?نشاط (?:ال)?مرخص(?: به)?|(?:ال)?غايات(?: (?:ال)?(?:منشأة|شركة|مؤسسة))?)$/iu;

function headsList({ text }: TextLine): boolean {
  if (text.length > 80) return false;
  const parts =
    text.match(/\p{Script=Arabic}[\p{Script=Arabic}\s]*|\p{Script=Latin}[\p{Script=Latin}\s]*/gu) ?? [];
  return parts.length > 0 && parts.every((part) => HEADING.test(part.trim()));
}

/** The point of a row, whose number may be a cell of its own. */
function pointIn(cells: TextLine[]): TextLine | undefined {
  const at = cells.findIndex(({ text }) => POINT.test(text) || NUMBER_ALONE.test(text.trim()));
  const [point, next] = cells.slice(at < 0 ? cells.length : at);
  if (!point || POINT.test(point.text)) return point;
  return next && /\p{L}{3}/u.test(next.text)
    ? { ...next, text: `${point.text.trim()} ${next.text}` }
    : undefined;
}
const NUMBER_ALONE = /^(?:[\d٠-٩]{1,2}\s?[.)-]|[•·▪◦*–-])$/u;

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
  const comma = /\p{Script=Arabic}/u.test(first.text) ? "، " : ", ";
  const names = cells.map(({ text }) => text.replace(/[.,،؛;]$/, "")).join(comma);
  return fieldAt("activities", names, { ...first, confidence: least }, { sure: SURE });
}

/** What a scan reads in a rule between two rows. */
const SPECK = /^\P{N}{1,2}$/u;

/** The names under one of the headings, one for each row that has a code. */
function namesBelow(rows: FieldRow[], code: TextLine, headings: TextLine[]): TextLine[] {
  const names: TextLine[] = [];
  for (const { cells, page } of rows) {
    if (cells.every(({ text }) => SPECK.test(text))) continue;
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
