/** The parts of a Word document in reading order: its text, with the headers, footers and notes that it refers to. */
import { attribute, childrenOf, deep, isOn, nameOf, type Node, parse } from "./docx_xml.ts";

const MAIN = "word/document.xml";
const LINKS = "word/_rels/document.xml.rels";
/** Names of the parts that are read. */
export const PARTS =
  /^word\/(?:(?:document|header\d*|footer\d*|footnotes|endnotes|styles|settings)\.xml|_rels\/document\.xml\.rels)$/;

const NOTES = [
  { part: "word/footnotes.xml", note: "w:footnote", reference: "w:footnoteReference" },
  { part: "word/endnotes.xml", note: "w:endnote", reference: "w:endnoteReference" },
];

export interface Parts {
  shown: Node[][];
  /** Parts, and notes, to which the document does not refer. */
  unused: Node[];
}

export function partsOf(files: Map<string, Uint8Array>): Parts {
  const main = parse(files.get(MAIN));
  const used = usedNames(files, main);
  const names = [...files.keys()].toSorted();
  const edges = (kind: string) => names.filter((name) => name.startsWith(`word/${kind}`));
  const all = [...edges("header"), ...edges("footer")];
  const read = (name: string) => parse(files.get(name));
  const notes = NOTES.map(({ part, ...kind }) =>
    parted(files.has(part) ? read(part) : [], { ...kind, main })
  );
  return {
    shown: [
      ...edges("header").filter((name) => used.has(name)).map(read),
      main,
      ...edges("footer").filter((name) => used.has(name)).map(read),
      ...notes.map(({ shown }) => shown),
    ],
    unused: [
      ...all.filter((name) => !used.has(name)).flatMap(read),
      ...notes.flatMap(({ unused }) => unused),
    ],
  };
}

/** Headers and footers of sections; those of first and of even pages only if a setting shows them. */
function usedNames(files: Map<string, Uint8Array>, main: Node[]): Set<string> {
  const links = files.has(LINKS) ? parse(files.get(LINKS)).flatMap((node) => childrenOf(node)) : [];
  const targets = new Map(links.map((link) => {
    const of = (key: string) => attribute([link], "Relationship", key) ?? "";
    return [of("Id"), of("Target").replace(/^(?:\/?word\/|\.\/)?/, "word/")] as const;
  }));
  const sections = main.flatMap((node) => deep(node, "w:sectPr"));
  const settings = files.has("word/settings.xml") ? parse(files.get("word/settings.xml")) : [];
  const shows: Record<string, boolean> = {
    first: sections.some((section) => isOn(childrenOf(section), "w:titlePg")),
    even: settings.some((node) => isOn(childrenOf(node), "w:evenAndOddHeaders")),
  };
  const references = sections.flatMap(childrenOf).filter((node) =>
    /^w:(?:header|footer)Reference$/.test(nameOf(node))
  );
  return new Set(references.flatMap((reference) => {
    const of = (key: string) => attribute([reference], nameOf(reference), key) ?? "";
    const name = targets.get(of("r:id"));
    return name === undefined || shows[of("w:type")] === false ? [] : [name];
  }));
}

/** The notes that the text refers to, and the others. */
function parted(
  tree: Node[],
  { note, reference, main }: { note: string; reference: string; main: Node[] },
): { shown: Node[]; unused: Node[] } {
  const ids = new Set(
    main.flatMap((node) => deep(node, reference)).map((node) => attribute([node], reference, "w:id")),
  );
  const notes = tree.flatMap(childrenOf).filter((node) => nameOf(node) === note);
  const isShown = (node: Node) => ids.has(attribute([node], note, "w:id"));
  return { shown: notes.filter(isShown), unused: notes.filter((node) => !isShown(node)) };
}
