/** How old the bidder itself is. */
import type { SentenceFinding } from "./sentence_finding.ts";
import { stanceOf } from "./stance.ts";
import type { Statement } from "./statement.ts";
import { FOUNDED } from "./experience_years.ts";
import type { ParsedRequirement } from "./parsed_requirement.ts";

/** The age of the bidder itself, rather than what it has done since. */
const OF_FIRM =
  /\b(?:established|founded|incorporated|in business|in operation|in existence|operating) (?:for )?(?:atleast|at least|a minimum|more than|over|\d)|\d \w+ in (?:business|operation|existence)\b|\bage of the (?:company|firm)\b|(?<!\p{L})(?:عمر (?:ال)?(?:شركه|مؤسسه|موسسه|منشاه)|مضي علي (?:تاسيس|انشاء)|تاسيس\p{L}{0,2})(?!\p{L})/u;

/** The finding on a bidder's age by the year of its foundation. */
export function ageOfFirm(wanted: ParsedRequirement, statement: Statement, year: number): SentenceFinding {
  const [asked, ...others] = wanted.quantities;
  if (!asked || others.length > 0 || asked.dimension !== "days" || asked.side !== "at least") {
    return undefined;
  }
  const [, english, arabic] = FOUNDED.exec(statement.normal) ?? [];
  const founded = Number(english ?? arabic);
  if (!(founded > 0)) return undefined;
  const ofFirm = OF_FIRM.test(wanted.normal);
  if (!ofFirm && !OF_COMPANY.test(wanted.normal)) return undefined;
  const { demands, elsewhere, conditional, hedged, ended, negations, own } = stanceOf(statement.normal, {
    asked: wanted.normal,
    question: statement.question,
  });
  if (demands || elsewhere || conditional || hedged || ended || negations > 0 || !own) return undefined;
  // Founded in a year, it is at least so old at its end, and at most so old from its first day on.
  if ((year - founded + 1) * 365 < asked.value) return "not_met";
  return ofFirm && (year - founded - 1) * 365 >= asked.value ? "met" : undefined;
}

/** Experience of the company itself. */
const OF_COMPANY =
  /\b(?:company|firm|bidder|tenderer|contractor|supplier)(?:'s)? .{0,20}\bexperience\b|(?<!\p{L})(?:ال)?خبره (?:ال)?(?:شركه|مؤسسه|موسسه|مقاول|مورد|منشاه)(?!\p{L})/u;
