/** A field as found in a cell. */
import type { FieldType, FoundField, TextLine } from "../results/field.ts";

/** The field `key` with its value; `sure` is the share of the cell's confidence that it keeps. */
export function fieldAt(
  key: string,
  value: string,
  cell: TextLine,
  { sure, type = "text" }: { sure: number; type?: FieldType },
): FoundField {
  const confidence = Math.round(cell.confidence * sure * 100) / 100;
  return { key, value, confidence, field_type: type, page: cell.page, box: cell.box };
}
