/** A row of cells, in which labels and values are searched. */
import type { Box } from "../../reading/layout/page.ts";
import type { TextLine } from "../results/field.ts";

export interface FieldRow {
  /** Cells in reading order, from the right on Arabic pages. */
  cells: TextLine[];
  page: number;
  box: Box;
  /** Whether positions are known; Word documents have none. */
  placed: boolean;
  rightToLeft: boolean;
  /** Whether it is a row of line items or statement entries, whose words are not labels. */
  inTable: boolean;
}
