/** Compares a required minimum model year with the years that a sentence names. */
import { mentionsRequirement, type RequirementFeatures } from "./requirement_features.ts";
import { memoised, REQUIREMENT_TEXTS } from "./memoised.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";

const ASKED =
  /\b(?:models?|manufactured|built|made|production|year of (?:make|manufacture))\b[^.]{0,30}?\b((?:19|20)\d\d)\b(?: or (?:later|newer|after)| and (?:later|newer|above)| onwards?)|\b(?:models?|manufactured|built|made)\b[^.]{0,30}?\b(?:not (?:older|earlier) than|no (?:older|earlier) than|since|after|atleast) (?:model )?((?:19|20)\d\d)\b|(?<!\p{L})(?:ال)?(?:موديل|طراز|سنه (?:ال)?صنع)\p{L}{0,2}[^.]{0,20}?(?:لا [يت]قل \p{L}+ عن|عن|atleast|من) (?:عام |سنه )?((?:19|20)\d\d)(?!\d)/u;
const SAID =
  /\b(?:models?|manufactured|built|made|produced)\b(?: (?:year|of|in|from|is|are|the|all|date)){0,3} ((?:19|20)\d\d)\b|\b((?:19|20)\d\d) models?\b|(?<!\p{L})(?:ال)?(?:موديل|طراز|صنع)\p{L}{0,2} (?:عام |سنه |هو |هي )?((?:19|20)\d\d)(?!\d)/gu;

/** The year of a crop, which is asked for as such: an older one is not as good, a newer one is not ripe. */
const HARVEST =
  /\b(?:crop|harvest|vintage)\b(?: (?:year|of|in|from|is|the)){0,3} ((?:19|20)\d\d)\b|\b((?:19|20)\d\d) (?:crop|harvest|vintage)\b|(?<!\p{L})(?:ال)?(?:محصول|حصاد)(?: عام| سنه| موسم)? ((?:19|20)\d\d)(?!\d)/gu;

const yearIn = (found: RegExpMatchArray) => Number(found.slice(1).find((year) => year !== undefined));

/** The minimum model year of a requirement. */
const leastYear: (requirementText: string) => number | undefined = memoised(
  (requirementText) => {
    const found = ASKED.exec(requirementText);
    return found ? yearIn(found) : undefined;
  },
  ...REQUIREMENT_TEXTS,
);

/** Reads a requirement with a minimum model year; every year in the sentence must be a model year. */
export function modelYearReading(features: RequirementFeatures, statement: Statement): SentenceFinding {
  const { normal: requirementText, prohibits } = features.requirement;
  const { normal, question, quoted, listed } = statement;
  if (statesOtherHarvest(requirementText, normal) && mentionsRequirement(features, statement)) {
    return "doubted";
  }
  const least = leastYear(requirementText);
  if (least === undefined || question || quoted || listed || !mentionsRequirement(features, statement)) {
    return undefined;
  }
  if (prohibits && !/(?:لا|not|no) /.test(requirementText)) return undefined;
  const stated = [...normal.matchAll(SAID)].map(yearIn);
  const years = normal.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? [];
  if (stated.length === 0) return undefined;
  const isLate = (year: number) => year >= least;
  // Other years may not be model years; years on both sides of the minimum may belong to different items.
  if (years.length > stated.length) {
    return years.map(Number).some(isLate) && stated.some((year) => !isLate(year)) ? "doubted" : undefined;
  }
  const { demands, elsewhere, conditional, hedged, pending, excepted, negations } = stanceOf(normal, {
    requirementText,
    question,
  });
  if (demands || elsewhere || conditional || hedged || pending || excepted || negations > 0) return undefined;
  if (stated.every(isLate)) return "met";
  return stated.some(isLate) ? "doubted" : "not_met";
}

/** The harvests that a requirement names. */
const harvestsOf: (requirementText: string) => Set<number> = memoised(
  (requirementText) => new Set([...requirementText.matchAll(HARVEST)].map(yearIn)),
  ...REQUIREMENT_TEXTS,
);

/** Whether a harvest of one year is required, and a sentence states that of another. */
function statesOtherHarvest(requirementText: string, normal: string): boolean {
  const required = harvestsOf(requirementText);
  return required.size > 0 && [...normal.matchAll(HARVEST)].some((found) => !required.has(yearIn(found)));
}
