/** A document as Markdown (CommonMark with GitHub's tables); its text is escaped. */
import type { JoinedTable } from "../understanding/tables/document_tables.ts";
import type { ReadPage } from "../understanding/results/read_page.ts";
import { sizesOf } from "./headings.ts";
import { withoutMarker } from "./list_points.ts";
import { type Block, blocksOf, type Direction, type TextBlock } from "./page_blocks.ts";
import { tableLines } from "./table_lines.ts";

interface Part {
  markdown: string;
  direction: Direction;
  role: Block["role"];
}

/** An HTML comment, which renderers hide. */
const FIGURE = "<!-- figure, stamp or handwriting: not read -->";

export function markdownOf(pages: ReadPage[], tables: JoinedTable[]): string {
  const sizes = sizesOf(pages.map(({ content }) => content));
  const written = new Set<number>();
  const parts: Part[] = [];
  for (const page of pages) {
    for (const block of blocksOf(page.content, { sizes, tableAt: tableLines(page, tables) })) {
      const { role, direction } = block;
      if (block.role === "figure") {
        parts.push({ role, direction, markdown: FIGURE });
        continue;
      }
      if (block.role !== "table") {
        parts.push({ role, direction, markdown: textOf(block) });
        continue;
      }
      // A table over several pages is written on its first page.
      const table = tables[block.at];
      if (!table || written.has(block.at)) continue;
      written.add(block.at);
      parts.push({ role, direction, markdown: tableOf(table) });
    }
  }
  return `${withDirections(parts)}\n`;
}

/** Wraps right-to-left parts in an element with `dir`, since Markdown has no direction. */
function withDirections(parts: Part[]): string {
  const runs: Part[][] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (last?.[0]?.direction === part.direction) last.push(part);
    else runs.push([part]);
  }
  return runs.map((run) => {
    const text = run.map(({ markdown, role }, i) => {
      const tight = role === "list_item" && run[i - 1]?.role === "list_item";
      return `${i === 0 ? "" : tight ? "\n" : "\n\n"}${markdown}`;
    }).join("");
    return run[0]?.direction === "rtl" ? `<div dir="rtl">\n\n${text}\n\n</div>` : text;
  }).join("\n\n");
}

function textOf({ role, level, marker, lines, flows }: TextBlock): string {
  const texts = lines.map(({ text }) => text);
  if (role === "heading") return `${"#".repeat(level ?? 1)} ${escapeMarkdown(texts.join(" "))}`;
  const inner = role === "list_item" ? [withoutMarker(texts[0] ?? ""), ...texts.slice(1)] : texts;
  const joined = inner.map(lineStart).reduce(
    (text, line, i) => i === 0 ? line : `${text}${flows[i - 1] ? " " : "  \n"}${line}`,
    "",
  );
  if (role === "paragraph") return joined;
  const bullet = marker === "•" ? "-" : marker ?? "-";
  return `${bullet} ${joined.replaceAll("\n", `\n${" ".repeat(bullet.length + 1)}`)}`;
}

function tableOf({ header, rows }: JoinedTable): string {
  const width = rows.reduce((most, { texts }) => Math.max(most, texts.length), header.texts.length);
  const line = (cells: string[]) =>
    `| ${Array.from({ length: width }, (_, i) => escapeMarkdown(cells[i] ?? "")).join(" | ")} |`;
  return [line(header.texts), `|${" --- |".repeat(width)}`, ...rows.map(({ texts }) => line(texts))].join(
    "\n",
  );
}

/** Escapes characters with a meaning in Markdown or HTML, except `_` inside a word. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*[\]<~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\$&")
    .replace(/&(?=#?\w+;)/g, "\\&").replace(/\r\n|[\n\v\f\r\x85\u2028\u2029]/g, " ");
}

/** Escapes characters that would start a heading, a quotation or a list. */
function lineStart(text: string): string {
  return escapeMarkdown(text).replace(/^(\s*)([#>+=-])/, "$1\\$2").replace(
    /^(\s*\d{1,9})([.)])(?=\s)/,
    "$1\\$2",
  );
}
