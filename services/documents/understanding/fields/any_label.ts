/** Labels of all document types, regardless of the current type. */
import { fold } from "lib/fold.ts";
import { BIDDING_FIELDS } from "./bidding_fields.ts";
import { OFFICIAL_FIELDS } from "./official_fields.ts";
import { TRADE_FIELDS } from "./trade_fields.ts";
import { WRITING_FIELDS } from "./writing_fields.ts";

/** Labels of several words. Single words are ambiguous: "manager" is a label on licences and a value in CVs. */
const LABELS = new Set(
  [TRADE_FIELDS, BIDDING_FIELDS, OFFICIAL_FIELDS, WRITING_FIELDS].flatMap((types) => Object.values(types))
    .flatMap((rules) => rules.flatMap(({ labels }) => labels)).filter((label) => label.includes(" "))
    .map((label) => fold(label)),
);

export function isAnyLabel(text: string): boolean {
  return LABELS.has(fold(text).replace(/[:：.\s]+$/, ""));
}

/** Labels that are recognised even without a following space. */
const LATIN = /^[a-z]+(?: [a-z]+)* (?:to|by|on|no|for|from)$/;
const GLUED = [...LABELS].filter((label) => LATIN.test(label));
/** Maximum words of a label. */
const MOST_WORDS = 5;

// Legal forms also occur as values.
const FORMS = new Set(["establishment", "company", "entity"]);
/** Last words of labels, which are left over when a label wraps. */
const ENDS = new Set(
  [...LABELS].map((label) => label.split(" ").at(-1) ?? "").filter((word) =>
    !FORMS.has(word) && (word.startsWith("ال") || /^[a-z]{4,}$/.test(word))
  ),
);

/** Whether a value is only the last word of a label. */
export function isLabelEnd(value: string): boolean {
  return ENDS.has(fold(value).trim());
}

/** Whether a value begins with a label of several words, because two cells were merged. */
export function beginsWithLabel(value: string): boolean {
  const folded = fold(value);
  const words = folded.trim().split(/\s+/, MOST_WORDS);
  return words.some((_, at) => at > 0 && LABELS.has(words.slice(0, at + 1).join(" "))) ||
    GLUED.some((label) => folded.startsWith(label));
}
