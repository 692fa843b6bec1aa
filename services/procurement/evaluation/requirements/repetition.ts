/** Detects sentences that only repeat the requirement. */
import type { Statement } from "./statement.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";
import { wordsOf } from "./words.ts";

/** Words that introduce a requirement. */
const FRAME =
  /^(?:the|a|an|and|is|are|be|to|of|bidders?|suppliers?|contractors?|tenderers?|vendors?|shall|must|should|provide|required|requirements?|requires|tender|item|clause|و|يجب|علي|ان|المورد|المقاول|المتعهد|العارض|مقدم|العطاء|المطلوب|البند|توفير)$/;

/** A copied clause number: `Section 4.7:`, البند ٣-٢: */
const CLAUSE =
  /^(?:section|clause|article|paragraph|item|annex|lot|(?:ال)?(?:بند|ماده|فقره|ملحق|قسم)) (?:number |no |رقم )?\(?\d[\d./-]* ?[:.)–-]?/u;

/**
 * Whether a sentence contains only words of the requirement or its introduction, so that the bidder adds
 * nothing.
 */
export function isRepetition({ normal }: ParsedRequirement, { normal: stated, listed }: Statement): boolean {
  if (listed) return false;
  const required = new Set(wordsOf(normal));
  // A number of the bidder is an answer; a clause number is not.
  return wordsOf(stated.replace(CLAUSE, "")).every((word) => required.has(word) || FRAME.test(word));
}
