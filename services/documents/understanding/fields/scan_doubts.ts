/** What the recogniser loses without a sign: values of scans that may lack it are flagged, however surely they were read. */
import type { FieldRule, FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { isNamed } from "./name_shape.ts";

export interface ScanDoubt {
  /** The most confidence that the value may have. */
  most: number;
  reason: string;
}

const SURE_ARABIC = 0.9;
const POORLY_READ = 0.75;
const MAY_LACK = 0.78;

/** Countries whose languages have marks over Latin letters, which the English model leaves out. */
const MARKED = new Set(["DE", "FR", "ES", "CH", "TR", "MA", "TN", "DZ"]);

/** A word of two letters that is none of the short words of names is a piece of a longer one. */
const FRAGMENT =
  /(?:^|\s)(?!(?:بن|ابن|آل|ال|أم|ام|أب|في|من|عن|أو|او|ذو|ذي|أبو|ذا|نت|كو|جي|سي|بي|تي|ال)(?:\s|$))\p{Script=Arabic}{2}(?=\s|$)/u;
/** An alef among the words of a name that was read as a digit. */
const LONE_DIGIT = /\p{Script=Arabic}\s[\d٠-٩]\s\p{Script=Arabic}/u;
/** "1 ديسمبر": the day may have lost its first digit. */
const SHORT_DAY = /^[^\d٠-٩]*[\d٠-٩]\s+\p{Script=Arabic}/u;

/** Why a value of a scan may lack something, if it may. */
export function scanDoubt(
  { key, type }: FieldRule,
  { value, raw }: { value: string; raw?: string | undefined },
  { cell, home }: { cell: TextLine; home?: string | undefined },
): ScanDoubt | undefined {
  if (cell.confidence >= 1) return undefined;
  if (type === "date") {
    return SHORT_DAY.test(raw ?? value)
      ? { most: MAY_LACK, reason: "The first digit of its day may be lost" }
      : undefined;
  }
  if (type === "id" && /^[\d٠-٩]{1,2}$/.test(value)) {
    return { most: MAY_LACK, reason: "The characters before it may be lost" };
  }
  if (type !== "text" && type !== "address") return undefined;
  if (isPoorlyRead(value, cell)) return { most: POORLY_READ, reason: "An Arabic word of it may be misread" };
  return isNamed(key) && home !== undefined && MARKED.has(home) && /\p{Script=Latin}{3}/u.test(value)
    ? { most: MAY_LACK, reason: "Marks over its letters may be lost" }
    : undefined;
}

/** A field that no label named, with the doubts about the cell that it stands in. */
export function withScanDoubt(
  field: FoundField,
  { rows, rules, home }: { rows: FieldRow[]; rules: FieldRule[]; home?: string | undefined },
): FoundField {
  const rule = rules.find(({ key }) => key === field.key);
  const cell = rows.flatMap(({ cells }) => cells).find(({ box }) => box === field.box);
  const doubt = rule && cell && scanDoubt(rule, field, { cell, home });
  if (!doubt || field.confidence <= doubt.most) return field;
  return { ...field, confidence: doubt.most, reason: field.reason ?? doubt.reason };
}

/** One letter of an Arabic word in some hundred is another on scans: words that were read with less are flagged. */
function isPoorlyRead(value: string, { confidence, least = confidence }: TextLine): boolean {
  return /\p{Script=Arabic}/u.test(value) &&
    (least < SURE_ARABIC || FRAGMENT.test(value) || LONE_DIGIT.test(value));
}
