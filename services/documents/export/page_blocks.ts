/** Groups a page into headings, paragraphs, list items, tables and figures, in reading order. */
import { directionOf } from "lib/pdf/bidi.ts";
import { type Box, heightOf, type Line, type Page, widthOf } from "../reading/layout/page.ts";
import { isArabic } from "../reading/layout/word_order.ts";
import { headingOf, type Sizes } from "./headings.ts";
import { pointsOf } from "./list_points.ts";

export type Direction = "ltr" | "rtl";

export interface TextBlock {
  role: "heading" | "paragraph" | "list_item";
  /** Level of a heading, from 1. */
  level?: number;
  /** Marker of a list item: a bullet or a number. */
  marker?: string;
  direction: Direction;
  lines: Line[];
  /** For each line, whether the next one continues its sentence. */
  flows: boolean[];
}

export interface TableBlock {
  role: "table";
  /** Index in the document's tables. */
  at: number;
  direction: Direction;
  lines: Line[];
}

/** An image, a stamp or handwriting without recognised text. */
export interface FigureBlock {
  role: "figure";
  box: Box;
  direction: Direction;
  lines: Line[];
}

export type Block = TextBlock | TableBlock | FigureBlock;

/** The reading direction of a text; `fallback` when it has no letters. */
export function directionOfText(text: string, fallback: Direction = directionOf(text)): Direction {
  const arabic = isArabic(text);
  return arabic === undefined ? fallback : arabic ? "rtl" : "ltr";
}

/** Index of the table that a line belongs to, if any. */
export type TableAt = (line: Line) => number | undefined;

export function blocksOf(page: Page, { sizes, tableAt }: { sizes: Sizes; tableAt: TableAt }): Block[] {
  const whole = page.lines.map((line) => line.text).join(" ");
  const pageDirection = directionOfText(whole, "ltr");
  const points = pointsOf(page.lines);
  const column = { left: edge(page.lines, "left"), right: edge(page.lines, "right") };
  const blocks: Block[] = [];
  for (const line of page.lines) {
    const at = tableAt(line);
    const last = blocks.at(-1);
    if (at !== undefined) {
      const known = blocks.find((block) => block.role === "table" && block.at === at);
      if (known) known.lines.push(line);
      else blocks.push({ role: "table", at, direction: pageDirection, lines: [line] });
      continue;
    }
    const direction = directionOfText(line.text, pageDirection);
    const level = headingOf(line, sizes);
    const marker = points.get(line);
    if (level !== undefined) {
      blocks.push({ role: "heading", level, direction, lines: [line], flows: [] });
    } else if (marker !== undefined || line.listed) {
      blocks.push({ role: "list_item", marker: marker ?? "•", direction, lines: [line], flows: [] });
    } else if (last && goesOn(last, line, direction)) {
      last.flows.push(isFull(last.lines.at(-1), column, direction));
      last.lines.push(line);
    } else blocks.push({ role: "paragraph", direction, lines: [line], flows: [] });
  }
  return withFigures(blocks, page.unread ?? [], pageDirection);
}

/** Inserts each figure before the first block below it; figures without a place come last. */
function withFigures(blocks: Block[], figures: Box[], direction: Direction): Block[] {
  return figures.toSorted((a, b) => a.top - b.top).reduce((all, box) => {
    const below = widthOf(box) === 0 ? -1 : all.findIndex((block) => topOf(block) > box.top);
    return all.toSpliced(below < 0 ? all.length : below, 0, { role: "figure", box, direction, lines: [] });
  }, blocks);
}

function topOf(block: Block): number {
  return block.role === "figure" ? block.box.top : Math.min(...block.lines.map(({ box }) => box.top));
}

function edge(lines: Line[], side: "left" | "right"): number {
  const all = lines.map(({ box }) => box[side]).toSorted((a, b) => a - b);
  // A percentile, because the outermost lines may be page numbers or stamps.
  return all[Math.floor(all.length * (side === "left" ? 0.1 : 0.9))] ?? 0;
}

/** Whether a line continues the block above: close below it and in the same column. */
function goesOn(block: Block, line: Line, direction: Direction): block is TextBlock {
  if (
    block.role === "table" || block.role === "figure" || block.role === "heading" ||
    block.direction !== direction
  ) return false;
  const above = block.lines.at(-1)?.box;
  if (!above || widthOf(above) === 0 || widthOf(line.box) === 0) return false;
  const gap = line.box.top - above.bottom;
  const height = Math.min(heightOf(above), heightOf(line.box));
  if (gap > height * 0.75 || gap < -height * 0.6) return false;
  if (Math.max(heightOf(above), heightOf(line.box)) > height * 1.5) return false;
  // Further lines of a list item are indented to its text.
  const indented = direction === "rtl"
    ? line.box.right < above.right - height * 0.4 || block.lines.length > 1
    : line.box.left > above.left + height * 0.4 || block.lines.length > 1;
  if (block.role === "list_item" && !indented) return false;
  return Math.min(above.right, line.box.right) > Math.max(above.left, line.box.left);
}

/** Whether a line fills its column, so that the next one continues it; a shorter line is a deliberate break. */
function isFull(line: Line | undefined, column: Pick<Box, "left" | "right">, direction: Direction): boolean {
  if (!line) return false;
  const room = (column.right - column.left) * 0.18;
  return direction === "rtl" ? line.box.left <= column.left + room : line.box.right >= column.right - room;
}
