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

const BUILT_IN: ReadonlySet<string> = new Set(DOCUMENT_TYPES);

export function isBuiltIn(type: string): type is DocumentType {
  return BUILT_IN.has(type);
}

/** Terms that indicate a type. A title term counts more near the top. */
export interface TypeTerms {
  title: string[];
  strong: string[];
  weak: string[];
  sub_types: Record<string, string[]>;
}
