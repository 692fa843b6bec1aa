import { XMLParser } from "fast-xml-parser";
import { MAX_XML_DEPTH, Unreadable } from "./bounds.ts";
import type { Line, Page, Table } from "./page.ts";
import { unpack } from "./unpack.ts";

/** One XML element as the ordered parser gives it: its name holds its children, ":@" its attributes. */
type Node = Record<string, unknown>;

const NOWHERE = { left: 0, top: 0, right: 0, bottom: 0 };
const SKIPPED = new Set([
  "w:del",
  "w:pPr",
  "w:rPr",
  "w:sectPr",
  "w:tblPr",
  "w:tblGrid",
  "w:tcPr",
  "w:instrText",
  "w:delText",
  "mc:Fallback",
]);

/** Reads a docx: paragraphs and tables in order, pages where the author or the writer broke them. */
export function readDocx(bytes: Uint8Array): Page[] {
  const files = unpack(bytes, (name) => /^word\/(document|header\d*|footer\d*|footnotes)\.xml$/.test(name));
  const main = files.get("word/document.xml");
  if (!main) throw new Unreadable("The file is a zip archive but not a Word document");
  const pages: PageParts[] = [emptyPage()];
  for (const name of [...files.keys()].filter((name) => name.startsWith("word/header")).toSorted()) {
    collect(parse(files.get(name)), pages);
  }
  collect(parse(main), pages);
  for (const name of [...files.keys()].filter((name) => /footer|footnotes/.test(name)).toSorted()) {
    collect(parse(files.get(name)), pages);
  }
  const filled = pages.filter((page) => page.lines.length > 0);
  return (filled.length > 0 ? filled : [emptyPage()]).map(asPage);
}

interface PageParts {
  lines: Line[];
  tables: Table[];
}

function emptyPage(): PageParts {
  return { lines: [], tables: [] };
}

function asPage({ lines, tables }: PageParts): Page {
  return {
    width: 0,
    height: 0,
    source: "text",
    lines,
    tables,
    placement: { width: 0, height: 0, turn: 0, skew: 0 },
  };
}

function parse(bytes: Uint8Array | undefined): Node[] {
  const xml = new TextDecoder().decode(bytes);
  if (/<!DOCTYPE/i.test(xml)) throw new Unreadable("The document declares a DTD, which is refused");
  checkDepth(xml);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
  });
  try {
    return nodes(parser.parse(xml));
  } catch (error) {
    throw new Unreadable("The document holds damaged XML", { cause: error });
  }
}

/** Deep nesting would overrun the stack of any parser: count before parsing. */
function checkDepth(xml: string): void {
  let depth = 0;
  for (const [tag] of xml.matchAll(/<[^!?][^>]*>/g)) {
    if (tag.startsWith("</")) depth--;
    else if (!tag.endsWith("/>")) depth++;
    if (depth > MAX_XML_DEPTH) throw new Unreadable(`The document nests deeper than ${MAX_XML_DEPTH} levels`);
  }
}

function collect(from: Node[], pages: PageParts[]): void {
  for (const node of from) {
    const name = nameOf(node);
    if (SKIPPED.has(name)) continue;
    if (name === "w:p") addParagraph(node, pages);
    else if (name === "w:tbl") addTable(node, pages);
    else collect(childrenOf(node), pages);
  }
}

function addParagraph(node: Node, pages: PageParts[]): void {
  for (const [i, part] of textOf(node).split("\f").entries()) {
    // A break splits the paragraph between two pages.
    if (i > 0) pages.push(emptyPage());
    for (const text of part.split("\n")) {
      if (text.trim() !== "") pages.at(-1)?.lines.push(lineOfText(text.trim().replace(/[\t ]+/g, " ")));
    }
  }
}

function addTable(node: Node, pages: PageParts[]): void {
  const rows = childrenOf(node).filter((child) => nameOf(child) === "w:tr").map(rowOf);
  const page = pages.at(-1);
  const [header, ...body] = rows;
  if (!page || !header) return;
  for (const row of rows) {
    const text = row.filter((cell) => cell !== "").join(" ");
    if (text !== "") page.lines.push({ ...lineOfText(text), cells: row });
  }
  if (header.length > 1) page.tables.push({ header, rows: body, box: NOWHERE });
}

/** A cell that spans columns is followed by empty ones, and a row that begins late has them first, so that what stands right of it keeps its column. */
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

function propertiesOf(node: Node, name: string): Node[] {
  return childrenOf(node).filter((child) => nameOf(child) === name).flatMap(childrenOf);
}

function deep(node: Node, name: string): Node[] {
  return childrenOf(node).flatMap((child) => nameOf(child) === name ? [child] : deep(child, name));
}

function attribute(properties: Node[], name: string): string | undefined {
  const node = properties.find((property) => nameOf(property) === name);
  const attributes = node?.[":@"];
  if (typeof attributes !== "object" || attributes === null) return undefined;
  const value: unknown = Reflect.get(attributes, "w:val");
  return typeof value === "string" ? value : undefined;
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

function nameOf(node: Node): string {
  return Object.keys(node).find((key) => key !== ":@") ?? "";
}

function childrenOf(node: Node): Node[] {
  return nodes(node[nameOf(node)]);
}

function nodes(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
}

function lineOfText(text: string): Line {
  const words = text.split(" ").map((word) => ({ text: word, confidence: 1, box: NOWHERE }));
  return { text, confidence: 1, box: NOWHERE, words };
}
