/** The finding where a ratio is asked for: no number of a bid is compared with half of one. */
import { isAmong } from "./related_words.ts";
import { type Ratio, ratioIn } from "./ratios.ts";
import type { RequirementFeatures } from "./requirement_features.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";

/** The second thing's number is a most, so that fewer are better: `no more than 20 pupils for each teacher`. */
const AT_MOST =
  /\b(?:atmost|not exceed\w*)\b|(?<!\p{L})(?:لا (?:يزيد|تزيد|يتجاوز|تتجاوز)|كحد اقصي|علي الاكثر)(?!\p{L})/u;
const LEAST_NAMED = 0.6;

/** The finding where a ratio is asked for and another or the same is told in plain words. */
export function ratioReading(
  { about, wanted: { normal: asks, prohibits } }: RequirementFeatures,
  asked: Ratio,
  { normal, question, quoted, joined, things }: Statement,
): SentenceFinding {
  const told = ratioIn(normal);
  if (told === undefined || prohibits || question || quoted || joined) return undefined;
  if (AT_MOST.test(asks) || AT_MOST.test(normal)) return undefined;
  const stance = stanceOf(normal, { asked: asks, question });
  const { demands, elsewhere, hedged, pending, excepted, ended, negations, conditional } = stance;
  if (demands || elsewhere || hedged || pending || excepted || ended || conditional || negations > 0) {
    return undefined;
  }
  const named = about.filter((word) => isAmong(word, things));
  if (named.length === 0 || named.length < LEAST_NAMED * about.length) return undefined;
  return told.count * asked.of >= asked.count * told.of ? "met" : "not_met";
}
