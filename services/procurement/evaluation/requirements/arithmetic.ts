/** Derives quantities that a sentence implies but does not state: ages, shares, numbers of listed years. */
import { satisfiesBound } from "./comparison.ts";
import { datesIn } from "./dates.ts";
import type { Quantity } from "./quantities.ts";
import type { Statement } from "./statement.ts";
import { isMoney } from "./units.ts";
import type { RequiredQuantity } from "./parsed_requirement.ts";

const YEAR_DAYS = 365;
/** Something dated in a year is at most the difference of the years plus this fraction of a year old. */
const PART = 0.92;
const MADE =
  /\b(?:model|models|made|built|produced|manufactured|production|date from|dating from|dated|registered in)\b|(?<!\p{L})[وف]?(?:ال)?(?:موديل\p{L}*|صنع\p{L}*|انتاج\p{L}*|طراز\p{L}*)(?!\p{L})/u;
const BEGAN =
  /\b(?:founded|established|incorporated|entered|began|started|since|first)\b|(?<!\p{L})[وف]?(?:تاسس\p{L}*|بدا|بدات|بدانا|دخلنا|دخلت|دخل|اضفناها|انشئ\p{L}*|باشرنا)(?!\p{L})/u;
const OF = /\b(?:of|out of|against|among)\b|(?<!\p{L})[وف]?(?:من بين|من اصل|منهم|منها|قيمه \p{L}+)(?!\p{L})/u;

/**
 * Compares a required quantity with the one that the sentence's numbers imply; `year` is the year of the
 * comparison.
 */
export function compareByArithmetic(
  required: RequiredQuantity,
  { requirementText, statement, year }: { requirementText: string; statement: Statement; year: number },
): "holds" | "fails" | "unknown" {
  if (required.dimension === "percent") return byShare(required, statement);
  if (AVERAGE.test(requirementText)) return byAverage(required, statement);
  if (required.dimension !== "days") return bySize(required, requirementText, statement);
  const [from] = datesIn(requirementText);
  if (from !== undefined && statement.validUntil !== undefined && FROM.test(requirementText)) {
    const days = (Date.parse(statement.validUntil) - Date.parse(from)) / DAY_MS;
    return required.bound === "at most" ? "unknown" : days >= required.value - 1 ? "holds" : "fails";
  }
  if (statement.validUntil !== undefined && AVAILABLE.test(requirementText) && from === undefined) {
    return byEnd(required, statement.validUntil, year);
  }
  const hours = hoursOfCourse(statement);
  if (hours !== undefined && required.bound === "at least" && HOURS.test(requirementText)) {
    return satisfiesBound(required, hours) ? "holds" : "fails";
  }
  const years = yearsIn(statement.normal, year + 30);
  if (years.length === 0 || statement.quantities.some(({ dimension }) => dimension === "days")) {
    return "unknown";
  }
  if (required.bound === "at most" && MADE.test(statement.normal)) return byAge(required, years, year);
  if (required.bound === "at least" && BEGAN.test(statement.normal)) {
    // A start that is too late rules out the required years; an earlier start proves nothing about this
    // activity.
    const longest = (year + PART - Math.min(...years)) * YEAR_DAYS;
    return longest < required.value ? "fails" : "unknown";
  }
  return ACCOUNTS.test(requirementText) && years.length * YEAR_DAYS >= required.value ? "holds" : "unknown";
}

/** Marks something as available for a period from now on. */
const AVAILABLE =
  /\b(?:availab\w*|support\w*|spare|parts|suppl(?:y|ied))\b|(?<!\p{L})(?:ال)?(?:توفر|توافر|قطع|دعم)(?!\p{L})/u;

/** Compares a duration with its end date. The period may have started on any day of this year. */
function byEnd({ bound, value }: RequiredQuantity, end: string, year: number): "holds" | "fails" | "unknown" {
  if (bound === "at most") return "unknown";
  const daysFrom = (day: string) => (Date.parse(end) - Date.parse(day)) / DAY_MS;
  if (daysFrom(`${year}-01-01`) < value) return "fails";
  return daysFrom(`${year + 1}-06-30`) >= value ? "holds" : "unknown";
}

const DAY_MS = 86_400_000;
/** Marks a period that starts on a given day. */
const FROM = /\b(?:from|after|as of|beyond|following)\b|(?<!\p{L})(?:من|بعد|اعتبارا من|ابتداء من)(?!\p{L})/u;
const LONG_AND_WIDE =
  /\blong\b.{0,80}\bwide\b|\blength\b.{0,80}\bwidth\b|\bmet(?:er|re)s by\b|\bm (?:x|by) |×|(?<!\p{L})(?:ب?طول\p{L}{0,3}).{0,80}(?<!\p{L})(?:و?ب?عرض\p{L}*)(?!\p{L})/u;
const IN_ALL =
  /\b(?:total|overall|altogether|in all|combined|aggregate|capital|monthly|daily|weekly|annually)\b|(?<!\p{L})(?:ال|ب)?(?:اجمالي\p{L}*|مجموع\p{L}*|راس (?:ال)?مال\p{L}*)(?!\p{L})|(?<!\p{L})(?:شهريا|يوميا|اسبوعيا|سنويا)(?!\p{L})/u;
