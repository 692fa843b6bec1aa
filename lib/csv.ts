/** Tables as CSV (RFC 4180), safe to open in a spreadsheet. */

/** In front of a whole file, so that spreadsheets read its Arabic as UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** One line, ended; null is an empty cell. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${
    cells.map((value) => typeof value === "string" ? cell(value) : String(value ?? "")).join(",")
  }\r\n`;
}

// Spreadsheets skip blanks and marks before a formula, and read its fullwidth forms.
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r]/u;

/** A text that a spreadsheet never takes for a formula: an apostrophe stands before it. */
function cell(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
