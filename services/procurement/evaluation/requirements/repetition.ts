/** Sentences that only repeat a demand. */
import type { Statement } from "./statement.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";
import { wordsOf } from "./words.ts";

/** Words by which a demand is introduced. */
const FRAME =
  /^(?:the|a|an|and|is|are|be|to|of|bidders?|suppliers?|contractors?|tenderers?|vendors?|shall|must|should|provide|required|requirements?|requires|tender|item|clause|و|يجب|علي|ان|المورد|المقاول|المتعهد|العارض|مقدم|العطاء|المطلوب|البند|توفير)$/;

/** The number of the clause that is copied: `Section 4.7:`, البند ٣-٢: */
const CLAUSE =
  /^(?:section|clause|article|paragraph|item|annex|lot|(?:ال)?(?:بند|ماده|فقره|ملحق|قسم)) (?:number |no |رقم )?\(?\d[\d./-]* ?[:.)–-]?/u;

/** Whether every word of a sentence is one of the demand's own, or introduces it: the tender says it, not the bidder. */
export function isRepetition({ normal }: ParsedRequirement, { normal: said, listed }: Statement): boolean {
  if (listed) return false;
  const asked = new Set(wordsOf(normal));
  // A number of its own is an answer, that of the clause is none.
  return wordsOf(said.replace(CLAUSE, "")).every((word) => asked.has(word) || FRAME.test(word));
}
