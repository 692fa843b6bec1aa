/** Papers that must be valid, of which a sentence tells only that they are there, or were given once. */
import type { ParsedRequirement } from "./parsed_requirement.ts";
import type { Statement } from "./statement.ts";
import { VALID } from "./traits.ts";

/** Whether a paper must be valid, and the sentence only encloses it or tells when it was given. */
export function lacksValidity({ normal, possession }: ParsedRequirement, said: Statement): boolean {
  return possession && VALID.test(normal) && (ENCLOSES.test(said.normal) || ONCE_GIVEN.test(said.normal)) &&
    !VALID.test(said.normal) && said.validUntil === undefined;
}

/** `Was first accredited in 2015`: since then it may have ended. */
const ONCE_GIVEN =
  /\b(?:was|were|first|originally|initially|got|received|obtained)\b.{0,40}?\b(?:accredit|certif|licen[cs]|registr|register|approv|issu|grant|award)\w*\b.{0,40}?\b(?:in|on)\b|(?<!\p{L})(?:حصل\p{L}*|نال\p{L}*|صدر\p{L}*|منح\p{L}*|اعتمد\p{L}*|سجل\p{L}*)(?!\p{L}).{0,60}(?:في|عام|سنه|بتاريخ) ?(?:\p{L}+ )?(?:19|20)\d\d/u;

const ENCLOSES =
  /\b(?:enclose[ds]?|attach(?:ed|es)?|annexed|copy)\b|(?<!\p{L})(?:نرفق|ارفقنا|مرفق\p{L}?|طيه|صوره|نسخه)(?!\p{L})/u;
