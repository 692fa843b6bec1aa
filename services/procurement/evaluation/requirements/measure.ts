/** Compares all quantities of a requirement with those of a sentence. */
import { compareByArithmetic } from "./arithmetic.ts";
import { enumeratedIn } from "./enumeration.ts";
import type { RequirementFeatures } from "./requirement_features.ts";
import { compareQuantities, MULTIPLIED, satisfiesBound } from "./comparison.ts";
import type { Statement } from "./statement.ts";
import { isMoney, isRate } from "./units.ts";
import type { RequiredQuantity } from "./parsed_requirement.ts";

/** The result; `may …`: the counted nouns differ. */
export type Measure = "none" | "holds" | "fails" | "unknown" | "may hold" | "may fail";

const AVERAGE = /\baverage\b|متوسط|معدل/u;
const RECENT = /\b(?:last|past|recent|previous)\b|(?<!\p{L})(?:اخر|(?:ال)?(?:اخيره|ماضيه))(?!\p{L})/u;

/**
 * Whether the stated events happened within the required period; `each`: a figure is required for each year.
 */
export function happenedRecently(
  { normal, quantities }: Statement,
  { recentDays, year, each }: { recentDays: number; year: number; each: boolean },
): boolean {
  const years = [...normal.matchAll(/(?<!\d)20\d\d(?!\d)/g)].map(([text]) => Number(text));
  if (each && AVERAGE.test(normal)) return true;
  if (years.length > 0) {
    return years.every((named) => named <= year && (year - named) * 365 <= recentDays) &&
      (!each || new Set(years).size * 365 >= recentDays);
  }
  return RECENT.test(normal) &&
    quantities.some(({ dimension, value }) =>
      dimension === "days" && (each ? value >= recentDays : value <= recentDays)
    );
}

/** A ratio, which plain numbers cannot satisfy: `One lifeguard for every 20 swimmers`. */
const FOR_EVERY = /\b(?:for|to|per) (?:every|each) \d|(?<!\p{L})لكل \d/u;

const RATE = /\d ?\p{L}+ ?\/ ?\p{L}/u;
const RATED =
  /\/|\bper\b|\ba (?:second|minute|hour|day|month|square|cubic|watt)\b|(?<!\p{L})(?:لكل|كل|في ال\p{L}+|لل\p{L}+|يوميا|شهريا|سنويا)(?!\p{L})/u;

/** Returns the worst result of all required quantities. */
export function measureOf({ requirement }: RequirementFeatures, statement: Statement, year: number): Measure {
  const { quantities, recentDays } = requirement;
  if (quantities.length === 0) return "none";
  if (FOR_EVERY.test(requirement.normal) && !FOR_EVERY.test(statement.normal)) {
    return "unknown";
  }
  // Lumens are not lumens per watt; rate units are compared as rates.
  const rated = quantities.every(({ dimension }) => isRate(dimension));
  if (!rated && RATE.test(requirement.normal) && !RATED.test(statement.normal)) return "unknown";
  const [required, stated] = [ratePeriods(requirement.normal), ratePeriods(statement.normal)];
  if (
    !rated && required.length > 0 && stated.length > 0 && !stated.some((period) => required.includes(period))
  ) {
    return "unknown";
  }
  const measures = resolveShares(quantities).map((required) =>
    compareOne(required, {
      requirementText: requirement.normal,
      statement,
      year,
      alone: quantities.length === 1,
    })
  );
  // If another required quantity is missing, the failing number may belong to it.
  if (measures.includes("fails") && measures.includes("unknown")) return "may fail";
  const worst = (["fails", "may fail", "unknown", "may hold"] as const).find((one) => measures.includes(one));
  if (worst !== undefined) return worst;
  if (quantities.some((required) => countsFewer(required, statement))) return "unknown";
  return recentDays !== undefined &&
      !happenedRecently(statement, { recentDays, year, each: isMoney(quantities[0]?.dimension ?? "") })
    ? "unknown"
    : "holds";
}

/** Resolves a percentage of a named sum: 2 % of a bid of QAR 8,400,000. */
function resolveShares(quantities: RequiredQuantity[]): RequiredQuantity[] {
  const [one, other, ...more] = quantities;
  if (one?.dimension !== "percent" || !other || !isMoney(other.dimension) || more.length > 0) {
    return quantities;
  }
  return [{
    ...other,
    value: other.value * one.value / 100,
    number: other.value * one.value / 100,
    bound: one.bound,
  }];
}

/** Finds the time units of rates: `pages a minute`, صفحتين في كل ثانيه. */
function ratePeriods(normal: string): string[] {
  return [...normal.matchAll(A_TIME)].map(([, time = ""]) =>
    TIMES.find(([pattern]) => pattern.test(time))?.[1] ?? ""
  );
}

const A_TIME =
  /(?:\b(?:per|an?|each|every)|(?<!\p{L})(?:في(?: كل)?|كل)) ?(?:ال)?(seconds?|minutes?|hours?|ثانيه|دقيقه|ساعه)(?!\p{L})/gu;
const TIMES: [RegExp, string][] = [[/second|ثاني/, "second"], [/minute|دقيق/, "minute"], [
  /hour|ساع/,
  "hour",
]];

function compareOne(
  required: RequiredQuantity,
  { requirementText, statement, year, alone }: {
    requirementText: string;
    statement: Statement;
    year: number;
    alone: boolean;
  },
): Measure {
  const named = compareQuantities(required, statement);
  const comparison = named === "unknown"
    ? compareByArithmetic(required, { requirementText, statement, year })
    : named;
  // 250 bags of 50 kg weigh more than 50 kg.
  if (required.dimension !== "count") {
    return comparison === "fails" && isPerItem(statement)
      ? compareByArithmetic(required, { requirementText, statement, year })
      : comparison;
  }
  if (comparison !== "unknown" || !alone || MULTIPLIED.test(statement.normal)) return comparison;
  const listed = required.bound === "at most" ? undefined : enumeratedIn(statement);
  if (listed !== undefined && listed >= required.value) return "may hold";
  const [only, ...others] = statement.quantities.filter(({ dimension }) => dimension === "count");
  if (only === undefined || others.length > 0) return comparison;
  if (QUANTITY.test(requirementText) && QUANTITY.test(statement.normal)) {
    return satisfiesBound(
        { ...required, bound: required.bound === "exactly" ? "at least" : required.bound },
        only.value,
      )
      ? "holds"
      : "fails";
  }
  return satisfiesBound(required, only.value) ? "may hold" : "may fail";
}

/** Marks the number in a list of quantities. */
const QUANTITY = /\b(?:qty|quantity|pcs|nos?)\b|(?<!\p{L})(?:ال)?(?:عدد|كميه)(?!\p{L})/u;

const EACH =
  /\b(?:each|apiece|per|an?)\b|(?<!\p{L})(?:[لو]?كل|لكل|للواحد\p{L}?|الواحد\p{L}?|زنه|منها|سعه)(?!\p{L})/u;

function isPerItem({ quantities, normal }: Statement): boolean {
  return quantities.some(({ dimension, value }) => dimension === "count" && value > 1) && EACH.test(normal);
}

/** Whether a bare number is below the required count: `Four of the seven`. */
function countsFewer(required: RequiredQuantity, { quantities }: Statement): boolean {
  return required.dimension === "count" &&
    quantities.some(({ dimension, value, countedStems }) =>
      dimension === "count" && countedStems.length === 0 && !satisfiesBound(required, value)
    );
}
