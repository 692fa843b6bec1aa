import type { PlacedRow } from "../../reading/layout/tables.ts";

/** A row of a table with its page. */
export interface JoinedRow extends PlacedRow {
  page: number;
}
