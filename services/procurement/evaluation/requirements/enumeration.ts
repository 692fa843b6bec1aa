/** Counts things that a sentence lists one by one: three projects with their years, `all four`, العقود الأربعة. */
import { numberOf } from "./number_words.ts";
import type { Statement } from "./statement.ts";
import { unitOf } from "./units.ts";

/** `All four are enclosed` follows a list of four. */
const ALL_OF = /\ball (?:of the )?(three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b/;
/** An Arabic numeral after its noun refers to things that were named before. */
const NUMERAL = /^ال(ثلاث|اربع|خمس|ست|سبع|ثماني|تسع|عشر)ه?$/u;
/** A year in brackets after each listed thing. */
const YEARS = /\((?:[^()]{0,40} )?(?:19|20)\d\d\)/g;

/** The number of things that a sentence lists; undefined where it lists none. */
export function enumeratedIn({ words, normal, text }: Statement): number | undefined {
  const all = ALL_OF.exec(normal)?.[1];
  if (all !== undefined) return numberOf(all);
  const dated = text.match(YEARS)?.length ?? 0;
  if (dated > 1) return dated;
  for (const [at, word] of words.entries()) {
    const [, numeral] = NUMERAL.exec(word) ?? [];
    const noun = words[at - 1]?.replace(/^[وفب]?ال/u, "");
    // Periods are no things: السنوات الثلاث الماضية.
    if (numeral === undefined || noun === undefined || unitOf(noun) !== undefined) continue;
    return numberOf(numeral) ?? numberOf(`${numeral}ه`);
  }
  return undefined;
}
