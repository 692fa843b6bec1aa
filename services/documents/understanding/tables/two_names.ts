/** Names of goods in a column for each of two languages. */
import { fold } from "lib/fold.ts";
import type { ExtractedTable } from "../results/extraction.ts";

/** Headings of codes, whose letters are no names. */
const CODE =
  /(?<!\p{L})(?:nos?|numbers?|codes?|ids?|ref|sku|hsn|(?:ال)?(?:رقم|رمز|كود|باركود|تشغيله))(?!\p{L})/u;
/** The share of rows with words that a column of names has at least. */
const WORDS = 0.6;

/**
 * The columns of names in both languages, in the order of the paper; empty if the names have one language. `columns` are
 * those that may have names.
 */
export function namesInBoth(table: ExtractedTable, columns: number[]): number[] {
  const named = columns.flatMap((at) => {
    const tongue = tongueOf(table, at);
    return tongue ? [{ at, tongue }] : [];
  });
  const [first] = named;
  const other = named.find(({ tongue }) => tongue !== first?.tongue);
  return first && other ? [first.at, other.at] : [];
}

/** The script of a column of names; undefined for codes, units and figures. */
function tongueOf({ header, rows }: ExtractedTable, at: number): "arabic" | "latin" | undefined {
  if (CODE.test(fold(header[at] ?? ""))) return undefined;
  const cells = rows.map((row) => row[at] ?? "");
  const share = (shape: RegExp) =>
    cells.filter((cell) => shape.test(cell)).length / Math.max(1, cells.length);
  if (share(/\p{L}{3}/u) < WORDS || share(/\p{L} \S/u) < WORDS / 2) return undefined;
  if (share(/\p{Script=Arabic}{3}/u) >= WORDS) return "arabic";
  return share(/\p{Script=Latin}{3}/u) >= WORDS ? "latin" : undefined;
}
