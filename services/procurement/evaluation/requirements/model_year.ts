/** The year of make that is asked for at least, and the one that a sentence tells. */
import { mentionsRequirement, type RequirementFeatures } from "./requirement_features.ts";
import { memoised } from "./memoised.ts";
import type { SentenceFinding } from "./sentence_finding.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";

const ASKED =
  /\b(?:models?|manufactured|built|made|production|year of (?:make|manufacture))\b[^.]{0,30}?\b((?:19|20)\d\d)\b(?: or (?:later|newer|after)| and (?:later|newer|above)| onwards?)|\b(?:models?|manufactured|built|made)\b[^.]{0,30}?\b(?:not (?:older|earlier) than|no (?:older|earlier) than|since|after|atleast) (?:model )?((?:19|20)\d\d)\b|(?<!\p{L})(?:ال)?(?:موديل|طراز|سنه (?:ال)?صنع)\p{L}{0,2}[^.]{0,20}?(?:لا [يت]قل \p{L}+ عن|عن|atleast|من) (?:عام |سنه )?((?:19|20)\d\d)(?!\d)/u;
const SAID =
  /\b(?:models?|manufactured|built|made|produced)\b(?: (?:year|of|in|from|is|are|the|all|date)){0,3} ((?:19|20)\d\d)\b|\b((?:19|20)\d\d) models?\b|(?<!\p{L})(?:ال)?(?:موديل|طراز|صنع)\p{L}{0,2} (?:عام |سنه |هو |هي )?((?:19|20)\d\d)(?!\d)/gu;

const yearIn = (found: RegExpMatchArray) => Number(found.slice(1).find((year) => year !== undefined));

/** The year of make that a requirement asks for at least. */
const leastYear: (asks: string) => number | undefined = memoised(
  (asks) => {
    const found = ASKED.exec(asks);
    return found ? yearIn(found) : undefined;
  },
  1_000,
  2_000,
);

/** The finding where a year of make is asked for at least: every year that is told is that of a make. */
export function modelYearReading(asking: RequirementFeatures, statement: Statement): SentenceFinding {
  const { normal: asks, prohibits } = asking.wanted;
  const { normal, question, quoted, listed } = statement;
  const least = leastYear(asks);
  if (least === undefined || question || quoted || listed || !mentionsRequirement(asking, statement)) {
    return undefined;
  }
  if (prohibits && !/(?:لا|not|no) /.test(asks)) return undefined;
  const told = [...normal.matchAll(SAID)].map(yearIn);
  const years = normal.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? [];
  if (told.length === 0) return undefined;
  const isLate = (year: number) => year >= least;
  // Not every year is one of make; years on both sides may be those of older and newer things.
  if (years.length > told.length) {
    return years.map(Number).some(isLate) && told.some((year) => !isLate(year)) ? "doubted" : undefined;
  }
  const { demands, elsewhere, conditional, hedged, pending, excepted, negations } = stanceOf(normal, {
    asked: asks,
    question,
  });
  if (demands || elsewhere || conditional || hedged || pending || excepted || negations > 0) return undefined;
  if (told.every(isLate)) return "met";
  return told.some(isLate) ? "doubted" : "not_met";
}
