/** How sure a reading is: what is not sure enough for a finding is a suggestion that a person confirms. */
import type { RequirementFeatures } from "./requirement_features.ts";
import type { RequirementSuggestion } from "./requirement_finding.ts";
import { lacksObject } from "./other_object.ts";
import { strictlyNamed } from "./strict_naming.ts";
import { namesNothingElse } from "./sentence_subject.ts";
import type { Statement } from "./statement.ts";
import { traitsOf } from "./traits.ts";
import { likelihoods, MOST_WORDS, WEIGHTS } from "./weighing.ts";
import { isDeed } from "./verbs.ts";
import { isArabicDeed } from "./verbs_arabic.ts";
import type { Weights } from "./weights.ts";
import { isLight, stemsOf } from "./words.ts";

export type Verdict = "met" | "not_met";
/** The reader: the rules of grammar and arithmetic, a rule of its own kind, or the weights alone. */
export type Reader = "rule" | "kind" | "weights";

export interface Certainty {
  likelihood: number;
  /** Why it is no finding; undefined for a finding. */
  lacks: Said | undefined;
}

/** In both languages. */
interface Said {
  en: string;
  ar: string;
}

/** A finding names this share of what is asked for in so many words. */
const LEAST_NAMED = 0.4;

/** How likely a verdict is by the traits of its sentence, and what it lacks as a finding. */
export function certaintyOf(
  asking: RequirementFeatures,
  statement: Statement,
  { verdict, by, asOf, weights = WEIGHTS }: {
    verdict: Verdict;
    by: Reader;
    asOf: string;
    weights?: Weights | undefined;
  },
): Certainty {
  const reading = by === "rule" ? verdict : undefined;
  const traits = traitsOf(asking, statement, { reading, asOf, small: weights.small });
  const likelihood = Math.round(likelihoods(traits, weights)[verdict] * 1_000) / 1_000;
  const needed = neededFor(asking, statement, { by, sure: weights.sure[verdict] });
  return { likelihood, lacks: likelihood < needed ? likelierThan(needed) : shortcomingOf(asking, statement) };
}

/** A deed that nobody asked for is told of what is asked for: it takes more to believe. */
const OTHER_DEED = 0.97;

/** How likely a reading must be to be a finding. */
function neededFor(
  asking: RequirementFeatures,
  statement: Statement,
  { by, sure }: { by: Reader; sure: Weights["sure"]["met"] },
): number {
  if (by !== "rule" || !isPlain(asking, statement)) return sure[by];
  return statement.words.some((word) => isOtherDeed(asking, word)) ? OTHER_DEED : sure.plain;
}

/** It names all that is asked for and nothing else: there is no word that could take it back. */
function isPlain(asking: RequirementFeatures, statement: Statement): boolean {
  return namesNothingElse(asking.wanted, statement) && strictlyNamed(asking, statement) === 1 &&
    !statement.joined;
}

/** A deed that was not asked for: `We teach Turkish to interpreters` where interpreters are. */
function isOtherDeed({ wanted: { terms } }: RequirementFeatures, word: string): boolean {
  return (isDeed(word) || isArabicDeed(word)) && !isLight(word) && !HAS.test(word) &&
    !stemsOf(word).some((stem) => terms.includes(stem));
}

const HAS =
  /^(?:employ\w*|suppl(?:y|ies|ied)|deliver\w*|accept\w*|agree\w*|includ\w*|maintain\w*|guarantee\w*|operat\w*|pays?|last\w*|cover\w*|compl(?:y|ies)|is|are|[وف]?س?[نيت](?:ورد|سلم|قبل|وافق|ضمن|لتزم|تعهد|ملك|متلك|ستخدم|شغل|وظف|شمل|غطي|بلغ|عمل|سري|متد|ستمر|ؤمن|رفق|قدم|وفر|خصص|منح)\p{L}{0,2})$/u;

const likelierThan = (needed: number): Said => ({
  en: `a finding needs a likelihood of ${needed}`,
  ar: `ويلزم للقرار احتمال قدره ${needed}`,
});
const TOO_LONG = {
  en: "it is longer than the sentences that findings were tried on",
  ar: "وهي أطول من الجمل التي جُرّبت عليها القرارات",
};
const OF_ANOTHER = { en: "it may be about another thing", ar: "وقد يكون الكلام عن شيء آخر" };
const TOO_LITTLE = { en: "it names too little of what is asked for", ar: "ولا يُذكر فيه ما يكفي من المطلوب" };

function shortcomingOf(asking: RequirementFeatures, statement: Statement): Said | undefined {
  if (statement.words.length > MOST_WORDS) return TOO_LONG;
  if (lacksObject(asking.wanted, statement)) return OF_ANOTHER;
  return strictlyNamed(asking, statement) < LEAST_NAMED ? TOO_LITTLE : undefined;
}

const POINTS: Record<Reader, Said> = {
  rule: { en: "A sentence of the bid reads so", ar: "هكذا تُقرأ جملة من العطاء" },
  kind: {
    en: "A sentence of the bid reads so by a rule for few cases",
    ar: "هكذا تُقرأ جملة من العطاء بقاعدة لحالات قليلة",
  },
  weights: { en: "Words and numbers of the bid point to it", ar: "تشير إليه ألفاظ العطاء وأرقامه" },
};

/** The suggestion that a verdict becomes where it is no finding. */
export function suggestionOf(
  { verdict, by, quote }: { verdict: Verdict; by: Reader; quote: string },
  { likelihood, lacks }: { likelihood: number; lacks: Said },
): RequirementSuggestion {
  const [reason, reason_ar] = [`${POINTS[by].en}; ${lacks.en}`, `${POINTS[by].ar}؛ ${lacks.ar}`];
  return { status: verdict, quote, reason, reason_ar, likelihood };
}
