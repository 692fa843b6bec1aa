/** Words that label something on papers, whether or not the document at hand has a field for it. */
import { fold } from "lib/fold.ts";
import { BIDDING_FIELDS } from "./bidding_fields.ts";
import { OFFICIAL_FIELDS } from "./official_fields.ts";
import { TRADE_FIELDS } from "./trade_fields.ts";
import { WRITING_FIELDS } from "./writing_fields.ts";

/** Single words may be values elsewhere: a "manager" is a label of licences and a position in CVs. */
const LABELS = new Set(
  [TRADE_FIELDS, BIDDING_FIELDS, OFFICIAL_FIELDS, WRITING_FIELDS].flatMap((types) => Object.values(types))
    .flatMap((rules) => rules.flatMap(({ labels }) => labels)).filter((label) => label.includes(" "))
    .map((label) => fold(label)),
);

export function isAnyLabel(text: string): boolean {
  return LABELS.has(fold(text).replace(/[:：.\s]+$/, ""));
}

/** Labels that may be glued to what follows them, as no word goes on with them. */
const LATIN = /^[a-z]+(?: [a-z]+)* (?:to|by|on|no|for|from)$/;
const GLUED = [...LABELS].filter((label) => LATIN.test(label));
/** Words of a label at most. */
const MOST_WORDS = 5;

// Legal forms, which are values too.
const FORMS = new Set(["establishment", "company", "entity"]);
/** The last words of labels of several words: what is left of one that was broken into two lines. */
const ENDS = new Set(
  [...LABELS].map((label) => label.split(" ").at(-1) ?? "").filter((word) =>
    !FORMS.has(word) && (word.startsWith("ال") || /^[a-z]{4,}$/.test(word))
  ),
);

/** Whether a value is a single word that ends labels. */
export function isLabelEnd(value: string): boolean {
  return ENDS.has(fold(value).trim());
}

/** Whether a value begins with a label of several words: a cell beside it was read with it. */
export function beginsWithLabel(value: string): boolean {
  const folded = fold(value);
  const words = folded.trim().split(/\s+/, MOST_WORDS);
  return words.some((_, at) => at > 0 && LABELS.has(words.slice(0, at + 1).join(" "))) ||
    GLUED.some((label) => folded.startsWith(label));
}
