/** Compares the required years of accounts with the years that the bid encloses. */
import { type RequirementFeatures, shareNamedWithoutUnits } from "./requirement_features.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";

const PAPERS =
  /\b(?:accounts?|statements?|balance sheets?|audit reports?|financials)\b|(?<!\p{L})(?:ال)?(?:قوائم|حسابات|ميزانيات|بيانات ماليه|كشوف\p{L}*)(?!\p{L})/u;
const LEAST_NAMED = 0.6;

/** Enough enclosed years meet the requirement; too few named years leave it doubted. */
export function accountsReading(
  features: RequirementFeatures,
  statement: Statement,
  year: number,
): SentenceFinding {
  const { recentDays, normal: requirementText, prohibits } = features.requirement;
  if (
    recentDays === undefined || prohibits || !PAPERS.test(requirementText) || !PAPERS.test(statement.normal)
  ) {
    return undefined;
  }
  const years = [...statement.normal.matchAll(/(?<!\d)20\d\d(?!\d)/g)].map(([text]) => Number(text));
  if (years.length === 0 || statement.question || statement.quoted) return undefined;
  const recent = new Set(years.filter((one) => one <= year && (year - one) * 365 <= recentDays));
  if (/\d ?(?:to|-|–|الي|حتي) ?20\d\d/u.test(statement.normal)) return undefined;
  if (recent.size * 365 < recentDays) return "doubted";
  const { demands, elsewhere, conditional, hedged, pending, excepted, ended, negations } = stanceOf(
    statement.normal,
    { requirementText, question: false },
  );
  if (demands || elsewhere || conditional || hedged || pending || excepted || ended || negations > 0) {
    return undefined;
  }
  return shareNamedWithoutUnits(features, statement.vocabulary) >= LEAST_NAMED ? "met" : undefined;
}
