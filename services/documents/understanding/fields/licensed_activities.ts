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

export function licensedActivities(rows: FieldRow[]): FoundField[] {
  for (const [at, { cells }] of rows.entries()) {
    const code = cells.find(({ text }) => CODE.test(text.trim()));
    const headings = cells.filter((cell) => cell !== code && ACTIVITY.test(cell.text.trim()));
    if (!code || headings.length === 0) continue;
    const found = namesBelow(rows.slice(at + 1, at + 1 + MOST_ROWS), code, headings);
    const [first] = found;
    if (first) {
      const least = found.reduce((low, one) => one.confidence < low.confidence ? one : low, first);
      const names = found.map(({ text }) => text.replace(/[.,،؛;]$/, "")).join(", ");
      return [{
        ...fieldAt("activities", names, first, { sure: SURE }),
        confidence: least.confidence * SURE,
      }];
    }
  }
  return [];
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
