/**
 * Maps words in both languages to concepts: a coach is a bus, a reefer is a refrigerated truck.
 * `concepts.json` lists each concept's hypernym and its forms in tenders and bids.
 */
import { memoised } from "./memoised.ts";
import { normalized } from "./normal_form.ts";
import { isStopWord, wordsOf } from "./words.ts";
import listed from "./concepts.json" with { type: "json" };

/** The hypernym, the English forms and the Arabic forms; forms are separated by "|". */
type Entry = [wider: string, english: string, arabic: string];

const ENTRIES = new Map<string, Entry>(
  listed.map(([name = "", wider = "", english = "", arabic = ""]) => [name, [wider, english, arabic]]),
);

/** A node of the trie of forms: the next words, and the concepts of the form that ends here. */
interface Node {
  next: Map<string, Node>;
  concepts: string[];
}

const ARABIC = /^\p{Script=Arabic}/u;
/** Shorter abbreviations are ambiguous: IT, AC. */
const LEAST_LETTERS = 3;

const newNode = (): Node => ({ next: new Map(), concepts: [] });

function add(root: Node, concept: string, form: string): void {
  const words = wordsOf(normalized(form));
  if (words.length === 0 || words.every((word) => isStopWord(word) || word.length < LEAST_LETTERS)) return;
  let node = root;
  for (const word of words) {
    const key = formKey(word);
    const next = node.next.get(key) ?? newNode();
    node.next.set(key, next);
    node = next;
  }
  if (!node.concepts.includes(concept)) node.concepts.push(concept);
}

/** The trie key of a word: English without inflection, Arabic without the article. */
function formKey(word: string): string {
  return ARABIC.test(word) ? word.replace(/^ال(?=.{2})/u, "") : singular(word);
}

/** Strips plural, past and present endings from an English word. */
function singular(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const bare = word.replace(/'s$/, "").replace(/ies$/, "y").replace(/(?<=s|x|z|ch|sh)es$/, "")
    .replace(/(?<=[^su])s$/, "");
  const stem = bare.length > 4 ? bare.replace(/(?<=[a-z]{3})(?:ing|ed)$/, "") : bare;
  return stem.replace(/([bdgmnprt])\1$/, "$1").replace(/(?<=.{3})e$/, "");
}

/** All trie keys of a word in a text: Arabic words also without their clitics. */
const keysOf: (word: string) => string[] = memoised((word) => {
  if (!ARABIC.test(word)) return [singular(word)];
  const fronts = [word, ...FRONTS.flatMap((front) => front.test(word) ? [word.replace(front, "")] : [])];
  const keys = fronts.flatMap((bare) => [
    bare,
    ...ENDS.flatMap(([end, instead]) => end.test(bare) ? [bare.replace(end, instead)] : []),
  ]);
  return [...new Set(keys)];
});

/** Arabic prefixes: conjunctions, prepositions, the article and the future particle. */
const FRONTS = [
  /^ال(?=.{2})/u,
  /^[وفبكل](?=.{3})/u,
  /^[وف]?[بك]?ال(?=.{2})/u,
  /^[وف]?لل(?=.{2})/u,
  /^[وف][بكل](?=.{3})/u,
  /^[وف]?س(?=[ينت].{2})/u,
];
/** Arabic suffixes: possessive pronouns, feminine endings and the accusative alef. */
const ENDS: [RegExp, string][] = [
  [/(?<=.{2})ت(?:نا|ها|هم|كم|ه)$/u, "ه"],
  [/(?<=.{2})(?:نا|ها|هم|هما|كم|ه|ي)$/u, ""],
  [/(?<=.{3})ا$/u, ""],
  [/(?<=.{2})(?:تين|تان)$/u, "ه"],
  [/(?<=.{2})(?:ين|ان|ون)$/u, ""],
  [/(?<=.{2})ي$/u, "ين"],
];

let known: Node | undefined;

/** Builds the trie on first use. */
function forms(): Node {
  if (known) return known;
  const root = newNode();
  for (const [concept, [, english, arabic]] of ENTRIES) {
    for (const form of `${english}|${arabic}`.split("|")) if (form !== "") add(root, concept, form);
  }
  return known = root;
}

/** A concept that a text names with the words from `from` up to before `to`. */
export interface Mention {
  concepts: string[];
  from: number;
  to: number;
}

/** Finds the concepts that words name; the longest form wins at each position. */
export function mentionsIn(words: string[]): Mention[] {
  const root = forms();
  const mentions: Mention[] = [];
  for (let from = 0; from < words.length;) {
    const found = longestAt(root, words, from);
    if (found) mentions.push({ ...found, from });
    from = found?.to ?? from + 1;
  }
  return mentions;
}

function longestAt(node: Node, words: string[], at: number): Omit<Mention, "from"> | undefined {
  const word = words[at];
  if (word === undefined) return undefined;
  let best: Omit<Mention, "from"> | undefined;
  for (const key of keysOf(word)) {
    const next = node.next.get(key);
    if (!next) continue;
    const longer = next.next.size > 0 ? longestAt(next, words, at + 1) : undefined;
    const found = longer ?? (next.concepts.length > 0 ? { concepts: next.concepts, to: at + 1 } : undefined);
    if (found && found.to > (best?.to ?? 0)) best = found;
  }
  return best;
}

/** A concept with all its hypernyms. */
export const withHypernyms: (concept: string) => string[] = memoised((concept) => {
  const all: string[] = [];
  for (let one = concept; one !== "" && !all.includes(one); one = hypernymOf(one)) all.push(one);
  return all;
});

/** The direct hypernym of a concept; empty if there is none. */
export function hypernymOf(concept: string): string {
  return ENTRIES.get(concept)?.[0] ?? "";
}
