/** Compares a required deadline with the date that the bid states. */
import { type RequirementFeatures, shareNamed } from "./requirement_features.ts";
import { datesIn } from "./dates.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import { stanceOf } from "./stance.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";
import type { Statement } from "./statement.ts";

const STARTS =
  /\b(?:start\w*|begin\w*|commenc\w*|mobili[sz]\w*|kick-?off|launch\w*)\b|(?<!\p{L})[وفبل]{0,2}س?(?:ال)?(?:بدء|بدايه|[نيت]بد[اء]|مباشره|[نيت]باشر|انطلاق|[نيت]نطلق)(?!\p{L})/u;
const ENDS =
  /\b(?:deliver\w*|complet\w*|ready|readiness|finish\w*|install\w*|hand(?:ed|ing)? ?over|handover|suppl\w+|submi\w+|operational|arriv\w*|reach\w*|in your hands|will be (?:with|at|in)|received?|hung|up and running)\b|(?<!\p{L})[وفبل]{0,2}س?(?:ال)?(?:تسليم\p{L}*|توريد\p{L}*|انجاز\p{L}*|جاهز\p{L}*|تركيب\p{L}*|اكتمال|[نيت]كتمل|[نيت]كمل|اكمال|انتهاء|[نيت]نتهي|[نيت]سلم|تسلم|[نيت]ورد|تورد|وصول|[يت]صل|تصل|[نيت]نجز|ينجز|تركب|[نيت]ركب|ايداع|تكون لديكم|بين ايديكم)(?!\p{L})/u;
/** A sentence with a date must name at least this share of the requirement's words. */
const LEAST_NAMED = 0.3;

/** Reads a requirement with a deadline for starting or finishing. */
export function deadlineReading(features: RequirementFeatures, statement: Statement): SentenceFinding {
  const { dueBy, normal: requirementText, prohibits, quantities } = features.requirement;
  const { normal, question, quoted, listed, joined } = statement;
  if (dueBy === undefined || prohibits || quantities.length > 0) return undefined;
  if (question || quoted || listed || joined) return undefined;
  const days = datesIn(normal);
  const [day, ...others] = days;
  // A year alone or several dates are ambiguous.
  if (day === undefined || others.length > 0 || !DAY.test(normal)) return undefined;
  const begins = STARTS.test(requirementText) && !ENDS.test(requirementText.replace(STARTS, " "));
  if (
    begins ? !STARTS.test(normal) : !ENDS.test(requirementText) || !ENDS.test(normal) || STARTS.test(normal)
  ) {
    return undefined;
  }
  const { demands, elsewhere, conditional, hedged, excepted, ended, negations } = stanceOf(normal, {
    requirementText,
    question,
  });
  if (demands || elsewhere || conditional || hedged || excepted || ended || negations > 0) return undefined;
  if (HOPES.test(normal)) return undefined;
  if (shareNamed(features, statement.vocabulary) < LEAST_NAMED || SOME.test(normal)) return undefined;
  return day <= dueBy ? "met" : "not_met";
}

/** Whether the requirement sets a deadline for the end and the sentence only states the start. */
export function tellsOnlyStart(
  { dueBy, normal: requirementText }: ParsedRequirement,
  { normal }: Statement,
): boolean {
  return dueBy !== undefined && !STARTS.test(requirementText) && STARTS.test(normal);
}

const HOPES =
  /\b(?:optimistic|confident|hopeful|keen|committed to trying)\b|(?<!\p{L})(?:متفائل\p{L}*|واثق\p{L}*|حريص\p{L}*|علي امل|طموح\p{L}*)(?!\p{L})/u;
const SOME =
  /\b(?:first|some|part|partial|initial|draft|half|most)\b|(?<!\p{L})(?:ال)?(?:اول|اولي|بعض|جزء|دفعه|نصف|معظم|مسوده)(?!\p{L})/u;
/** A full date, not a month alone. */
const DAY =
  /\d{1,2}[-/. ]\d{1,2}[-/. ]\d{4}|\d{4}-\d\d?-\d\d?|\d{1,2} \p{L}{1,20} \d{4}|\p{L} \d{1,2},? \d{4}/u;
