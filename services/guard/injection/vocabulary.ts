/** The vocabulary of the concepts, and the concepts of the words of a text. */
import { foldText } from "../matching/characters.ts";
import arabic from "./arabic.json" with { type: "json" };
import {
  type Concept,
  CONCEPTS,
  type ConceptSet,
  intersects,
  NO_CONCEPTS,
  setOf,
  union,
  type Vocabulary,
} from "./concept.ts";
import { READER_NAMES } from "./reader_names.ts";
import { stemOf } from "./wording.ts";
import english from "./english.json" with { type: "json" };

const ENGLISH: Vocabulary = english;
const ARABIC: Vocabulary = arabic;

/** Concepts expressed by nouns, which have a plural. */
const NOUNS = new Set<Concept>([
  "rules",
  "modelRules",
  "limits",
  "owner",
  "ai",
  "brief",
  "tool",
  "secret",
  "asset",
  "criteria",
  "verdict",
  "mode",
]);

interface Node {
  concepts?: ConceptSet;
  next?: Map<string, Node>;
}

const root: Node = {};
/** A text normalised as in the vocabulary. */
const folded = (text: string) => foldText(text).replaceAll("\u2019", "'").trim();

function add(phrase: string, concept: Concept): void {
  let node = root;
  for (const word of phrase.match(WORD) ?? []) {
    node.next ??= new Map();
    let next = node.next.get(word);
    if (!next) node.next.set(word, next = {});
    node = next;
  }
  node.concepts = union(node.concepts ?? NO_CONCEPTS, setOf([concept]));
}

const WORD = /[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu;
const phrasesOf = (lines: readonly string[]) => lines.flatMap((line) => line.split("|")).map(folded);

for (const concept of CONCEPTS) {
  for (const phrase of phrasesOf(ENGLISH[concept])) {
    add(phrase, concept);
    if (NOUNS.has(concept)) add(`${phrase}s`, concept);
  }
  for (const phrase of phrasesOf(ARABIC[concept])) add(phrase, concept);
}
for (const name of READER_NAMES) {
  add(folded(name), "tool");
  add(folded(`${name}s`), "tool");
}

const PREFIXES = ["", ..."و ف ب ل ك ال وال بال فال لل ولل كال وب ول فل ه س ع عال ا".split(" ")];
const SUFFIXES = ["", ..."ك كم كن ه ها هم ني نا ي وا ات ين ون يه لي لك".split(" ")];
const LEAST_STEM = 3;
/** After these prefixes a stem must be longer, since shorter ones occur in other words. */
const LIGHT = new Set(["", "و", "ف", "ب", "ل"]);

/** A word of a text as found in the vocabulary. */
export interface Word {
  folded: string;
  /** The forms under which the vocabulary may have it, the word itself first. */
  forms: readonly string[];
  /** The phrases that begin with it. */
  begins: readonly Node[];
  /** Whether it is an article or the like. */
  determines: boolean;
  /** The word without its endings. */
  stem: string;
}

const words = new Map<string, Word>();
const MOST_KNOWN = 50_000;
const LONGEST_KNOWN = 40;
const DETERMINES = /^(?:the|our|a|an|this|that|their|its)$/;

/** Looks up a word, with a cache since texts repeat words. */
export function wordOf(given: string): Word {
  const known = words.get(given);
  if (known) return known;
  const plain = folded(given);
  const forms = /[\u0620-\u06ff]/.test(plain) && plain.length <= 24
    ? arabicForms(plain)
    : [plain, ...latinForms(plain)];
  const begins = forms.flatMap((form) => root.next?.get(form) ?? []);
  const word = { folded: plain, forms, begins, determines: DETERMINES.test(plain), stem: stemOf(forms) };
  if (words.size >= MOST_KNOWN) words.clear();
  if (given.length <= LONGEST_KNOWN) words.set(given, word);
  return word;
}

/** A gerund, besides the verb that it comes from: skipping, skip; ignoring, ignore. */
const GERUND = /^[a-z]{3,12}ing$/;

function latinForms(word: string): string[] {
  if (word.endsWith("'s")) return [word.slice(0, -2)];
  if (!GERUND.test(word)) return [];
  const bare = word.slice(0, -3);
  const single = /([b-df-hj-np-tv-z])\1$/.test(bare) ? [bare.slice(0, -1)] : [];
  return [bare, `${bare}e`, ...single];
}

function arabicForms(word: string): string[] {
  const forms = new Set([word]);
  for (const prefix of PREFIXES) {
    if (!word.startsWith(prefix)) continue;
    const stem = word.slice(prefix.length);
    for (const suffix of SUFFIXES) {
      const bare = stem.slice(0, stem.length - suffix.length);
      if (stem.endsWith(suffix) && bare.length >= (LIGHT.has(prefix) ? LEAST_STEM : LEAST_STEM + 1)) {
        forms.add(bare);
      }
      // The feminine ending before a suffix: سياستك.
      if (suffix !== "" && bare.length > LEAST_STEM && bare.endsWith("ت")) forms.add(`${bare.slice(0, -1)}ه`);
    }
  }
  return [...forms];
}

/** Nouns with a "your" ending: تعليماتك. */
const OWNED = setOf(["rules", "brief", "modelRules", "owner", "secret", "limits", "newTask", "persona"]);
const YOUR = setOf(["your"]);

/** Let him do: فليضف, وليكتب; some other words begin so. */
const JUSSIVE = /^[فو]لي(?!س|د$|د[هي]?$|مه|مون|ل[اهت]?$|ال)\p{Script=Arabic}{3,}$/u;
const MUST = setOf(["must"]);

/** The concepts of a word and of the phrases that begin with it. */
export function conceptsAt(words: readonly Word[], at: number): ConceptSet {
  const first = words[at];
  if (!first) return NO_CONCEPTS;
  let concepts = JUSSIVE.test(first.folded) ? MUST : NO_CONCEPTS;
  if (first.begins.length === 0) return concepts;
  for (const begin of first.begins) {
    let node: Node | undefined = begin;
    for (let i = at; node; i++) {
      if (node.concepts) concepts = union(concepts, node.concepts);
      const inner: Map<string, Node> | undefined = node.next;
      const next: string | undefined = inner && words[i + 1]?.forms.find((form) => inner.has(form));
      node = next === undefined ? undefined : inner?.get(next);
    }
  }
  const isYours = intersects(concepts, OWNED) && /^\p{Script=Arabic}{3,}(?:ك|كم)$/u.test(first.folded);
  return isYours ? union(concepts, YOUR) : concepts;
}
