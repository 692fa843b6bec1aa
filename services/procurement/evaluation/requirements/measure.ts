/** How the quantities of a requirement and of a sentence compare, all of them together. */
import { workedOut } from "./arithmetic.ts";
import type { RequirementFeatures } from "./requirement_features.ts";
import { compareQuantities, isOnAskedSide, MULTIPLIED } from "./comparison.ts";
import type { Statement } from "./statement.ts";
import { isMoney, isRate } from "./units.ts";
import type { RequiredQuantity } from "./parsed_requirement.ts";

/** `may`: of things that are counted, but are not called the same. */
export type Measure = "none" | "holds" | "fails" | "unknown" | "may hold" | "may fail";

const AVERAGE = /\baverage\b|متوسط|معدل/u;
const RECENT = /\b(?:last|past|recent|previous)\b|(?<!\p{L})(?:اخر|(?:ال)?(?:اخيره|ماضيه))(?!\p{L})/u;

/** Whether what is told happened in the last so many days; `each`: it is told for each of the years. */
export function isLate(
  { normal, quantities }: Statement,
  { lately, year, each }: { lately: number; year: number; each: boolean },
): boolean {
  const years = [...normal.matchAll(/(?<!\d)20\d\d(?!\d)/g)].map(([text]) => Number(text));
  if (each && AVERAGE.test(normal)) return true;
  if (years.length > 0) {
    return years.every((named) => named <= year && (year - named) * 365 <= lately) &&
      (!each || new Set(years).size * 365 >= lately);
  }
  return RECENT.test(normal) &&
    quantities.some(({ dimension, value }) =>
      dimension === "days" && (each ? value >= lately : value <= lately)
    );
}

/** `One lifeguard for every 20 swimmers`: a ratio, which numbers alone do not meet. */
const FOR_EVERY = /\b(?:for|to|per) (?:every|each) \d|(?<!\p{L})لكل \d/u;

const RATE = /\d ?\p{L}+ ?\/ ?\p{L}/u;
const RATED =
  /\/|\bper\b|\ba (?:second|minute|hour|day|month|square|cubic|watt)\b|(?<!\p{L})(?:لكل|كل|في ال\p{L}+|لل\p{L}+|يوميا|شهريا|سنويا)(?!\p{L})/u;

/** How quantities compare: the worst of all that are asked for. */
export function measureOf({ wanted }: RequirementFeatures, statement: Statement, year: number): Measure {
  const { quantities, lately } = wanted;
  if (quantities.length === 0) return "none";
  if (FOR_EVERY.test(wanted.normal) && !FOR_EVERY.test(statement.normal)) {
    return "unknown";
  }
  // Lumens are no lumens a watt; what is a rate in itself is compared as one.
  const rated = quantities.every(({ dimension }) => isRate(dimension));
  if (!rated && RATE.test(wanted.normal) && !RATED.test(statement.normal)) return "unknown";
  const [asks, says] = [timesOf(wanted.normal), timesOf(statement.normal)];
  if (!rated && asks.length > 0 && says.length > 0 && !says.some((time) => asks.includes(time))) {
    return "unknown";
  }
  const measures = partsOfSums(quantities).map((asked) =>
    oneOf(asked, { asks: wanted.normal, statement, year, alone: quantities.length === 1 })
  );
  // The failure of one of several quantities may belong to another, where that one is not told.
  if (measures.includes("fails") && measures.includes("unknown")) return "may fail";
  const worst = (["fails", "may fail", "unknown", "may hold"] as const).find((one) => measures.includes(one));
  if (worst !== undefined) return worst;
  if (quantities.some((asked) => namesFewer(asked, statement))) return "unknown";
  return lately !== undefined &&
      !isLate(statement, { lately, year, each: isMoney(quantities[0]?.dimension ?? "") })
    ? "unknown"
    : "holds";
}

/** A share of a sum that is named with it is a sum: 2 % of a bid of QAR 8,400,000. */
function partsOfSums(quantities: RequiredQuantity[]): RequiredQuantity[] {
  const [one, other, ...more] = quantities;
  if (one?.dimension !== "percent" || !other || !isMoney(other.dimension) || more.length > 0) {
    return quantities;
  }
  return [{
    ...other,
    value: other.value * one.value / 100,
    number: other.value * one.value / 100,
    side: one.side,
  }];
}

/** The times in which a rate is told: `pages a minute`, صفحتين في كل ثانيه. */
function timesOf(normal: string): string[] {
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

function oneOf(
  asked: RequiredQuantity,
  { asks, statement, year, alone }: { asks: string; statement: Statement; year: number; alone: boolean },
): Measure {
  const named = compareQuantities(asked, statement);
  const side = named === "unknown" ? workedOut(asked, { asks, statement, year }) : named;
  // 250 bags of 50 kg are more than 50 kg.
  if (asked.dimension !== "count") {
    return side === "fails" && isOfEach(statement) ? workedOut(asked, { asks, statement, year }) : side;
  }
  if (side !== "unknown" || !alone || MULTIPLIED.test(statement.normal)) return side;
  const [only, ...others] = statement.quantities.filter(({ dimension }) => dimension === "count");
  if (only === undefined || others.length > 0) return side;
  if (QUANTITY.test(asks) && QUANTITY.test(statement.normal)) {
    return isOnAskedSide({ ...asked, side: asked.side === "exactly" ? "at least" : asked.side }, only.value)
      ? "holds"
      : "fails";
  }
  return isOnAskedSide(asked, only.value) ? "may hold" : "may fail";
}

/** The number of a list of quantities. */
const QUANTITY = /\b(?:qty|quantity|pcs|nos?)\b|(?<!\p{L})(?:ال)?(?:عدد|كميه)(?!\p{L})/u;

const EACH =
  /\b(?:each|apiece|per|an?)\b|(?<!\p{L})(?:[لو]?كل|لكل|للواحد\p{L}?|الواحد\p{L}?|زنه|منها|سعه)(?!\p{L})/u;

function isOfEach({ quantities, normal }: Statement): boolean {
  return quantities.some(({ dimension, value }) => dimension === "count" && value > 1) && EACH.test(normal);
}

/** `Four of the seven`: a number alone that is not enough. */
function namesFewer(asked: RequiredQuantity, { quantities }: Statement): boolean {
  return asked.dimension === "count" &&
    quantities.some(({ dimension, value, things }) =>
      dimension === "count" && things.length === 0 && !isOnAskedSide(asked, value)
    );
}
