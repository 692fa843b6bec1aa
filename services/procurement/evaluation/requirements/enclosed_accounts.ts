/** Papers of the last years, and the years of which the bid encloses them. */
import { namedThingsOf, type RequirementFeatures } from "./requirement_features.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";

const PAPERS =
  /\b(?:accounts?|statements?|balance sheets?|audit reports?|financials)\b|(?<!\p{L})(?:ال)?(?:قوائم|حسابات|ميزانيات|بيانات ماليه|كشوف\p{L}*)(?!\p{L})/u;
const LEAST_NAMED = 0.6;

/** Enough years are enclosed, or too few of them are named: then nothing is known. */
export function accountsReading(
  asking: RequirementFeatures,
  statement: Statement,
  year: number,
): SentenceFinding {
  const { lately, normal: asks, prohibits } = asking.wanted;
  if (lately === undefined || prohibits || !PAPERS.test(asks) || !PAPERS.test(statement.normal)) {
    return undefined;
  }
  const years = [...statement.normal.matchAll(/(?<!\d)20\d\d(?!\d)/g)].map(([text]) => Number(text));
  if (years.length === 0 || statement.question || statement.quoted) return undefined;
  const recent = new Set(years.filter((one) => one <= year && (year - one) * 365 <= lately));
  if (/\d ?(?:to|-|–|الي|حتي) ?20\d\d/u.test(statement.normal)) return undefined;
  if (recent.size * 365 < lately) return "doubted";
  const { demands, elsewhere, conditional, hedged, pending, excepted, ended, negations } = stanceOf(
    statement.normal,
    { asked: asks, question: false },
  );
  if (demands || elsewhere || conditional || hedged || pending || excepted || ended || negations > 0) {
    return undefined;
  }
  return namedThingsOf(asking, statement.things) >= LEAST_NAMED ? "met" : undefined;
}
