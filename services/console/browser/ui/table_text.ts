/** The cells of a table as text: for CSV files and for sorting. */
import { type ComponentChildren, isValidElement } from "preact";
import { BYTE_ORDER_MARK, csvLine } from "lib/csv.ts";
import type { Column } from "./columns.tsx";

/** The value of `column` in `row`; "" where there is none, and for buttons. */
export function valueOf<R>(column: Column<R>, row: R): string | number {
  if (column.text) return column.text(row) ?? "";
  return saidBy(column.cell(row)).trim();
}

function saidBy(node: ComponentChildren): string {
  if (typeof node === "string" || typeof node === "number") return node === "–" ? "" : String(node);
  if (Array.isArray(node)) return node.map(saidBy).join("");
  if (!isValidElement(node)) return "";
  const { at, role, children }: { at?: unknown; role?: unknown; children?: ComponentChildren } = node.props;
  if (node.type === "button" || role === "button") return "";
  // A time says when in words of the language; a file has it as it is.
  return typeof at === "string" ? at : saidBy(children);
}

/** `rows` as a CSV file: the columns in which something stands, in their order. */
export function csvOf<R>(columns: readonly Column<R>[], rows: readonly R[]): string {
  const cells = rows.map((row) => columns.map((column) => cellOf(valueOf(column, row))));
  const full = columns.map((_, at) => rows.length === 0 || cells.some((line) => line[at] !== ""));
  const lines = [columns.map(({ label }) => label), ...cells];
  return BYTE_ORDER_MARK + lines.map((line) => csvLine(line.filter((_, at) => full[at]))).join("");
}

/** Texts that are numbers become numbers: a negative one is no formula. */
function cellOf(value: string | number): string | number {
  const number = Number(value);
  return String(number) === value ? number : value;
}

/** Hands a file to the browser's downloads. */
export function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
