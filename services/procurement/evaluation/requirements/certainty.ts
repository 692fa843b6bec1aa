/**
 * Computes the certainty of a reading. A reading below the threshold becomes a suggestion that a person
 * confirms.
 */
import type { RequirementFeatures } from "./requirement_features.ts";
import type { RequirementSuggestion } from "./requirement_finding.ts";
import { omitsObject } from "./other_object.ts";
import { strictlyNamed } from "./strict_naming.ts";
import { namesNothingElse } from "./sentence_subject.ts";
import type { Statement } from "./statement.ts";
import { traitsOf } from "./traits.ts";
import { likelihoods, MOST_WORDS, WEIGHTS } from "./weighing.ts";
import { isActionVerb } from "./verbs.ts";
import { isArabicActionVerb } from "./verbs_arabic.ts";
import type { Weights } from "./weights.ts";
import { isStopWord, stemsOf } from "./words.ts";

export type Verdict = "met" | "not_met";
/** The reader that produced a reading: the general rules, a rule for a special case, or the weights. */
export type Reader = "rule" | "kind" | "weights";

export interface Certainty {
  likelihood: number;
  /** Why the reading is only a suggestion; undefined for a finding. */
  shortcoming: BilingualText | undefined;
}

/** A text in English and Arabic. */
interface BilingualText {
  en: string;
  ar: string;
}

/** A finding must name at least this share of the requirement's words strictly. */
const LEAST_NAMED = 0.3;

/** Computes a verdict's likelihood from the sentence's features and the reason why it is no finding. */
export function certaintyOf(
  features: RequirementFeatures,
  statement: Statement,
  { verdict, by, asOf, weights = WEIGHTS }: {
    verdict: Verdict;
    by: Reader;
    asOf: string;
    weights?: Weights | undefined;
  },
): Certainty {
  const reading = by === "rule" ? verdict : undefined;
  const traits = traitsOf(features, statement, { reading, asOf, small: weights.small });
  const likelihood = Math.round(likelihoods(traits, weights)[verdict] * 1_000) / 1_000;
  const needed = requiredLikelihood(features, statement, { by, sure: weights.sure[verdict] });
  return {
    likelihood,
    shortcoming: likelihood < needed ? likelierThan(needed) : shortcomingOf(features, statement),
  };
}

/** A verb that the requirement does not have may change the meaning, so the threshold is higher. */
const OTHER_ACTION = 0.97;

/** The likelihood threshold for a finding. */
function requiredLikelihood(
  features: RequirementFeatures,
  statement: Statement,
  { by, sure }: { by: Reader; sure: Weights["sure"]["met"] },
): number {
  if (by !== "rule" || !namesOnlyRequirement(features, statement)) return sure[by];
  return statement.words.some((word) => isOtherAction(features, word)) ? OTHER_ACTION : sure.plain;
}

/** Whether the sentence names the whole requirement and nothing else, so that no word can limit it. */
function namesOnlyRequirement(features: RequirementFeatures, statement: Statement): boolean {
  return namesNothingElse(features.requirement, statement) && strictlyNamed(features, statement) === 1 &&
    !statement.joined;
}

/**
 * Whether a word is a verb that the requirement lacks: `We teach Turkish to interpreters`, where interpreters
 * are required.
 */
function isOtherAction({ requirement: { terms } }: RequirementFeatures, word: string): boolean {
  return (isActionVerb(word) || isArabicActionVerb(word)) && !isStopWord(word) && !HAS.test(word) &&
    !stemsOf(word).some((stem) => terms.includes(stem));
}

const HAS =
  /^(?:employ\w*|suppl(?:y|ies|ied)|deliver\w*|accept\w*|agree\w*|includ\w*|maintain\w*|guarantee\w*|operat\w*|pays?|last\w*|cover\w*|compl(?:y|ies)|is|are|[وف]?س?[نيت](?:ورد|سلم|قبل|وافق|ضمن|لتزم|تعهد|ملك|متلك|ستخدم|شغل|وظف|شمل|غطي|بلغ|عمل|سري|متد|ستمر|ؤمن|رفق|قدم|وفر|خصص|منح)\p{L}{0,2})$/u;

const likelierThan = (needed: number): BilingualText => ({
  en: `a finding needs a likelihood of ${needed}`,
  ar: `ويلزم للقرار احتمال قدره ${needed}`,
});
const TOO_LONG = {
  en: "it is longer than the sentences that findings were tried on",
  ar: "وهي أطول من الجمل التي جُرّبت عليها القرارات",
};
const OF_ANOTHER = { en: "it may be about another thing", ar: "وقد يكون الكلام عن شيء آخر" };
const TOO_LITTLE = { en: "it names too little of what is asked for", ar: "ولا يُذكر فيه ما يكفي من المطلوب" };

function shortcomingOf(features: RequirementFeatures, statement: Statement): BilingualText | undefined {
  if (statement.words.length > MOST_WORDS) return TOO_LONG;
  if (omitsObject(features.requirement, statement)) return OF_ANOTHER;
  return strictlyNamed(features, statement) < LEAST_NAMED ? TOO_LITTLE : undefined;
}

const POINTS: Record<Reader, BilingualText> = {
  rule: { en: "A sentence of the bid reads so", ar: "هكذا تُقرأ جملة من العطاء" },
  kind: {
    en: "A sentence of the bid reads so by a rule for few cases",
    ar: "هكذا تُقرأ جملة من العطاء بقاعدة لحالات قليلة",
  },
  weights: { en: "Words and numbers of the bid point to it", ar: "تشير إليه ألفاظ العطاء وأرقامه" },
};

/** Turns a verdict below the threshold into a suggestion. */
export function suggestionOf(
  { verdict, by, quote }: { verdict: Verdict; by: Reader; quote: string },
  { likelihood, shortcoming }: { likelihood: number; shortcoming: BilingualText },
): RequirementSuggestion {
  const [reason, reason_ar] = [`${POINTS[by].en}; ${shortcoming.en}`, `${POINTS[by].ar}؛ ${shortcoming.ar}`];
  return { status: verdict, quote, reason, reason_ar, likelihood };
}
