import type { PlacedRow } from "../../reading/layout/tables.ts";

/** A row of a table with the page that it is on. */
export interface JoinedRow extends PlacedRow {
  page: number;
}
