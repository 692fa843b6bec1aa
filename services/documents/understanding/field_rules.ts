import type { DocumentType } from "./document_types.ts";
import { TRADE_FIELDS } from "./trade_fields.ts";
import { BIDDING_FIELDS } from "./bidding_fields.ts";
import { OFFICIAL_FIELDS } from "./official_fields.ts";
import { WRITING_FIELDS } from "./writing_fields.ts";
import { DATE, EMAIL, PHONE, rule } from "./field_labels.ts";

export const FIELD_TYPES = ["text", "date", "money", "number", "id", "phone", "email", "address"] as const;
export type FieldType = typeof FIELD_TYPES[number];

export interface FieldRule {
  key: string;
  type: FieldType;
  /** Labels in both languages; the longest that fits wins, so "customer trn" is never taken for "trn". */
  labels: string[];
  required?: boolean;
}

export const FIELD_RULES: Record<DocumentType, FieldRule[]> = {
  ...TRADE_FIELDS,
  ...BIDDING_FIELDS,
  ...OFFICIAL_FIELDS,
  ...WRITING_FIELDS,
  other: [
    rule("reference", "id", "ref|reference|reference no|رقم|المرجع"),
    rule("date", "date", DATE),
    rule("email", "email", EMAIL),
    rule("phone", "phone", PHONE),
  ],
};