const OF_EACH =
  /\b(?:each|apiece)\b|\b(?:per|of) (?:\d|\w+ (?:kg|kilo|ton|lit|met))|(?<!\p{L})(?:[لو]?كل|في كل|لكل|للواحد\p{L}?|الواحد\p{L}?|[وب]?زنه|منها|[وب]?سعه)(?!\p{L})/u;

/** Multiplies dimensions: 75 m by 40 m are 3,000 m²; twelve reels of 300 m are 3,600 m. */
function bySize(
  required: RequiredQuantity,
  requirementText: string,
  { quantities, normal }: Statement,
): "holds" | "fails" | "unknown" {
  if (required.bound !== "at least") return "unknown";
  const verdict = (value: number) => satisfiesBound(required, value) ? "holds" as const : "fails" as const;
  const [one, other, ...more] = quantities;
  if (!one || !other || more.length > 0) return "unknown";
  if (required.dimension === "square metres") {
    const comparisons = one.dimension === "metres" && other.dimension === "metres" &&
      LONG_AND_WIDE.test(normal);
    return comparisons ? verdict(one.value * other.value) : "unknown";
  }
  const [count, each] = one.dimension === "count" ? [one, other] : [other, one];
  const dimension = required.dimension.replace(/ a day$/, "");
  if (count.dimension !== "count" || each.dimension !== dimension || !OF_EACH.test(normal)) return "unknown";
  // A monthly amount is not compared with a daily one.
  if (dimension !== required.dimension || !IN_ALL.test(requirementText)) return "unknown";
  return verdict(count.value * each.value);
}

const HOURS = /\bhours?\b|(?<!\p{L})(?:ال)?ساع(?:ه|ات)(?!\p{L})/u;
const DAILY =
  /\b(?:(?:a|per|each|every) day|daily)\b|(?<!\p{L})(?:يوميا|(?:في |من )?(?:ال|كل )يوم|في كل يوم|لكل يوم)(?!\p{L})/u;
const HOUR = 1 / 24;

/** The days that a course's hours last: twelve days of five hours, two weeks of five days of six hours. */
function hoursOfCourse({ quantities, normal }: Statement): number | undefined {
  const times = quantities.filter(({ dimension, value }) => dimension === "days" && value > 0);
  const units = times.map(({ value, number }) => value / number);
  const [last, before] = [units.at(-1), units.at(-2)];
  if (times.length < 2 || times.length > 3 || !DAILY.test(normal) || times.length !== quantities.length) {
    return undefined;
  }
  if (last === undefined || Math.abs(last - HOUR) > 1e-9 || before !== 1) return undefined;
  if (times.length === 3 && units[0] !== 7) return undefined;
  return times.reduce((product, { number }) => product * number, 1) * HOUR;
}

const AVERAGE = /\baverage\b|(?<!\p{L})(?:ال|ب)?(?:متوسط|معدل)(?!\p{L})/u;

/** Compares the average of the sums of several years: `€7.6m in 2023, €9.1m in 2024 and €10.3m in 2025`. */
function byAverage(
  required: RequiredQuantity,
  { quantities, normal }: Statement,
): "holds" | "fails" | "unknown" {
  const sums = quantities.filter(({ dimension }) => dimension === required.dimension);
  const years = yearsIn(normal, Infinity);
  if (!isMoney(required.dimension) || sums.length < 2 || sums.length !== years.length) return "unknown";
  const average = sums.reduce((all, { value }) => all + value, 0) / sums.length;
  return satisfiesBound(required, average) ? "holds" : required.bound === "exactly" ? "unknown" : "fails";
}

/** Documents that are issued for each year. */
const ACCOUNTS = /account|statement|audit|turnover|revenue|قوائم|حسابات|ايراد|ميزاني/u;

function yearsIn(normal: string, last: number): number[] {
  const years = [...normal.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)].map(([text]) => Number(text));
  return [...new Set(years)].filter((named) => named <= last);
}

function byAge(required: RequiredQuantity, years: number[], year: number): "holds" | "fails" | "unknown" {
  if (years.some((made) => made > year + 1)) return "unknown";
  const [oldest, newest] = [Math.min(...years), Math.max(...years)];
  if (satisfiesBound(required, (year + PART - oldest) * YEAR_DAYS)) return "holds";
  return satisfiesBound(required, (year - 1 + PART - newest) * YEAR_DAYS) ? "unknown" : "fails";
}

/** Derives a percentage: 41 of 200 workers, a bond of 8,000 dinars against a price of 400,000. */
function byShare(
  required: RequiredQuantity,
  { quantities, normal }: Statement,
): "holds" | "fails" | "unknown" {
  if (!OF.test(normal) || quantities.some(({ dimension }) => dimension === "percent")) return "unknown";
  const alike = (of: (one: Quantity) => boolean) => {
    const [one, other, ...more] = quantities.filter(of);
    return one && other && more.length === 0 && one.dimension === other.dimension
      ? [one.value, other.value]
      : [];
  };
  const money = alike(({ dimension }) => isMoney(dimension));
  const pair = money.length > 0 ? money : alike(({ dimension }) => dimension === "count");
  const [least, most] = [Math.min(...pair), Math.max(...pair)];
  if (pair.length === 0 || least === most || least <= 0) return "unknown";
  return satisfiesBound(required, 100 * least / most)
    ? "holds"
    : required.bound === "exactly"
    ? "unknown"
    : "fails";
}
