import { type DocumentType, isBuiltIn } from "../classification/document_types.ts";
import { TRADE_FIELDS } from "./trade_fields.ts";
import { BIDDING_FIELDS } from "./bidding_fields.ts";
import { OFFICIAL_FIELDS } from "./official_fields.ts";
import { WRITING_FIELDS } from "./writing_fields.ts";
import type { FieldRule } from "../results/field.ts";
import { MEANINGS } from "../grammar/meanings.ts";
import { DATE, EMAIL, fieldRule, PHONE } from "./field_labels.ts";

export const FIELD_RULES: Record<DocumentType, FieldRule[]> = {
  ...TRADE_FIELDS,
  ...BIDDING_FIELDS,
  ...OFFICIAL_FIELDS,
  ...WRITING_FIELDS,
  other: [
    fieldRule("reference", "id", "ref|reference|reference no|رقم|المرجع"),
    fieldRule("date", "date", DATE),
    fieldRule("email", "email", EMAIL),
    fieldRule("phone", "phone", PHONE),
  ],
};

for (const [type, rules] of Object.entries(FIELD_RULES)) {
  const meanings = MEANINGS[type];
  for (const rule of rules) if (meanings?.[rule.key]) rule.means = meanings[rule.key];
}

/** The rules of a built-in type; those of "other" for a type that is no longer defined. */
export function builtInRules(type: string): FieldRule[] {
  return FIELD_RULES[isBuiltIn(type) ? type : "other"];
}
