import { foldArabic } from "./arabic.ts";
import { foldLabel, labelPlaces } from "./choice_labels.ts";
import { CUES, wordSet } from "./choice_words.ts";

export interface NamedChoice {
  label: string;
  text: string;
}

/** A word, a mark, or a choice that the word or text names. */
export interface Token {
  text: string;
  choice: number;
  kind: "label" | "text" | "word" | "mark";
}

const PIECE = /\uE000(\d+)\uE001|[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}]+)?|[^\s\p{L}\p{N}]|\n/gu;

// Commands and tags around an answer, and an answer that is none.
const NOT_SAID =
  /\\(?:boxed|text|mathrm|textbf)(?=\{)|<\/?[a-z]{1,10}\s?\/?>|(?<![\p{L}\p{N}])N\/A(?![\p{L}\p{N}])/gu;

/** The words and marks of a text, with the choices that they name. */
export function choiceTokens(text: string, choices: Folded, explicit: boolean): Token[] {
  const { places } = choices;
  const shown = maskTexts(foldArabic(text).replace(NOT_SAID, " "), choices);
  const pieces = [...shown.matchAll(PIECE)];
  return pieces.map((piece, at): Token => {
    if (piece[1] !== undefined) return { text: "", choice: Number(piece[1]), kind: "text" };
    const word = piece[0];
    if (!/[\p{L}\p{N}]/u.test(word)) return { text: word, choice: -1, kind: "mark" };
    const around = {
      before: pieces[at - 1]?.[0] ?? "",
      after: pieces[at + 1]?.[0] ?? "",
      spaced: shown[piece.index + word.length] === " ",
      first: at === 0 || pieces.slice(Math.max(0, at - 3), at).every(([mark]) => !/[\p{L}\p{N}]/u.test(mark)),
    };
    const ordinal = places.has(word) ? -1 : ordinalPlace(word, around, choices.count);
    const choice = ordinal < choices.count && ordinal >= 0
      ? ordinal
      : labelIn(word, around, places, explicit);
    return { text: word.toLowerCase().replaceAll("’", "'"), choice, kind: choice < 0 ? "word" : "label" };
  });
}

/** Choices as they are looked for: folded once for all answers to their question. */
export interface Folded {
  places: Map<string, number>;
  /** The texts of the choices, the longest first. */
  masks: { at: number; text: string }[];
  texts: Set<string>;
  count: number;
}

const FOLDED = new WeakMap<readonly NamedChoice[], Folded>();

/** The choices in the form in which texts are searched for them. */
export function foldedChoices(choices: readonly NamedChoice[]): Folded {
  const known = FOLDED.get(choices);
  if (known) return known;
  const labels = new Set(choices.map(({ label }) => foldLabel(label)));
  const shaped = choices.map((choice, at) => ({ at, text: foldArabic(choice.text).trim() }));
  const masks = shaped.filter(({ text }) => text !== "" && !labels.has(foldLabel(text)))
    .sort((a, b) => b.text.length - a.text.length);
  const texts = new Set(shaped.map(({ text }) => text.toLowerCase()));
  const fresh = { places: labelPlaces(choices), masks, texts, count: choices.length };
  FOLDED.set(choices, fresh);
  return fresh;
}

/** Puts a token in the place of each choice's text, the longest first, so that "Vitamin D" is no label D. */
function maskTexts(text: string, { masks }: Folded): string {
  return masks.reduce((shown, choice) => maskOne(shown, choice), text.replace(/[\uE000\uE001]/gu, ""));
}

function maskOne(text: string, { at, text: choice }: { at: number; text: string }): string {
  const lower = text.toLowerCase();
  // Some letters grow when they are lower-cased; positions would not fit then.
  const shown = lower.length === text.length ? lower : text;
  const part = choice.toLowerCase();
  let masked = "";
  let from = 0;
  for (let here = shown.indexOf(part); here >= 0; here = shown.indexOf(part, here + part.length)) {
    if (joins(shown, here, part)) continue;
    masked += `${text.slice(from, here)} \uE000${at}\uE001 `;
    from = here + part.length;
  }
  return masked + text.slice(from);
}

/** The part is inside a longer word or number, or inside another choice that is masked already. */
function joins(text: string, at: number, part: string): boolean {
  const before = text[at - 1] ?? "";
  const after = text.slice(at + part.length, at + part.length + 2);
  if (before === "\uE000" || /^[\p{L}\p{N}\p{M}]/u.test(after) || /^[.,]\d/u.test(after)) return true;
  if (!/[\p{L}\p{N}]/u.test(before)) {
    return /\d[.,]$/u.test(text.slice(Math.max(0, at - 2), at)) && /^\d/u.test(part);
  }
  // و, ف, ب and ل are written with the Arabic word that follows.
  const word = text.slice(Math.max(0, at - 3), at).match(/(?:^|[^\p{L}\p{N}])([وفبل])$/u);
  return !(word && /^\p{Script=Arabic}/u.test(part));
}

interface Around {
  before: string;
  after: string;
  spaced: boolean;
  /** Only marks stand before it. */
  first: boolean;
}

const ORDINALS = [
  "first الاول الاولى 1",
  "second الثاني الثانية 2",
  "third الثالث الثالثة 3",
  "fourth الرابع الرابعة 4",
  "fifth الخامس الخامسة 5",
].map(wordSet);
const LAST = wordSet("last الاخير الاخيرة");
const COUNTED = wordSet("option choice الخيار الاختيار الرقم رقم");

/** "the second option", "option 2", «الخيار الثاني»: the place that is counted, or -1. */
function ordinalPlace(word: string, { before, after }: Around, count: number): number {
  // "The last option" is a place; "my last choice" is a guess of before.
  const last = LAST.has(word.toLowerCase()) && !/^choice$/iu.test(after);
  const place = last ? count - 1 : ORDINALS.findIndex((words) => words.has(word.toLowerCase()));
  if (place < 0) return -1;
  // "the third one", at the end of a clause.
  if (/^\D/u.test(word) && /^one$/iu.test(after) && before.toLowerCase() === "the") return place;
  const counted = COUNTED.has(before.toLowerCase()) ||
    (/^\D/u.test(word) && /^(?:option|choice)$/iu.test(after));
  return counted ? place : -1;
}

/** Arabic letters by their names. */
const LETTER_NAMES: Record<string, string> = {
  "الف": "ا",
  "باء": "ب",
  "جيم": "ج",
  "دال": "د",
  "هاء": "ه",
  "واو": "و",
  "زاي": "ز",
  "حاء": "ح",
};

/** Which choice a word labels, or -1. "A city", "I think" and "و" in prose are no labels. */
function labelIn(word: string, around: Around, places: Map<string, number>, explicit: boolean): number {
  const { before, after } = around;
  if (word.length > 6) return -1;
  const upper = word.toUpperCase();
  const spelt = LETTER_NAMES[word] ?? LETTER_NAMES[word.replace(/^ال(?=.{3})/u, "")];
  if (spelt !== undefined && (around.first || CUES.has(before))) return places.get(spelt) ?? -1;
  const choice = places.get(upper) ?? (/^و.$/u.test(word) ? places.get(word.slice(1)) : undefined) ?? -1;
  if (choice < 0) return -1;
  const enclosed = /^[([{"'«“*<]$/u.test(before) && /^[)\]}"'»”*>.:]$/u.test(after);
  const closed = /^[).:]$/u.test(after) && (around.first || before === "\n");
  if (enclosed || closed) return choice;
  const ends = after === "" || after === "\n" || /^[^\p{L}\p{N}]$/u.test(after);
  if (/^[A-Z]$/u.test(word)) return upperCase(word, around, ends, explicit) ? choice : -1;
  if (/^[a-z]$/u.test(word)) {
    return ends && ((explicit && around.first) || CUES.has(before.toLowerCase())) ? choice : -1;
  }
  if (/^\p{N}+$/u.test(word)) {
    return (explicit && around.first) || CUES.has(before.toLowerCase()) ? choice : -1;
  }
  // A lone و is "and" where other words stand around it.
  if (word === "و") return ends && (around.first || CUES.has(before)) ? choice : -1;
  return choice;
}

const FOLLOWS = wordSet(
  "is was and or through to because since as would seems looks are but so not isn't can't cannot while though whereas which must has ليست ليس هو هي لان و خطا خاطئ خاطئة صحيح",
);

function upperCase(
  word: string,
  { before, after, first }: Around,
  ends: boolean,
  explicit: boolean,
): boolean {
  if (word !== "A" && word !== "I") return true;
  if (ends) return word === "A" || !/^['’]/u.test(after);
  if (word === "I" && after.toLowerCase() === "is") return true;
  if (word === "I") return explicit && first && /^(?:because|since|is|and|or)$/iu.test(after);
  if (FOLLOWS.has(after.toLowerCase())) return true;
  return explicit && first && before === "" && after.startsWith("\uE000");
}
