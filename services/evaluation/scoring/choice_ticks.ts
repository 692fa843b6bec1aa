import type { Token } from "./choice_tokens.ts";
import { JOINERS, RIGHT_MARKS, WRONG_MARKS } from "./choice_words.ts";

/** A token that names a choice, and where it stands in its clause. */
export interface Named extends Token {
  at: number;
}

/** The choices that are ticked; after one tick before them, all that are joined: "✅ A and C". */
export function tickedIn(tokens: Token[], named: Named[]): Named[] {
  const leading = marksLead(tokens, named);
  const ticks = tokens.flatMap(({ text }, at) => RIGHT_MARKS.test(text) ? [at] : []);
  const ticked = ticks.flatMap((at) => nearest(named, at, leading));
  const [first] = ticked;
  const only = ticks.length === 1 && !tokens.some(({ text }) => WRONG_MARKS.test(text));
  if (!leading || !only || !first) return ticked;
  const end = tokens.findIndex(({ kind, choice, text }, at) =>
    at > first.at && choice < 0 && !JOINERS.has(text) && (kind === "word" || !/^[()*,،]$/u.test(text))
  );
  return named.filter(({ at }) => at >= first.at && (end < 0 || at < end));
}

/** "❌ A ✅ B": ticks and crosses stand before their choices. */
export function marksLead(tokens: Token[], named: Named[]): boolean {
  const first = tokens.findIndex(({ text }) => RIGHT_MARKS.test(text) || WRONG_MARKS.test(text));
  return first >= 0 && first < (named[0]?.at ?? 0);
}

/** What names the choice that a tick or cross belongs to: where marks lead the first after it, else the last before it. */
export function nearest(named: Named[], mark: number, leading: boolean): Named[] {
  const after = named.find(({ at }) => at > mark);
  const before = named.findLast(({ at }) => at < mark);
  const closest = leading ? after ?? before : before ?? after;
  return closest ? named.filter(({ choice }) => choice === closest.choice) : [];
}
