/** Compares a required ratio with a stated ratio only, never with a single number. */
import { isInVocabulary } from "./vocabulary.ts";
import { type Ratio, ratioIn } from "./ratios.ts";
import type { RequirementFeatures } from "./requirement_features.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";

/** The second number is a maximum, so fewer are better: `no more than 20 pupils for each teacher`. */
const AT_MOST =
  /\b(?:atmost|not exceed\w*)\b|(?<!\p{L})(?:لا (?:يزيد|تزيد|يتجاوز|تتجاوز)|كحد اقصي|علي الاكثر)(?!\p{L})/u;
const LEAST_NAMED = 0.6;

/** Reads a requirement with a ratio from a plain sentence with a ratio. */
export function ratioReading(
  { wordsWithoutUnits, requirement: { normal: requirementText, prohibits } }: RequirementFeatures,
  required: Ratio,
  statement: Statement,
): SentenceFinding {
  const { normal, question, quoted, joined } = statement;
  const stated = ratioIn(normal);
  if (stated === undefined || prohibits || question || quoted || joined) return undefined;
  if (AT_MOST.test(requirementText) || AT_MOST.test(normal)) return undefined;
  const stance = stanceOf(normal, { requirementText, question });
  const { demands, elsewhere, hedged, pending, excepted, ended, negations, conditional } = stance;
  if (demands || elsewhere || hedged || pending || excepted || ended || conditional || negations > 0) {
    return undefined;
  }
  const named = wordsWithoutUnits.filter((word) => isInVocabulary(word, statement.vocabulary));
  if (named.length === 0 || named.length < LEAST_NAMED * wordsWithoutUnits.length) return undefined;
  return stated.count * required.of >= required.count * stated.of ? "met" : "not_met";
}
