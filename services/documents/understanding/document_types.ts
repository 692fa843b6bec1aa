import { TRADE_TERMS } from "./trade_terms.ts";
import { BIDDING_TERMS } from "./bidding_terms.ts";
import { OFFICIAL_TERMS } from "./official_terms.ts";
import { WRITING_TERMS } from "./writing_terms.ts";

export const DOCUMENT_TYPES = [
  "invoice",
  "receipt",
  "purchase_order",
  "quotation",
  "contract",
  "tender",
  "bid",
  "id_card",
  "passport",
  "trade_licence",
  "bank_statement",
  "tax_certificate",
  "letter",
  "report",
  "cv",
  "form",
  "other",
] as const;

export type DocumentType = typeof DOCUMENT_TYPES[number];

/** Terms that speak for a type. A title term counts more near the top, where titles stand. */
export interface TypeTerms {
  title: string[];
  strong: string[];
  weak: string[];
  sub_types: Record<string, string[]>;
}

export const TERMS: Record<Exclude<DocumentType, "other">, TypeTerms> = {
  ...TRADE_TERMS,
  ...BIDDING_TERMS,
  ...OFFICIAL_TERMS,
  ...WRITING_TERMS,
};
