/** Places of a Word document's text that are beside its page, or that the file marks as hidden. */
import { attribute, childrenOf, deep, isOn, nameOf, type Node, propertiesOf } from "./docx_xml.ts";

/** Twentieths of a point. */
export interface Paper {
  width: number;
  height: number;
}

const LETTER: Paper = { width: 12_240, height: 15_840 };
/** English metric units in a twentieth of a point. */
const EMU = 635;
/** Rows of an exact height below this, in twentieths of a point, are illegible. */
const FLAT = 40;

/** The largest page of a document. */
export function paperOf(tree: Node[]): Paper {
  const sizes = tree.flatMap((node) => deep(node, "w:pgSz"));
  const most = (name: string, usual: number) =>
    Math.max(...sizes.map((size) => Number(attribute([size], "w:pgSz", name)) || 0), 0) || usual;
  return { width: most("w:w", LETTER.width), height: most("w:h", LETTER.height) };
}

/** Whether an element is placed beside the page, flattened, or hidden as a whole, such as a row or a shape. */
export function isAway(node: Node, paper: Paper): boolean {
  switch (nameOf(node)) {
    case "w:tr":
      return isRowAway(propertiesOf(node, "w:trPr"));
    case "w:p":
      return isParagraphAway(propertiesOf(node, "w:pPr"), paper);
    case "w:tbl":
      return isTableAway(propertiesOf(node, "w:tblPr"), paper);
    case "w:drawing":
      return childrenOf(node).some((child) => isShapeAway(child, paper));
    case "w:pict":
      return childrenOf(node).some(isVmlHidden);
    default:
      return false;
  }
}

function isRowAway(properties: Node[]): boolean {
  const height = attribute(properties, "w:trHeight") ?? "";
  const isExact = attribute(properties, "w:trHeight", "w:hRule") === "exact";
  return isOn(properties, "w:hidden") || (isExact && height !== "" && Number(height) < FLAT);
}

function isParagraphAway(properties: Node[], { width, height }: Paper): boolean {
  const indents = ["w:left", "w:start", "w:right", "w:end"].map((side) =>
    attribute(properties, "w:ind", side)
  );
  return indents.some((indent) => isFar(indent, width)) ||
    isFar(attribute(properties, "w:framePr", "w:x"), width) ||
    isFar(attribute(properties, "w:framePr", "w:y"), height);
}

function isTableAway(properties: Node[], { width, height }: Paper): boolean {
  return isFar(attribute(properties, "w:tblpPr", "w:tblpX"), width) ||
    isFar(attribute(properties, "w:tblpPr", "w:tblpY"), height) ||
    isFar(attribute(properties, "w:tblInd", "w:w"), width);
}

/** Whether a distance is longer than the page, so that its end is beside it, wherever it starts. */
function isFar(distance: string | undefined, most: number): boolean {
  return Math.abs(Number(distance ?? "0")) >= most;
}

function isShapeAway(anchor: Node, { width, height }: Paper): boolean {
  const parts = childrenOf(anchor);
  if (["1", "true"].includes(attribute(parts, "wp:docPr", "hidden") ?? "")) return true;
  const size = (name: string) => (Number(attribute(parts, "wp:extent", name)) || 0) / EMU;
  return isPositionAway(parts, "wp:positionH", { size: size("cx"), most: width }) ||
    isPositionAway(parts, "wp:positionV", { size: size("cy"), most: height });
}

function isPositionAway(
  parts: Node[],
  name: string,
  { size, most }: { size: number; most: number },
): boolean {
  const position = parts.find((part) => nameOf(part) === name);
  const [offset] = position ? deep(position, "wp:posOffset") : [];
  if (!position || !offset) return false;
  const from = Number(childrenOf(offset).map((child) => child["#text"]).join("")) / EMU;
  // Of a place that is not counted from the page's edge, only the farthest start is known.
  const isOfPage = attribute([position], name, "relativeFrom") === "page";
  return from >= most || (isOfPage ? 0 : most) + from + size <= 0;
}

function isVmlHidden(shape: Node): boolean {
  const style = attribute([shape], nameOf(shape), "style") ?? "";
  return /(?:^|;)\s*(?:visibility\s*:\s*hidden|display\s*:\s*none)/i.test(style);
}
