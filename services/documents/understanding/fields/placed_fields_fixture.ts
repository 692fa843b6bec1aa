/** Fields of documents whose cells are placed by hand. */
import { extractFields } from "./extract_fields.ts";

/** A cell with the left and top edge of its box, in pixels. */
export type Placed = [text: string, left: number, top: number];

/** The values by field of placed cells; cells at the same height are a row, of a table if `inTable`, of a scan below a confidence of 1. */
export function placedFields(
  type: string,
  placed: Placed[],
  rightToLeft = false,
  inTable = false,
  confidence = 1,
): Record<string, string> {
  const rows = [...Map.groupBy(placed, ([, , top]) => top)].map(([top, cells]) => ({
    cells: cells.map(([text, left]) => ({
      text,
      confidence,
      page: 1,
      box: { left, top, right: left + text.length * 10, bottom: top + 20 },
    })),
    page: 1,
    box: { left: 0, top, right: 1000, bottom: top + 20 },
    placed: true,
    rightToLeft,
    inTable,
  }));
  return Object.fromEntries(extractFields(type, rows).map(({ key, value }) => [key, value]));
}
