/** A row of cells: where labels and their values are looked for. */
import type { Box } from "../../reading/layout/page.ts";
import type { TextLine } from "../results/field.ts";

export interface FieldRow {
  /** In reading order: from the right where the page is Arabic. */
  cells: TextLine[];
  page: number;
  box: Box;
  /** Whether its places are known: a Word document has none. */
  placed: boolean;
  rightToLeft: boolean;
  /** A row of a table of goods or entries: its words label no fields. */
  inTable: boolean;
}
