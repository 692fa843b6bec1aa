/** Removes invisible runs of a Word document (ECMA-376, 17.3.2): hidden, white on white, or too small. */
import { attribute, childrenOf, nameOf, type Node, propertiesOf } from "./docx_xml.ts";

/** Half points: 2 points, as in PDFs. */
const TINY = 4;
/** The lightest gray (of 255) that is visible on white paper. */
const LIGHT = 230;
const OFF = ["0", "false", "off"];
/** Elements that may have a background of their own. */
const OWN_GROUND = ["w:drawing", "w:pict", "w:txbxContent", "mc:AlternateContent"];

/** The tree without invisible runs, and the texts of those. */
export function withoutHidden(tree: Node[]): { seen: Node[]; hidden: string[] } {
  const hidden: string[] = [];
  // White text is only invisible on white: pages and table styles may have a dark background.
  const isWhite = !tree.some((node) => hasBackground(node));
  const seen = tree.flatMap((node) => pruned(node, isWhite, hidden));
  return { seen, hidden };
}

function hasBackground(node: Node): boolean {
  return childrenOf(node).some((child) => nameOf(child) === "w:background");
}

function pruned(node: Node, isWhite: boolean, hidden: string[]): Node[] {
  const name = nameOf(node);
  const ground = isWhite && !hasOwnGround(node);
  if (name === "w:r" && isHidden(node, ground)) {
    hidden.push(textIn(node));
    return [];
  }
  const children = childrenOf(node);
  if (children.length === 0) return [node];
  return [{ ...node, [name]: children.flatMap((child) => pruned(child, ground, hidden)) }];
}

function hasOwnGround(node: Node): boolean {
  const name = nameOf(node);
  if (OWN_GROUND.includes(name)) return true;
  if (name === "w:tbl") return attribute(propertiesOf(node, "w:tblPr"), "w:tblStyle") !== undefined;
  const properties = { "w:tc": "w:tcPr", "w:p": "w:pPr", "w:r": "w:rPr" }[name];
  return properties !== undefined &&
    propertiesOf(node, properties).some((one) => ["w:shd", "w:highlight"].includes(nameOf(one)));
}

function isHidden(run: Node, onWhite: boolean): boolean {
  const properties = propertiesOf(run, "w:rPr");
  if (isOn(properties, "w:vanish")) return true;
  const size = Number(attribute(properties, "w:sz") ?? "24");
  if (size > 0 && size < TINY) return true;
  return onWhite && isLight(attribute(properties, "w:color") ?? "auto");
}

function isOn(properties: Node[], name: string): boolean {
  if (!properties.some((node) => nameOf(node) === name)) return false;
  return !OFF.includes(attribute(properties, name) ?? "true");
}

function isLight(colour: string): boolean {
  const parts = /^([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)?.slice(1) ?? [];
  return parts.length === 3 && parts.every((part) => Number.parseInt(part, 16) >= LIGHT);
}

function textIn(node: Node): string {
  const text = node["#text"];
  if (typeof text === "string") return text;
  return childrenOf(node).map(textIn).join(nameOf(node) === "w:r" ? " " : "");
}
