/** Compares the required age of the bidder with its founding year. */
import type { SentenceFinding } from "./sentence_finding.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";
import { FOUNDED } from "./experience_years.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";

/** A requirement on the bidder's own age. */
const OF_FIRM =
  /\b(?:established|founded|incorporated|in business|in operation|in existence|operating) (?:for )?(?:atleast|at least|a minimum|more than|over|\d)|\d \w+ in (?:business|operation|existence)\b|\bage of the (?:company|firm)\b|(?<!\p{L})(?:عمر (?:ال)?(?:شركه|مؤسسه|موسسه|منشاه)|مضي علي (?:تاسيس|انشاء)|تاسيس\p{L}{0,2})(?!\p{L})/u;

/** Reads a requirement on the bidder's age by its founding year. */
export function ageOfFirm(
  requirement: ParsedRequirement,
  statement: Statement,
  year: number,
): SentenceFinding {
  const [required, ...others] = requirement.quantities;
  if (!required || others.length > 0 || required.dimension !== "days" || required.bound !== "at least") {
    return undefined;
  }
  const [, english, arabic] = FOUNDED.exec(statement.normal) ?? [];
  const founded = Number(english ?? arabic);
  if (!(founded > 0)) return undefined;
  const ofFirm = OF_FIRM.test(requirement.normal);
  if (!ofFirm && !OF_COMPANY.test(requirement.normal)) return undefined;
  const { demands, elsewhere, conditional, hedged, ended, negations, own } = stanceOf(statement.normal, {
    requirementText: requirement.normal,
    question: statement.question,
  });
  if (demands || elsewhere || conditional || hedged || ended || negations > 0 || !own) return undefined;
  // A firm of a given founding year has a minimum and a maximum age within the comparison year.
  if ((year - founded + 1) * 365 < required.value) return "not_met";
  return ofFirm && (year - founded - 1) * 365 >= required.value ? "met" : undefined;
}

/** A requirement on the company's own experience. */
const OF_COMPANY =
  /\b(?:company|firm|bidder|tenderer|contractor|supplier)(?:'s)? .{0,20}\bexperience\b|(?<!\p{L})(?:ال)?خبره (?:ال)?(?:شركه|مؤسسه|موسسه|مقاول|مورد|منشاه)(?!\p{L})/u;
