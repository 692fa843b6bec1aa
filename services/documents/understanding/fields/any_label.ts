/** Labels of all document types, whether or not the type at hand has the field. */
import { fold } from "lib/fold.ts";
import { BIDDING_FIELDS } from "./bidding_fields.ts";
import { OFFICIAL_FIELDS } from "./official_fields.ts";
import { TRADE_FIELDS } from "./trade_fields.ts";
import { WRITING_FIELDS } from "./writing_fields.ts";

/** Labels of several words. A single word may be a value elsewhere: "manager" is a label on licences and a position in CVs. */
const LABELS = new Set(
  [TRADE_FIELDS, BIDDING_FIELDS, OFFICIAL_FIELDS, WRITING_FIELDS].flatMap((types) => Object.values(types))
    .flatMap((rules) => rules.flatMap(({ labels }) => labels)).filter((label) => label.includes(" "))
    .map((label) => fold(label)),
);

export function isAnyLabel(text: string): boolean {
  return LABELS.has(fold(text).replace(/[:：.\s]+$/, ""));
}

/** Labels that are recognised even without a space after them. */
const LATIN = /^[a-z]+(?: [a-z]+)* (?:to|by|on|no|for|from)$/;
const GLUED = [...LABELS].filter((label) => LATIN.test(label));
/** The most words of a label. */
const MOST_WORDS = 5;

// Legal forms are values, too.
const FORMS = new Set(["establishment", "company", "entity"]);
/** Last words of labels: the remainder of a label that was broken into two lines. */
const ENDS = new Set(
  [...LABELS].map((label) => label.split(" ").at(-1) ?? "").filter((word) =>
    !FORMS.has(word) && (word.startsWith("ال") || /^[a-z]{4,}$/.test(word))
  ),
);

/** Whether a value is only the last word of a label. */
export function isLabelEnd(value: string): boolean {
  return ENDS.has(fold(value).trim());
}

/** Whether a value begins with a label of several words, so that it merges two cells. */
export function beginsWithLabel(value: string): boolean {
  const folded = fold(value);
  const words = folded.trim().split(/\s+/, MOST_WORDS);
  return words.some((_, at) => at > 0 && LABELS.has(words.slice(0, at + 1).join(" "))) ||
    GLUED.some((label) => folded.startsWith(label));
}
