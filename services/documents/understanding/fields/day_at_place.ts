/** The day of a paper behind the place where it was written: "بنزرت في: 07/07/2026", "Leeds, 7 July 2026". */
import type { Reading } from "../values/document_reading.ts";
import { findDates } from "../values/dates.ts";
import { isLabelLike } from "../grammar/word_kinds.ts";
import type { FoundField, TextLine } from "../results/field.ts";
import { fieldAt } from "./field_at.ts";

/** The field of each type that is the day on which the paper was written. */
const DATED: Partial<Record<string, string>> = {
  invoice: "invoice_date",
  quotation: "quotation_date",
  receipt: "receipt_date",
  purchase_order: "order_date",
  tender: "issue_date",
  tax_certificate: "issue_date",
  trade_licence: "issue_date",
};
const PLACE =
  /^(?:(?:issued|done|given|made|signed) (?:at|in) |(?:حرر[ت]?|صدر[ت]?|كتب|حررت) (?:في |ب))?([\p{L}][\p{L}.' -]{2,30}?)(?:\s(?:في|بتاريخ)\s?[:：]?|\s?[,،](?:\s(?:on|the|le|في|بتاريخ))?)\s*$/iu;
/** The most words of a place. */
const MOST_WORDS = 3;
const SURE = 0.86;

export function dayAtPlace(type: string, cells: TextLine[], { way }: Reading): FoundField[] {
  const key = DATED[type];
  if (!key) return [];
  for (const cell of cells) {
    const [date, ...others] = cell.text.length < 70 ? findDates(cell.text, way.dates) : [];
    if (!date || date.doubtful || others.length > 0) continue;
    const at = cell.text.indexOf(date.raw);
    const rest = cell.text.slice(at + date.raw.length);
    const place = PLACE.exec(cell.text.slice(0, at))?.[1]?.trim() ?? "";
    if (
      place === "" || place.split(/\s+/).length > MOST_WORDS || isLabelLike(place) ||
      /[\p{L}\d]{2}/u.test(rest)
    ) continue;
    return [{
      ...fieldAt(key, date.value, cell, { sure: SURE, type: "date" }),
      raw: date.raw,
      ...(date.calendar === "hijri" ? { calendar: "hijri" as const } : {}),
    }];
  }
  return [];
}
