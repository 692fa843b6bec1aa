/** Removes what a Word document does not show: hidden text, ink in the colour of its ground, tiny letters, places off the page. */
import { fieldCodes } from "./docx_fields.ts";
import { groundOf, type Look, lookOf, type Looks, over, paragraphLook } from "./docx_looks.ts";
import { isAway, type Paper } from "./docx_places.ts";
import { attribute, childrenOf, nameOf, type Node, propertiesOf } from "./docx_xml.ts";

/** Half points: 2 points, as in PDFs. */
const TINY = 4;
/** Twentieths of a point: lines of a lower exact height are cut. */
const FLAT = 40;
/** Percent of the usual width below which letters are illegible, as in PDFs. */
const SQUEEZED = 10;
/** Minimum difference of ink and ground in a colour channel, of 255, that is visible. */
const CONTRAST = 26;
const PAPER = "FFFFFF";
/** Elements that may have a background of their own. */
const OWN_GROUND = ["w:drawing", "w:pict", "w:txbxContent"];
/** Prefixes of the parts that current readers show; of others they show the fallback. */
const SHOWN = ["a14", "w14", "w15", "w16se", "wp14", "wpc", "wpg", "wpi", "wps"];

interface Setting {
  looks: Looks;
  paper: Paper;
}

/** Where a node stands. */
interface Place extends Setting {
  ground: string;
  paragraph: Look;
  codes: Set<Node>;
  hidden: string[];
}

/** The tree without invisible parts, and the texts of those. */
export function withoutHidden(tree: Node[], setting: Setting): { seen: Node[]; hidden: string[] } {
  const hidden: string[] = [];
  // Text in the colour of paper is only invisible on paper: pages may have another background.
  const ground = tree.some((node) => hasBackground(node)) ? "unknown" : PAPER;
  const place = {
    ...setting,
    ground,
    paragraph: setting.looks.paragraph(undefined),
    codes: new Set<Node>(),
    hidden,
  };
  return { seen: tree.flatMap((node) => pruned(node, place)), hidden };
}

function hasBackground(node: Node): boolean {
  return childrenOf(node).some((child) => nameOf(child) === "w:background");
}

function pruned(node: Node, place: Place): Node[] {
  const name = nameOf(node);
  if (name === "mc:AlternateContent") return prunedChoice(node, place);
  const inner = placeIn(node, place);
  if (isAway(node, place.paper) || place.codes.has(node) || (name === "w:r" && isHidden(node, inner))) {
    place.hidden.push(textIn(node));
    return [];
  }
  const children = childrenOf(node);
  if (children.length === 0) return [node];
  return [{ ...node, [name]: children.flatMap((child) => pruned(child, inner)) }];
}

/** The content that readers show: the first choice whose parts they know, else the fallback. */
function prunedChoice(alternatives: Node, place: Place): Node[] {
  const all = childrenOf(alternatives);
  const choice = all.find((one) =>
    nameOf(one) === "mc:Choice" &&
    (attribute([one], "mc:Choice", "Requires") ?? "").trim().split(/\s+/).every((part) =>
      SHOWN.includes(part)
    )
  );
  const shown = choice ?? all.find((one) => nameOf(one) === "mc:Fallback");
  const text = shown ? textIn(shown) : "";
  const passed = all.filter((one) => nameOf(one) === "mc:Choice" && one !== shown).map(textIn);
  place.hidden.push(...passed.filter((other) => !text.includes(other.trim())));
  return shown ? childrenOf(shown).flatMap((child) => pruned(child, place)) : [];
}

function placeIn(node: Node, place: Place): Place {
  const name = nameOf(node);
  if (OWN_GROUND.includes(name)) return { ...place, ground: "unknown" };
  if (name === "w:p") return paragraphPlace(node, place);
  if (name === "w:tc") return { ...place, ground: groundOf(propertiesOf(node, "w:tcPr")) ?? place.ground };
  if (name !== "w:tbl") return place;
  const properties = propertiesOf(node, "w:tblPr");
  const styled = attribute(properties, "w:tblStyle") === undefined ? undefined : "unknown";
  return { ...place, ground: groundOf(properties) ?? styled ?? place.ground };
}

function paragraphPlace(node: Node, place: Place): Place {
  const properties = propertiesOf(node, "w:pPr");
  const style = place.looks.paragraph(attribute(properties, "w:pStyle"));
  const { ground, ...paragraph } = over(style, paragraphLook(properties));
  return { ...place, ground: ground ?? place.ground, paragraph, codes: new Set(fieldCodes(node)) };
}

function isHidden(run: Node, { looks, ground: behind, paragraph }: Place): boolean {
  const properties = propertiesOf(run, "w:rPr");
  const style = looks.character(attribute(properties, "w:rStyle"));
  const own = lookOf(properties);
  const look = over(over(paragraph, style), own);
  // A style that hides text in a paragraph whose style hides it shows it (17.7.3).
  const vanish = own.vanish ??
    (style.vanish === undefined ? paragraph.vanish : style.vanish !== (paragraph.vanish ?? false));
  const size = (look.isComplex ? look.complexSize : look.size) ?? TINY;
  if (
    vanish || (size > 0 && size < TINY) || isBelow(look.width, SQUEEZED) || isBelow(look.lineHeight, FLAT)
  ) {
    return true;
  }
  if (look.isOutlined) return false;
  return look.isClear === true || isAlike(look.colour ?? "auto", look.ground ?? behind);
}

function isBelow(value: number | undefined, least: number): boolean {
  return value !== undefined && value > 0 && value < least;
}

/** Whether two colours are too near to tell ink from ground. */
function isAlike(ink: string, ground: string): boolean {
  const [a, b] = [channelsOf(ink), channelsOf(ground)];
  return a.length === 3 && b.length === 3 && a.every((value, i) => Math.abs(value - (b[i] ?? 0)) < CONTRAST);
}

function channelsOf(colour: string): number[] {
  const parts = /^([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)?.slice(1) ?? [];
  return parts.map((part) => Number.parseInt(part, 16));
}

/** All text of a node, a space after each run. */
export function textIn(node: Node): string {
  const text = node["#text"];
  if (typeof text === "string") return text;
  return childrenOf(node).map(textIn).join("") + (nameOf(node) === "w:r" ? " " : "");
}
