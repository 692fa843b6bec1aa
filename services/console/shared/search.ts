/** What a search over all services finds, as `/api/console/search` tells it line by line. */
export const SEARCH_KINDS = [
  ...["tender", "supplier", "document", "transcription", "agent", "run", "policy"] as const,
  ...["key", "team", "customer", "model", "benchmark", "result", "system", "assessment"] as const,
];
export type SearchKind = typeof SEARCH_KINDS[number];

export interface SearchHit {
  id: string;
  label: string;
  /** The page that shows it. */
  address: string;
}

/** One line of the answer: what one list has, or that its service did not say. */
export interface SearchPart {
  service: string;
  kind: SearchKind;
  hits: SearchHit[];
  failed: boolean;
}
