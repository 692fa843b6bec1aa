/** Codes of fields in a Word document (ECMA-376, 17.16): between their begin and their result, and never shown. */
import { attribute, childrenOf, nameOf, type Node } from "./docx_xml.ts";

interface OpenField {
  isCode: boolean;
  texts: Node[];
}

/** The texts of a paragraph that are codes of fields which end in it. */
export function fieldCodes(paragraph: Node): Node[] {
  const open: OpenField[] = [];
  const codes: Node[] = [];
  const visit = (node: Node) => {
    const name = nameOf(node);
    if (name === "w:t") open.find(({ isCode }) => isCode)?.texts.push(node);
    // Paragraphs in text boxes have fields of their own.
    if (name !== "w:fldChar") {
      return childrenOf(node).filter((child) => nameOf(child) !== "w:p").forEach(visit);
    }
    const kind = attribute([node], "w:fldChar", "w:fldCharType");
    const last = open.at(-1);
    if (kind === "begin") open.push({ isCode: true, texts: [] });
    if (kind === "separate" && last) last.isCode = false;
    if (kind === "end") codes.push(...open.pop()?.texts ?? []);
  };
  visit(paragraph);
  return codes;
}
