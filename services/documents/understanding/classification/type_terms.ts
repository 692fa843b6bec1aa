import { TRADE_TERMS } from "./trade_terms.ts";
import { BIDDING_TERMS } from "./bidding_terms.ts";
import { OFFICIAL_TERMS } from "./official_terms.ts";
import { WRITING_TERMS } from "./writing_terms.ts";
import type { DocumentType, TypeTerms } from "./document_types.ts";

export const TERMS: Record<Exclude<DocumentType, "other">, TypeTerms> = {
  ...TRADE_TERMS,
  ...BIDDING_TERMS,
  ...OFFICIAL_TERMS,
  ...WRITING_TERMS,
};
