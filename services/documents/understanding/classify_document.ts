/** Classifies a document by its words; if those are inconclusive, by the fields that each type would find. */
import { classifyText, scoredTypes } from "./classification/classify_text.ts";
import { isBuiltIn } from "./classification/document_types.ts";
import type { OwnType } from "./classification/own_type.ts";
import { extractFields } from "./fields/extract_fields.ts";
import { builtInRules } from "./fields/field_rules.ts";
import type { Classification } from "./results/classification.ts";
import type { ReadPage } from "./results/read_page.ts";
import type { FieldRow } from "./tables/field_row.ts";
import { rowsOfPages, topCells } from "./tables/page_rows.ts";

/** Below this confidence the words are inconclusive. */
const SURE = 0.6;
/** A second type with this share of the first one's score also makes the words inconclusive. */
const CLOSE = 0.75;
/** The number of types to try, those with the highest scores. */
const TRIED = 5;
/** Weights of found fields, and of missing required fields, which count against a type. */
const WEIGHT = { required: 2, optional: 1, missing: -1.5 };
/** Minimum confidence of a field that counts as evidence. */
const LEAST_SURE = 0.5;
/** Minimum score of an accepted type, and its minimum lead for a confident result. */
const ENOUGH = 5;
const LEAD = 2;
const CONFIDENCE = { guess: 0.45, led: 0.6 };

export function classifyDocument(text: string, pages: ReadPage[], own: OwnType[] = []): Classification {
  const top = topCells(pages);
  const found = classifyText(text, top, own);
  const scored = scoredTypes(text, top);
  const isClose = (scored[1]?.score ?? 0) >= (scored[0]?.score ?? 0) * CLOSE;
  if ((found.confidence >= SURE && !isClose) || !isBuiltIn(found.document_type)) return found;
  const rows = rowsOfPages(pages);
  const [first, second] = scored.filter(({ score }) => score > 0).slice(0, TRIED)
    .map(({ type, score }) => ({ type, score: score + evidenceOf(type, rows) }))
    .toSorted((a, b) => b.score - a.score);
  if (!first || first.score < ENOUGH) return found;
  const isLed = first.score - (second?.score ?? 0) >= LEAD;
  const confidence = isLed ? CONFIDENCE.led : CONFIDENCE.guess;
  if (first.type === found.document_type) {
    return { ...found, confidence: Math.max(found.confidence, isLed ? confidence : 0) };
  }
  return { ...found, document_type: first.type, sub_type: "general", confidence };
}

/** Score of a type by its found and missing fields. */
function evidenceOf(type: string, rows: FieldRow[]): number {
  const found = new Set(
    extractFields(type, rows).filter(({ confidence }) => confidence >= LEAST_SURE).map(({ key }) => key),
  );
  return builtInRules(type).reduce((sum, { key, required }) => {
    if (found.has(key)) return sum + (required ? WEIGHT.required : WEIGHT.optional);
    return sum + (required ? WEIGHT.missing : 0);
  }, 0);
}
