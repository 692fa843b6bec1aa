/** Where a range is asked for: what is kept must stay inside it, what works must cover it. */
import { isAmong } from "./related_words.ts";
import { namedThingsOf, type RequirementFeatures } from "./requirement_features.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import { type Span, statedSpan } from "./spans.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";

const KEPT =
  /\b(?:kept|keep|stor\w*|transport\w*|maintain\w*|held|chill\w*|refrigerat\w*|cold)\b|(?<!\p{L})(?:ال|ب|لل)?(?:حفظ|تحفظ|يحفظ|محفوظ\p{L}*|تخزين|تخزن|يخزن|نقل|تنقل|ينقل|تبريد|مبرد\p{L}*)(?!\p{L})/u;
const WORKS =
  /\b(?:operat\w*|ambient|work\w*|withstand\w*|open\w*|service|staffed|manned|hours|desk|centre|center|reception)\b|(?<!\p{L})(?:ال|ب|لل)?(?:تشغيل|عمل|يعمل|تعمل|تشغيله?ا?|دوام|استقبال|ساعات|خدمه|مركز|مكتب)(?!\p{L})/u;
/** The share of the asked things that a sentence on a range names. */
const LEAST_NAMED = 0.3;

/** Many things are kept cool, or work: it must be the thing itself. */
function isAbout(asking: RequirementFeatures, { things, normal }: Statement): boolean {
  if (namedThingsOf(asking, things) < LEAST_NAMED) return false;
  const own = asking.about.filter((word) => !KEPT.test(word) && !WORKS.test(word) && !MEASURE.test(word));
  return own.length > 0 ? own.some((word) => isAmong(word, things)) : WORKS.test(normal);
}

const MEASURE = /temperat|degree|celsius|hour|time|حرار|درج|مئوي|ساع|صباح|مساء|ليل|عصر/u;

/** The finding where a range is asked for; a sentence without one tells nothing. */
export function spanReading(asking: RequirementFeatures, span: Span, statement: Statement): SentenceFinding {
  const { normal, question, quoted, listed } = statement;
  const kept = span.of === "degrees" && KEPT.test(asking.wanted.normal);
  if (question || quoted || !kept && !WORKS.test(asking.wanted.normal)) return undefined;
  const said = statedSpan(normal, span.of);
  if (said === undefined || !listed && !isAbout(asking, statement)) return undefined;
  const { demands, elsewhere, conditional, hedged, pending, excepted, ended, negations } = stanceOf(normal, {
    asked: asking.wanted.normal,
    question,
  });
  if (demands || elsewhere || conditional || hedged || pending || excepted || ended || negations > 0) {
    return undefined;
  }
  if (!kept && said.low === said.high) return undefined;
  const [inner, outer] = kept ? [said, span] : [span, said];
  return inner.low >= outer.low && inner.high <= outer.high ? "met" : "not_met";
}
