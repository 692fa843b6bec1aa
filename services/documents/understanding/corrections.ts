/** Manual corrections of fields, which override extracted values, also after reprocessing. */
import { z } from "zod";
import { textOf } from "lib/text.ts";
import type { Extraction } from "./results/extraction.ts";
import type { Field, FieldRule } from "./results/field.ts";
import { builtInRules } from "./fields/field_rules.ts";
import { USUAL } from "./values/money.ts";
import { valueOf } from "./fields/field_values.ts";

export const CorrectionInput = z.object({
  value: textOf({ min: 1, max: 1000 }).meta({
    description: "Correct value: a date in ISO form or as written, an amount as a number",
    example: "2026-03-05",
  }),
}).meta({ id: "CorrectionInput", example: { value: "2026-03-05" } });
export type CorrectionInput = z.output<typeof CorrectionInput>;

export const Correction = z.object({
  key: z.string().meta({
    description: "The field, or a cell as in its path: tables/0/cells/2/3",
    example: "invoice_date",
  }),
  value: z.string().nullable().meta({
    description: "Corrected value; null: the correction was removed",
  }),
  before: z.string().nullable().meta({ description: "Previous value; null: none" }),
  by: z.string().meta({ description: "`sub` of the person's token", example: "alice" }),
  at: z.iso.datetime(),
  cell: z.object({
    table: z.int().meta({ description: "From 0", example: 0 }),
    row: z.int().meta({ description: "Row, from 0, which is the header", example: 1 }),
    column: z.int().meta({ description: "From 0", example: 3 }),
    heading: z.string().meta({ description: "Heading of its column as read", example: "Amount" }),
  }).optional().meta({ description: "For a table cell: its position at the time" }),
}).meta({
  id: "Correction",
  example: {
    key: "invoice_date",
    value: "2026-03-05",
    before: "2026-05-03",
    by: "alice",
    at: "2026-11-22T09:00:00.000Z",
  },
});
export type Correction = z.output<typeof Correction>;

/** The extraction with corrections applied. */
export function correctedExtraction(
  extraction: Extraction,
  type: string,
  corrections: Correction[],
): Extraction {
  const fields = corrections.reduce((list, correction) => {
    const { key, value, ...rest } = correction;
    if (value === null) return list;
    const known = list.find((field) => field.key === key);
    const field: Field = {
      key,
      value,
      confidence: 1,
      field_type: known?.field_type ?? builtInRules(type).find((rule) => rule.key === key)?.type ?? "text",
      ...(known?.page === undefined ? {} : { page: known.page }),
      ...(known?.bbox === undefined ? {} : { bbox: known.bbox }),
      corrected: rest,
    };
    return known ? list.map((one) => one === known ? field : one) : [...list, field];
  }, extraction.fields);
  return { ...extraction, fields };
}

/** Whether the rules or the extraction have a field with this key. */
export function hasField(rules: FieldRule[], key: string, extraction: Extraction): boolean {
  return rules.some((rule) => rule.key === key) || key === "currency" ||
    extraction.fields.some((field) => field.key === key);
}

/** A correction normalised to its field's format; undefined for an invalid value. */
export function inForm(rules: FieldRule[], key: string, value: string): string | undefined {
  const rule = rules.find((one) => one.key === key);
  const read = rule?.read ? rule.read(value, USUAL) : valueOf(rule?.type ?? "text", value);
  return read && read.doubt === undefined ? read.value : undefined;
}
