import { fold, isAscii } from "lib/fold.ts";

const STOP_WORDS = new Set(
  "a an and are as at be by for from has have in is it its of on or must shall should that the their this to will with within all any each per than least most not no عن على في من الى ان او مع كل هذا هذه ذلك يجب التي الذي لا ما هو هي وان علي يكون تكون"
    .split(" ").map(fold),
);

/** The distinctive words of a text, folded and without common affixes, so that inflections match. */
export function termsOf(text: string): string[] {
  return [...termSet(fold(text))];
}

/** The distinctive words of a folded text. */
export function termSet(folded: string): Set<string> {
  const terms = new Set<string>();
  for (const word of wordsOf(folded)) {
    const term = termOf(word);
    if (term !== undefined) terms.add(term);
  }
  return terms;
}

/** The words and numbers of a folded text. */
export function wordsOf(folded: string): string[] {
  return folded.match(isAscii(folded) ? /[a-z0-9]+/g : /[\p{L}\p{N}]+/gu) ?? [];
}

/** Term by word; null for a stop word. */
const TERMS = new Map<string, string | null>();

/** Terms are cached, since bids on one tender repeat the same words. */
function termOf(word: string): string | undefined {
  let term = TERMS.get(word);
  if (term === undefined) {
    if (TERMS.size >= 20_000) TERMS.clear();
    term = STOP_WORDS.has(word) || word.length === 1 && !/\d/.test(word) ? null : stemOf(word);
    TERMS.set(word, term);
  }
  return term ?? undefined;
}

function stemOf(word: string): string {
  if (/^\p{Script=Arabic}/u.test(word)) {
    const bare = word.replace(/^(وال|بال|كال|فال|لل|ال)(?=.{3})/, "");
    return bare.replace(/(?<=.{3})(تنا|تهم|تها|ته|ات|ون|ين|ان|نا|ها|هم|يه|ه|ي)$/, "");
  }
  return word.length > 4 ? word.replace(/(?:ies|es|s|ed|ing|e|y)$/, "") : word;
}
