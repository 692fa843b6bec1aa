/** Fields of custom types: by label, then by a distinctive shape, then by loose rules that are always flagged. */
import { extractFields } from "./extract_fields.ts";
import { readingOf } from "../values/document_reading.ts";
import type { FieldRule, FoundField, TextLine } from "../results/field.ts";
import type { OwnType } from "../classification/own_type.ts";
import type { FieldRow } from "../tables/field_row.ts";
import { currencyField } from "./unlabelled_fields.ts";

/** The most characters searched for identifiers without a label. */
const SEARCHED = 50_000;

export function ownFields({ rules, looseRules }: OwnType, rows: FieldRow[]): FoundField[] {
  const fields = new Map(extractFields("other", rows, rules).map((field) => [field.key, field]));
  const add = (field: FoundField | undefined) =>
    field && !fields.has(field.key) && fields.set(field.key, field);
  for (const rule of rules) if (!fields.has(rule.key)) add(byShape(rule, rows));
  if (rules.some(({ key }) => !fields.has(key))) {
    for (const field of extractFields("other", rows, looseRules)) add(field);
  }
  const known = rules.flatMap(({ key }) => fields.get(key) ?? []);
  const hasMoney = known.some(({ field_type }) => field_type === "money");
  if (!hasMoney || rules.some(({ key }) => key === "currency")) return known;
  const text = rows.map((row) => row.cells.map((cell) => cell.text).join(" ")).join("\n");
  return [...known, ...currencyField(readingOf(text), text)];
}

/** The identifier of a rule's shape, if the document contains exactly one. */
function byShape(rule: FieldRule, rows: FieldRow[]): FoundField | undefined {
  const { readAlone } = rule;
  if (!readAlone) return undefined;
  const found = new Map<string, { cell: TextLine; sure: number }>();
  let searched = 0;
  for (const cell of rows.flatMap((row) => row.cells)) {
    searched += cell.text.length;
    if (searched > SEARCHED || found.size > 1) break;
    for (const { value, sure } of readAlone(cell.text)) found.set(value, { cell, sure });
  }
  const [first, second] = found;
  if (!first || second) return undefined;
  const [value, { cell, sure }] = first;
  const confidence = Math.round(cell.confidence * sure * 100) / 100;
  return {
    key: rule.key,
    value,
    confidence,
    field_type: rule.type,
    page: cell.page,
    box: cell.box,
    ...confidence < 0.8 ? { reason: "It was found by its shape alone: no label stands beside it" } : {},
  };
}
