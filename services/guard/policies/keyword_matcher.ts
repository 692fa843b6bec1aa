/** Finds the keywords of all policies in one pass. */
import { ahoCorasick, type Automaton } from "../matching/aho_corasick.ts";
import { foldText } from "../matching/characters.ts";
import { skeletonMatcher } from "../matching/skeletons.ts";
import { endsWithEnding, isInsideWord, standsAlone } from "../matching/word_boundary.ts";
import { type MappedText, spanOf } from "../reading/mapped_text.ts";
import type { Reading } from "../reading/reading.ts";
import type { Compiled } from "./compiled_policies.ts";
import type { MatchedPolicy } from "./policy.ts";
import type { Hits } from "./hits.ts";

/** A keyword, or a spelling of one, that several policies may have. */
interface Word {
  owners: MatchedPolicy[];
  /** ت for ة, which only an ending allows. */
  needsEnding: boolean;
  /** A short word which is another without the hamza in its middle. */
  needsHamza?: boolean;
}

/** Keywords of several words are also matched when written together, from this length. */
const SHORTEST_TOGETHER = 8;

/** The keywords of the policies that occur in a reading. */
export type KeywordMatcher = (reading: Reading, hits: Hits) => void;

export function keywordMatcher(rules: readonly Compiled[]): KeywordMatcher {
  const whole = automatonOf(rules, "word");
  const inside = automatonOf(rules, "substring");
  const disguised = skeletonMatcher(wholeKeywords(rules));
  return (reading, hits) => {
    const { given, plain, tight, pieces, cut, asked, between } = reading;
    for (const mapped of [given, plain, tight, pieces, cut, ...between, ...asked]) {
      if (!mapped) continue;
      if (whole) scanWhole(whole, mapped, { given: reading.given.text, hits });
      if (inside) scanInside(inside, mapped, { given: reading.given.text, hits });
    }
    const read = plain ?? given;
    disguised?.scan(read.text, (policies, start, end) => {
      for (const policy of policies) hits.add(policy, given.text.slice(read.from(start), read.to(end)));
    });
  };
}

function* wholeKeywords(rules: readonly Compiled[]): Generator<[string, MatchedPolicy]> {
  for (const { policy, rule } of rules) {
    if (rule.type !== "keyword" || rule.match !== "word") continue;
    for (const keyword of new Set(rule.keywords)) yield [keyword, policy];
  }
}

/** Shorter words without their hamza are other words. */
const SHORTEST_WITHOUT_HAMZA = 4;

/** A hamza on و or ي is often left out: مؤامرة is written موامره. */
const withoutHamza = (keyword: string) =>
  keyword.replace(
    /\p{L}+/gu,
    (word) => word.length < SHORTEST_WITHOUT_HAMZA ? word : word.replaceAll("ؤ", "و").replaceAll("ئ", "ي"),
  );

/** A short word with a hamza on the alef in its middle: فأس is an axe, فاس a city. */
const SHORT_WITH_HAMZA = /^\p{L}أ\p{L}$/u;

const ARTICLE = /^ال(?=\p{L}{3})/u;
/** Words of a phrase behind its first, which take the article with it: بالسيارة المفخخة. */
const BEHIND_FIRST = /(?<=\p{L}\s+)(?!ال)(?=[\u0621-\u064a]{3})/gu;

interface Words {
  automaton: Automaton;
  words: Word[];
}

function automatonOf(rules: readonly Compiled[], match: "word" | "substring"): Words | undefined {
  const words = new Map<string, Word>();
  const add = (spelling: string, policy: MatchedPolicy, needsEnding = false) => {
    const folded = foldText(spelling).trim();
    const key = `${needsEnding} ${folded}`;
    const word = words.get(key) ?? { owners: [], needsEnding };
    if (SHORT_WITH_HAMZA.test(spelling)) word.needsHamza = true;
    words.set(key, word);
    if (!word.owners.includes(policy)) word.owners.push(policy);
  };
  for (const { policy, rule } of rules) {
    if (rule.type !== "keyword" || rule.match !== match) continue;
    for (const keyword of new Set(rule.keywords)) {
      add(keyword, policy);
      const together = keyword.replace(/\s+/g, "");
      if (together !== keyword && together.length >= SHORTEST_TOGETHER) add(together, policy);
      // The article is joined to ل: للإرهاب is ل with الإرهاب.
      if (match === "word" && ARTICLE.test(keyword)) add(keyword.replace(ARTICLE, "لل"), policy);
      if (match === "word" && !ARTICLE.test(keyword)) {
        const definite = keyword.replace(BEHIND_FIRST, "ال");
        if (definite !== keyword) add(definite, policy);
      }
      const bare = withoutHamza(keyword);
      if (bare !== keyword) add(bare, policy);
      if (match === "word" && keyword.endsWith("ة")) add(`${keyword.slice(0, -1)}ت`, policy, true);
    }
  }
  if (words.size === 0) return undefined;
  const spellings = [...words.keys()].map((key) => key.slice(key.indexOf(" ") + 1));
  return { automaton: ahoCorasick(spellings), words: [...words.values()] };
}

const WITHOUT_HAMZA = /^[^أ]*ا[^أ]*$/;

interface Scanning {
  given: string;
  hits: Hits;
}

function scanWhole(
  { automaton, words }: Words,
  mapped: MappedText,
  { given, hits }: Scanning,
): void {
  const { text } = mapped;
  automaton.scan(text, (index, start, end) => {
    const word = words[index];
    if (!word) return true;
    if (word.needsEnding && !endsWithEnding(text, start, end)) return false;
    if (!standsAlone(text, start, end)) return false;
    const term = given.slice(...spanOf(mapped, start, end));
    if (word.needsHamza && WITHOUT_HAMZA.test(term)) return false;
    for (const policy of word.owners) hits.add(policy, term);
    return true;
  }, { mayEnd: (end) => !isInsideWord(text, end) });
}

function scanInside(
  { automaton, words }: Words,
  mapped: MappedText,
  { given, hits }: Scanning,
): void {
  const { text } = mapped;
  automaton.scan(text, (index, start, end) => {
    for (const policy of words[index]?.owners ?? []) {
      hits.add(policy, given.slice(...spanOf(mapped, start, end)));
    }
    return true;
  });
}
