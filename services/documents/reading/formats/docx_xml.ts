/** Parses the XML of a Word document, and reads its elements. */
import { XMLParser } from "fast-xml-parser";
import { MAX_XML_DEPTH, Unreadable } from "../files/bounds.ts";

/** An XML element of the ordered parser: key `<name>` has the children, ":@" the attributes. */
export type Node = Record<string, unknown>;

export function parse(bytes: Uint8Array | undefined): Node[] {
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
    // Required to decode numeric character references such as &#8217;.
    htmlEntities: true,
  });
  try {
    return nodes(parser.parse(xml));
  } catch (error) {
    throw new Unreadable("The document holds damaged XML", { cause: error });
  }
}

/** Limits the depth before parsing, since deep nesting would overflow the parser's stack. */
function checkDepth(xml: string): void {
  let depth = 0;
  for (const [tag] of xml.matchAll(/<[^!?][^>]*>/g)) {
    if (tag.startsWith("</")) depth--;
    else if (!tag.endsWith("/>")) depth++;
    if (depth > MAX_XML_DEPTH) throw new Unreadable(`The document nests deeper than ${MAX_XML_DEPTH} levels`);
  }
}

export function propertiesOf(node: Node, name: string): Node[] {
  return childrenOf(node).filter((child) => nameOf(child) === name).flatMap(childrenOf);
}

/** An attribute, by default `w:val`, of the first element with that name. */
export function attribute(elements: Node[], name: string, key = "w:val"): string | undefined {
  const attributes = elements.find((element) => nameOf(element) === name)?.[":@"];
  if (typeof attributes !== "object" || attributes === null) return undefined;
  const value: unknown = Reflect.get(attributes, key);
  return typeof value === "string" ? value : undefined;
}

const OFF = ["0", "false", "off"];

/** Whether a property that is on or off is there and on. */
export function isOn(properties: Node[], name: string): boolean {
  if (!properties.some((node) => nameOf(node) === name)) return false;
  return !OFF.includes(attribute(properties, name) ?? "true");
}

/** Elements of a name at any depth, none inside another. */
export function deep(node: Node, name: string): Node[] {
  return childrenOf(node).flatMap((child) => nameOf(child) === name ? [child] : deep(child, name));
}

export function nameOf(node: Node): string {
  return Object.keys(node).find((key) => key !== ":@") ?? "";
}

export function childrenOf(node: Node): Node[] {
  return nodes(node[nameOf(node)]);
}

function nodes(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
}
