/** Detects sentences that do not prove the required validity of a document. */
import type { ParsedRequirement } from "./parsed_requirement.ts";
import type { Statement } from "./statement.ts";
import { VALID } from "./traits.ts";

/** Whether the requirement asks for a valid document and the sentence only encloses it or dates its issue. */
export function omitsValidity({ normal, possession }: ParsedRequirement, statement: Statement): boolean {
  return possession && VALID.test(normal) &&
    (ENCLOSES.test(statement.normal) || ONCE_GIVEN.test(statement.normal)) &&
    !VALID.test(statement.normal) && statement.validUntil === undefined;
}

/** A past issue, which may have expired: `Was first accredited in 2015`. */
const ONCE_GIVEN =
  /\b(?:was|were|first|originally|initially|got|received|obtained)\b.{0,40}?\b(?:accredit|certif|licen[cs]|registr|register|approv|issu|grant|award)\w*\b.{0,40}?\b(?:in|on)\b|(?<!\p{L})(?:حصل\p{L}*|نال\p{L}*|صدر\p{L}*|منح\p{L}*|اعتمد\p{L}*|سجل\p{L}*)(?!\p{L}).{0,60}(?:في|عام|سنه|بتاريخ) ?(?:\p{L}+ )?(?:19|20)\d\d/u;

const ENCLOSES =
  /\b(?:enclose[ds]?|attach(?:ed|es)?|annexed|copy)\b|(?<!\p{L})(?:نرفق|ارفقنا|مرفق\p{L}?|طيه|صوره|نسخه)(?!\p{L})/u;
