/** Typical losses of OCR that its confidence does not show, and orders that no page shows: such values are flagged. */
import type { Box } from "../../reading/layout/page.ts";
import type { FieldRule, FoundField, TextLine } from "../results/field.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { isNameField } from "./name_shape.ts";

export interface ScanDoubt {
  /** The highest confidence that the value may have. */
  most: number;
  reason: string;
}

const SURE_ARABIC = 0.9;
const POORLY_READ = 0.75;
const MAY_LACK = 0.78;

/** Countries whose languages have diacritics, which the English model drops. */
const MARKED = new Set(["DE", "FR", "ES", "CH", "TR", "MA", "TN", "DZ"]);

/** Words of companies whose languages have them, too. */
const MARKED_FORM =
  /(?<!\p{L})(?:a\.[sş]\.?|[sş]ti\.?|sanayi|ticaret|s\.r\.o\.?|a\.d\.|d\.o\.o\.?|sp\. z o\.o\.?|kft\.?)(?!\p{L})/iu;

/** Their short forms, which are told from other words at the end of a name; a scan reads OÜ as OU. */
const MARKED_ENDING =
  /\s(?:O[ÜUÛ0]|Oy|Oyj|AB|ApS|A\/S|AS|ASA|SIA|UAB|GmbH|Lda\.?|Ltda\.?|S\.?L\.?U?\.?|SRL|S\.R\.L\.|Zrt\.?|Nyrt\.?|Kft\.?|ehf\.?)$/u;

/** A word of two letters that is no common short word: probably a fragment. */
const FRAGMENT =
  /(?:^|\s)(?!(?:بن|ابن|آل|ال|أم|ام|أب|في|من|عن|أو|او|ذو|ذي|أبو|ذا|نت|كو|جي|سي|بي|تي|ال)(?:\s|$))\p{Script=Arabic}{2}(?=\s|$)/u;
/** A letter alone in front of small ones, or a small one alone that is no word: "Ha ris", "F ost". */
const LONE_LETTER = /(?:^|\s)(?![aeoyàéèù]\s)(?:\p{Ll}|\p{Lu}(?=\s\p{Ll}))(?=\s\p{L})/u;
/** An alef in a name that was read as a digit. */
const LONE_DIGIT = /\p{Script=Arabic}\s[\d٠-٩]\s\p{Script=Arabic}/u;
/** "1 ديسمبر": the day may have lost its first digit in OCR. */
const SHORT_DAY = /^[^\d٠-٩]*[\d٠-٩]\s+\p{Script=Arabic}/u;

/**
 * Groups of Arabic-Indic digits with a hyphen between: browsers and word processors put the first group on the right,
 * other programs on the left, and the page shows no difference. Lebanese VAT numbers end in 601.
 */
const GROUPS = /[٠-٩]-(?!٦٠١$)[٠-٩]/;
/** A day with a year of two digits, which those groups make ambiguous; four tell which end the year is. */
const SHORT_YEAR = /^[٠-٩]{1,2}-[٠-٩]{1,2}-[٠-٩]{2}$/;

/** A number that runs into a year: "872026" for 88/2026. */
const INTO_YEAR = /^[\d٠-٩]{1,4}(?:20[23]\d|٢٠[٢٣][٠-٩])$/;

/** Why a value may be incomplete or turned; undefined if nothing suggests it. */
export function scanDoubt(
  { key, type }: FieldRule,
  { value, raw }: { value: string; raw?: string | undefined },
  { cell, home }: { cell: TextLine; home?: string | undefined },
): ScanDoubt | undefined {
  if (type === "id" ? GROUPS.test(raw ?? "") : type === "date" && SHORT_YEAR.test(raw ?? "")) {
    return { most: POORLY_READ, reason: "The groups of its digits may run from either side" };
  }
  if (cell.confidence >= 1) return undefined;
  if (type === "email") {
    return /\p{Script=Arabic}/u.test(cell.text)
      ? { most: POORLY_READ, reason: "Latin letters in an Arabic line may be misread" }
      : undefined;
  }
  if (type === "date") {
    return SHORT_DAY.test(raw ?? value)
      ? { most: MAY_LACK, reason: "The first digit of its day may be lost" }
      : undefined;
  }
  if (type === "id" && /^[\d٠-٩]{1,2}$/.test(value)) {
    return { most: MAY_LACK, reason: "The characters before it may be lost" };
  }
  if (type === "id" && INTO_YEAR.test(value)) {
    return { most: POORLY_READ, reason: "A sign between the digits may be lost" };
  }
  if (type !== "text" && type !== "address") return undefined;
  if (isPoorlyRead(value, cell)) return { most: POORLY_READ, reason: "An Arabic word of it may be misread" };
  if (isNameField(key) && LONE_LETTER.test(value) && !/\p{Script=Arabic}/u.test(value)) {
    return { most: POORLY_READ, reason: "A letter of it may be lost" };
  }
  const mayHaveMarks = (home !== undefined && MARKED.has(home)) || MARKED_FORM.test(value) ||
    MARKED_ENDING.test(value);
  return isNameField(key) && mayHaveMarks && /\p{Script=Latin}{3}/u.test(value)
    ? { most: MAY_LACK, reason: "Marks over its letters may be lost" }
    : undefined;
}

/** The cells of rows by their boxes. */
export function cellsByBox(rows: FieldRow[]): Map<Box, TextLine> {
  return new Map(rows.flatMap((row) => row.cells.map((cell) => [cell.box, cell])));
}

/** Applies the doubts about a cell to an unlabelled field found in it. */
export function withScanDoubt(
  field: FoundField,
  { cells, rules, home }: { cells: Map<Box, TextLine>; rules: FieldRule[]; home?: string | undefined },
): FoundField {
  const rule = rules.find(({ key }) => key === field.key);
  const cell = field.box && cells.get(field.box);
  const doubt = rule && cell && scanDoubt(rule, field, { cell, home });
  if (!doubt || field.confidence <= doubt.most) return field;
  return { ...field, confidence: doubt.most, reason: field.reason ?? doubt.reason };
}

/** OCR misreads about one Arabic letter in a hundred, mostly in words of low confidence. */
function isPoorlyRead(value: string, { confidence, least = confidence }: TextLine): boolean {
  return /\p{Script=Arabic}/u.test(value) &&
    (least < SURE_ARABIC || FRAGMENT.test(value) || LONE_DIGIT.test(value));
}
