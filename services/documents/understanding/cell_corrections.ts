/** Manual corrections of table cells, which override later readings, like those of fields. */
import { z } from "zod";
import { optionalText, textOf } from "lib/text.ts";
import type { Extraction } from "./results/extraction.ts";
import { type CellCorrection, placedCorrections, withCells } from "./tables/corrected_cells.ts";
import { lineItems, tablesOfGoods } from "./tables/line_items.ts";
import { readingOf } from "./values/document_reading.ts";

const EXAMPLE = { value: "900.00", seen: "90000" };

export const CellCorrectionInput = z.object({
  value: optionalText({ max: 1000 }).meta({
    description: "Correct text of the cell as in the document; empty for an empty cell",
  }),
  seen: textOf({ max: 100_000 }).optional().meta({
    description: "Text of the cell as the caller saw it: 409 if it has changed since",
  }),
}).meta({ id: "CellCorrectionInput", example: EXAMPLE });
export type CellCorrectionInput = z.output<typeof CellCorrectionInput>;

/** Applies corrections of cells to an extraction, and recomputes its line items. */
export function withCorrectedCells(
  extraction: Extraction,
  corrections: CellCorrection[],
  { text, type }: { text: string; type: string },
): Extraction {
  if (corrections.length === 0) return extraction;
  const { cells, unplaced } = placedCorrections(extraction.tables, corrections);
  const tables = withCells(extraction.tables, cells);
  const { way } = readingOf(text);
  return {
    ...extraction,
    tables,
    ...(cells.length === 0 ? {} : { line_items: lineItems(tablesOfGoods(type, tables, way), way) }),
    ...(unplaced.length === 0 ? {} : { unplaced_corrections: unplaced.map(asUnplaced) }),
  };
}

function asUnplaced({ cell: { table, row, column }, value, by, at }: CellCorrection) {
  return { table, row, column, value: value ?? "", by, at };
}
