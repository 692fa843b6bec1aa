import { Unreadable } from "../files/bounds.ts";
import { textIn, withoutHidden } from "./docx_hidden.ts";
import { looksOf } from "./docx_looks.ts";
import { PARTS, partsOf } from "./docx_parts.ts";
import { paperOf } from "./docx_places.ts";
import { headingLevels, type Role, roleOf } from "./docx_roles.ts";
import { attribute, childrenOf, deep, nameOf, type Node, propertiesOf } from "./docx_xml.ts";
import type { Line, Page, Table } from "../layout/page.ts";
import { unpack } from "../files/unpack.ts";

const LONGEST_HIDDEN = 500;
const MOST_PICTURES = 20;
const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };
const SKIPPED = new Set([
  "w:del",
  "w:moveFrom",
  "w:pPr",
  "w:rPr",
  "w:sectPr",
  "w:tblPr",
  "w:tblGrid",
  "w:tcPr",
  "w:instrText",
  "w:delText",
]);

/** Reads a docx: paragraphs and tables in order, split at explicit and rendered page breaks. */
export function readDocx(bytes: Uint8Array): Page[] {
  const files = unpack(bytes, (name) => PARTS.test(name));
  const main = files.get("word/document.xml");
  if (!main) throw new Unreadable("The file is a zip archive but not a Word document");
  const pages: PageParts[] = [emptyPage()];
  const styles = files.get("word/styles.xml");
  const levels = headingLevels(styles);
  const { shown, unused } = partsOf(files);
  const setting = { looks: looksOf(styles), paper: paperOf(shown.flat()) };
  const parted = shown.map((tree) => withoutHidden(tree, setting));
  for (const { seen } of parted) collect(seen, { pages, levels });
  const unseen = unseenTexts(unused.map((part) => squeezed(textIn(part))), pages);
  const filled = pages.filter((page) => page.lines.length > 0 || page.pictures > 0);
  const hidden = squeezed([...parted.flatMap((one) => one.hidden), ...unseen].join(" "));
  return (filled.length > 0 ? filled : [emptyPage()]).map((page, i) =>
    asPage(i === 0 ? { ...page, hidden } : page)
  );
}

/** Texts of unused headers and notes that are nowhere on the pages either. */
function unseenTexts(texts: string[], pages: PageParts[]): string[] {
  if (texts.length === 0) return [];
  const shown = squeezed(pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join(" "));
  return texts.filter((text) => text !== "" && !shown.includes(text));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

interface PageParts {
  lines: Line[];
  tables: Table[];
  /** Invisible text. */
  hidden: string;
  pictures: number;
}

function emptyPage(): PageParts {
  return { lines: [], tables: [], hidden: "", pictures: 0 };
}

function asPage({ lines, tables, hidden, pictures }: PageParts): Page {
  return {
    width: 0,
    height: 0,
    source: "text",
    lines,
    tables,
    placement: { width: 0, height: 0, turn: 0, skew: 0 },
    ...(/[\p{L}\p{N}]{2}/u.test(hidden) ? { hidden: hidden.slice(0, LONGEST_HIDDEN) } : {}),
    ...(pictures > 0
      ? { unread: Array.from({ length: Math.min(MOST_PICTURES, pictures) }, () => NOWHERE) }
      : {}),
  };
}

interface Target {
  pages: PageParts[];
  /** Heading levels by style. */
  levels: Map<string, number>;
}

function collect(from: Node[], target: Target): void {
  for (const node of from) {
    const name = nameOf(node);
    if (SKIPPED.has(name)) continue;
    if (name === "w:p") addParagraph(node, target);
    else if (name === "w:tbl") addTable(node, target.pages);
    else collect(childrenOf(node), target);
  }
}

function addParagraph(node: Node, { pages, levels }: Target): void {
  const role = roleOf(node, levels);
  notePictures(node, pages);
  for (const [i, part] of textOf(node).split("\f").entries()) {
    // A break splits the paragraph between two pages.
    if (i > 0) pages.push(emptyPage());
    for (const text of part.split("\n")) {
      if (text.trim() !== "") pages.at(-1)?.lines.push(lineOfText(text.trim().replace(/[\t ]+/g, " "), role));
    }
  }
}

function addTable(node: Node, pages: PageParts[]): void {
  const rows = childrenOf(node).filter((child) => nameOf(child) === "w:tr" && !isDeleted(child)).map(rowOf);
  notePictures(node, pages);
  const page = pages.at(-1);
  const [header, ...body] = rows;
  if (!page || !header) return;
  for (const row of rows) {
    const text = row.filter((cell) => cell !== "").join(" ");
    if (text !== "") page.lines.push({ ...lineOfText(text), cells: row });
  }
  if (header.length > 1) page.tables.push({ header, rows: body, box: NOWHERE });
}

/** Whether the deletion of a row is tracked. */
function isDeleted(row: Node): boolean {
  return propertiesOf(row, "w:trPr").some((node) => nameOf(node) === "w:del");
}

/** The cells of a row; spanned and skipped columns become empty cells, so that later cells keep their column. */
function rowOf(row: Node): string[] {
  const before = Number(attribute(propertiesOf(row, "w:trPr"), "w:gridBefore") ?? "0");
  const cells = childrenOf(row).flatMap((child) => nameOf(child) === "w:sdt" ? deep(child, "w:tc") : [child])
    .filter((child) => nameOf(child) === "w:tc").flatMap((cell) => {
      const span = Number(attribute(propertiesOf(cell, "w:tcPr"), "w:gridSpan") ?? "1");
      const text = textOf(cell).replace(/[\f\n\t ]+/g, " ").trim();
      return [text, ...empty(span - 1)];
    });
  return [...empty(before), ...cells];
}

function empty(count: number): string[] {
  return Array<string>(Math.min(64, Math.max(0, count || 0))).fill("");
}

function notePictures(node: Node, pages: PageParts[]): void {
  const page = pages.at(-1);
  if (page) page.pictures += deep(node, "a:blip").length + deep(node, "v:imagedata").length;
}

function textOf(node: Node): string {
  const name = nameOf(node);
  if (SKIPPED.has(name)) return "";
  const text = node["#text"];
  if (typeof text === "string") return text;
  if (name === "w:t") return childrenOf(node).map(textOf).join("");
  if (name === "w:tab") return "\t";
  if (name === "w:lastRenderedPageBreak") return "\f";
  if (name === "w:br") return isPageBreak(node) ? "\f" : "\n";
  const inner = childrenOf(node).filter((child) => !("#text" in child) || name === "w:t").map(textOf).join(
    "",
  );
  return name === "w:p" ? `${inner}\n` : inner;
}

function isPageBreak(node: Node): boolean {
  const attributes = node[":@"];
  return typeof attributes === "object" && attributes !== null &&
    Reflect.get(attributes, "w:type") === "page";
}

function lineOfText(text: string, role: Role = {}): Line {
  const words = text.split(" ").map((word) => ({ text: word, confidence: 1, box: NOWHERE }));
  return { text, confidence: 1, box: NOWHERE, words, ...role };
}
