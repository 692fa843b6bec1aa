/** Headings and list items by the styles of a Word document (ECMA-376, 17.3.1 and 17.7). */
import { attribute, childrenOf, nameOf, type Node, parse, propertiesOf } from "./docx_xml.ts";
import type { Line } from "../layout/page.ts";

export type Role = Pick<Line, "heading" | "listed">;

/** Heading levels by style id; style names are English in every language of Word. */
export function headingLevels(styles: Uint8Array | undefined): Map<string, number> {
  if (!styles) return new Map();
  const all = parse(styles).filter((node) => nameOf(node) === "w:styles").flatMap(childrenOf);
  return new Map(
    all.filter((node) => nameOf(node) === "w:style").flatMap((style) => {
      const id = attribute([style], "w:style", "w:styleId");
      const level = levelOf(attribute(childrenOf(style), "w:name") ?? "");
      return id !== undefined && level !== undefined ? [[id, level] as const] : [];
    }),
  );
}

export function roleOf(paragraph: Node, levels: Map<string, number>): Role {
  const properties = propertiesOf(paragraph, "w:pPr");
  const style = attribute(properties, "w:pStyle") ?? "";
  const outline = Number(attribute(properties, "w:outlineLvl") ?? "9");
  const heading = levels.get(style) ?? levelOf(style) ??
    (outline >= 0 && outline < 9 ? outline + 1 : undefined);
  if (heading !== undefined) return { heading: Math.min(6, heading) };
  const listed = properties.some((node) => nameOf(node) === "w:numPr") || /^List(Bullet|Number)/.test(style);
  return listed ? { listed: true } : {};
}

function levelOf(name: string): number | undefined {
  if (/^title$/i.test(name)) return 1;
  const level = /^heading ?([1-9])$/i.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}
