/** Compares ranges: a storage range must lie within the required one, an operating range must include it. */
import { isInVocabulary } from "./vocabulary.ts";
import { type RequirementFeatures, shareNamedWithoutUnits } from "./requirement_features.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import { type Span, statedSpan } from "./spans.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";

const KEPT =
  /\b(?:kept|keep|stor\w*|transport\w*|maintain\w*|held|chill\w*|refrigerat\w*|cold)\b|(?<!\p{L})(?:ال|ب|لل)?(?:حفظ|تحفظ|يحفظ|محفوظ\p{L}*|تخزين|تخزن|يخزن|نقل|تنقل|ينقل|تبريد|مبرد\p{L}*)(?!\p{L})/u;
const WORKS =
  /\b(?:operat\w*|ambient|work\w*|withstand\w*|open\w*|service|staffed|manned|hours|desk|centre|center|reception)\b|(?<!\p{L})(?:ال|ب|لل)?(?:تشغيل|عمل|يعمل|تعمل|تشغيله?ا?|دوام|استقبال|ساعات|خدمه|مركز|مكتب)(?!\p{L})/u;
/** A sentence with a range must name at least this share of the requirement's words. */
const LEAST_NAMED = 0.3;

/** Whether the range belongs to the required item, since many items are cooled or operated. */
function isAbout(features: RequirementFeatures, { vocabulary, normal }: Statement): boolean {
  if (shareNamedWithoutUnits(features, vocabulary) < LEAST_NAMED) return false;
  const own = features.wordsWithoutUnits.filter((word) =>
    !KEPT.test(word) && !WORKS.test(word) && !MEASURE.test(word)
  );
  return own.length > 0 ? own.some((word) => isInVocabulary(word, vocabulary)) : WORKS.test(normal);
}

const MEASURE = /temperat|degree|celsius|hour|time|حرار|درج|مئوي|ساع|صباح|مساء|ليل|عصر/u;

/** Reads a requirement with a range; a sentence without a range has no reading. */
export function spanReading(
  features: RequirementFeatures,
  span: Span,
  statement: Statement,
): SentenceFinding {
  const { normal, question, quoted, listed } = statement;
  const kept = span.of === "degrees" && KEPT.test(features.requirement.normal);
  if (question || quoted || !kept && !WORKS.test(features.requirement.normal)) return undefined;
  const stated = statedSpan(normal, span.of);
  if (stated === undefined || !listed && !isAbout(features, statement)) return undefined;
  const { demands, elsewhere, conditional, hedged, pending, excepted, ended, negations } = stanceOf(normal, {
    requirementText: features.requirement.normal,
    question,
  });
  if (demands || elsewhere || conditional || hedged || pending || excepted || ended || negations > 0) {
    return undefined;
  }
  if (!kept && stated.low === stated.high) return undefined;
  const [inner, outer] = kept ? [stated, span] : [span, stated];
  return inner.low >= outer.low && inner.high <= outer.high ? "met" : "not_met";
}
