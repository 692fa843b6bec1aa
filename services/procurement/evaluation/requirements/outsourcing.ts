/** Detects subcontracting that a requirement forbids: `The paving goes to subcontractors`. */
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";
import { stemOf } from "./words.ts";

const TO_OTHERS = /\b(?:sub-?contract\w*|sublet\w*|outsourc\w*)\b|(?<!\p{L})(?:من )?(?:ال)?باطن(?!\p{L})/u;
const DOES =
  /\b(?:carried out|performed|done|executed|assigned|handed|given|goes|go|undertaken|through|use|using|by (?:an? |our |the )?(?:\w+ )?sub-?contractors?|(?:we|will|shall|be|is|are) (?:\w+ )?(?:sub-?contract(?:ed|ing)?|sublet|outsourc(?:e|ed|ing)))\b|(?<!\p{L})(?:س?نسند\p{L}{0,3}|[يت]سند\p{L}{0,3}|مسند\p{L}*|س?نتعاقد|س?نوكل|س?[ينت]نفذ\p{L}{0,3}|س?[يت]تول[يا]\p{L}{0,3}|س?نستعين|بواسطه|عبر)(?!\p{L})/u;
const PAST =
  /\bas (?:an? )?sub-?contractors?\b|\b(?:was|were|had|previous\w*|in the past|ago)\b|(?<!\p{L})(?:سابق\p{L}*|كان\p{L}*|الماضي\p{L}*)(?!\p{L})/u;

/** Stems of subcontracting and of work in general. */
const OF_WORK =
  /^(?:subcon|outsou|sublet|work|part|servic|contra|party|parties|third|use$|allow|permit|ar:(?:بطن|عقد|قل|عن|ستعن|سند|غر|طرف|عمل|جزء|تنازل|نزل))/;

const GIVING = new Set([stemOf("subcontract"), stemOf("service")]);

/** Work by the bidder's own employees is not subcontracted, even if the bid mentions subcontractors. */
const OWN_PEOPLE =
  /\b(?:our own|ourselves|own (?:staff|employees|people|crews?|payroll))\b|(?<!\p{L})(?:ب(?:موظفينا|عمالنا|كوادرنا|طواقمنا|فريقنا|انفسنا)|ذاتيا)(?!\p{L})/u;

/** Whether a sentence states that the work stays with the bidder. */
export function keepsWork(
  { normal: requirementText, prohibits }: ParsedRequirement,
  { normal }: Statement,
): boolean {
  return prohibits && TO_OTHERS.test(requirementText) && OWN_PEOPLE.test(normal);
}

/** Whether a sentence subcontracts work although the requirement forbids it. */
export function outsourcesForbidden(
  { normal: requirementText, prohibits, quantities, terms }: ParsedRequirement,
  statement: Statement,
): boolean {
  const { normal, question, quoted, listed } = statement;
  if (!prohibits || quantities.length > 0 || !TO_OTHERS.test(requirementText) || !TO_OTHERS.test(normal)) {
    return false;
  }
  const objectWords = terms.filter((term) => !OF_WORK.test(term) && !GIVING.has(term));
  if (objectWords.length > 0 && !objectWords.some((term) => statement.stems.has(term))) return false;
  if (question || quoted || listed || !DOES.test(normal) || PAST.test(normal) || OWN_PEOPLE.test(normal)) {
    return false;
  }
  const { demands, conditional, hedged, excepted, ended, negations } = stanceOf(normal, {
    requirementText,
    question,
  });
  return !demands && !conditional && !hedged && !excepted && !ended && negations === 0;
}
