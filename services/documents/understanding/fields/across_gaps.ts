/** Joins the parts of a scanned name in tall letters that wide spaces hold apart. */
import { heightOf, union } from "../../reading/layout/page.ts";
import type { TextLine } from "../results/field.ts";
import { isTitle } from "./name_line.ts";
import { isOrganisation } from "./name_shape.ts";
import { FORM } from "./party_name.ts";

/** The widest gap within a scanned name in tall letters, in their height. */
const WITHIN = 1.8;

/** Cells with the parts of a name joined that wide spaces of a scan hold apart: "هيئة واحات" and "الجهراء للتشجير". */
export function acrossGaps(cells: TextLine[]): TextLine[] {
  const joined: TextLine[] = [];
  for (const cell of cells) {
    const last = joined.at(-1);
    if (last && isOneName(last, cell)) joined[joined.length - 1] = joinedAcross(last, cell);
    else joined.push(cell);
  }
  return joined;
}

function isOneName(a: TextLine, b: TextLine): boolean {
  const [height, other] = [heightOf(a.box), heightOf(b.box)];
  const gap = Math.max(b.box.left - a.box.right, a.box.left - b.box.right);
  const isWords = [a, b].every(({ text, confidence }) => confidence < 1 && /^[\p{L}\s.&'()-]+$/u.test(text));
  const isArabic = ({ text }: TextLine) => /\p{Script=Arabic}/u.test(text);
  return isWords && isArabic(a) === isArabic(b) && Math.abs(height - other) < Math.max(height, other) * 0.3 &&
    gap < Math.min(height, other) * WITHIN && isOrganisation(a.text) && !FORM.test(a.text) &&
    !isTitle(b.text) && !isOrganisation(b.text);
}

/** Two cells of a row as one. */
export function joinedAcross(a: TextLine, b: TextLine): TextLine {
  return {
    ...a,
    text: `${a.text} ${b.text}`,
    confidence: Math.min(a.confidence, b.confidence),
    least: Math.min(a.least ?? a.confidence, b.least ?? b.confidence),
    box: union([a.box, b.box]),
  };
}
