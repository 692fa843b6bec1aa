/** Quantities that a sentence does not name and that its numbers tell: ages, shares, years that are listed. */
import { isOnAskedSide } from "./comparison.ts";
import { datesIn } from "./dates.ts";
import type { Quantity } from "./quantities.ts";
import type { Statement } from "./statement.ts";
import { isMoney } from "./units.ts";
import type { RequiredQuantity } from "./parsed_requirement.ts";

const YEAR_DAYS = 365;
/** A thing of a year is at most so much older, in years, than the years between tell. */
const PART = 0.92;
const MADE =
  /\b(?:model|models|made|built|produced|manufactured|production|date from|dating from|dated|registered in)\b|(?<!\p{L})[وف]?(?:ال)?(?:موديل\p{L}*|صنع\p{L}*|انتاج\p{L}*|طراز\p{L}*)(?!\p{L})/u;
const BEGAN =
  /\b(?:founded|established|incorporated|entered|began|started|since|first)\b|(?<!\p{L})[وف]?(?:تاسس\p{L}*|بدا|بدات|بدانا|دخلنا|دخلت|دخل|اضفناها|انشئ\p{L}*|باشرنا)(?!\p{L})/u;
const OF = /\b(?:of|out of|against|among)\b|(?<!\p{L})[وف]?(?:من بين|من اصل|منهم|منها|قيمه \p{L}+)(?!\p{L})/u;

/** Whether an asked quantity holds by arithmetic; `year` is the year of the comparison. */
export function workedOut(
  asked: RequiredQuantity,
  { asks, statement, year }: { asks: string; statement: Statement; year: number },
): "holds" | "fails" | "unknown" {
  if (asked.dimension === "percent") return byShare(asked, statement);
  if (asked.dimension !== "days") return bySize(asked, asks, statement);
  const [from] = datesIn(asks);
  if (from !== undefined && statement.validUntil !== undefined && FROM.test(asks)) {
    const days = (Date.parse(statement.validUntil) - Date.parse(from)) / DAY_MS;
    return asked.side === "at most" ? "unknown" : days >= asked.value - 1 ? "holds" : "fails";
  }
  if (statement.validUntil !== undefined && AVAILABLE.test(asks) && from === undefined) {
    return byEnd(asked, statement.validUntil, year);
  }
  const years = yearsIn(statement.normal, year + 30);
  if (years.length === 0 || statement.quantities.some(({ dimension }) => dimension === "days")) {
    return "unknown";
  }
  if (asked.side === "at most" && MADE.test(statement.normal)) return byAge(asked, years, year);
  if (asked.side === "at least" && BEGAN.test(statement.normal)) {
    // A later beginning rules out so many years; an earlier one shows nothing about this activity.
    const longest = (year + PART - Math.min(...years)) * YEAR_DAYS;
    return longest < asked.value ? "fails" : "unknown";
  }
  return ACCOUNTS.test(asks) && years.length * YEAR_DAYS >= asked.value ? "holds" : "unknown";
}

/** Things that are there for a time from now on. */
const AVAILABLE =
  /\b(?:availab\w*|support\w*|spare|parts|suppl(?:y|ied))\b|(?<!\p{L})(?:ال)?(?:توفر|توافر|قطع|دعم)(?!\p{L})/u;

/** Whether it lasts for so long, told by its end: the day from which it is counted may be any of this year. */
function byEnd({ side, value }: RequiredQuantity, end: string, year: number): "holds" | "fails" | "unknown" {
  if (side === "at most") return "unknown";
  const daysFrom = (day: string) => (Date.parse(end) - Date.parse(day)) / DAY_MS;
  if (daysFrom(`${year}-01-01`) < value) return "fails";
  return daysFrom(`${year + 1}-06-30`) >= value ? "holds" : "unknown";
}

const DAY_MS = 86_400_000;
/** A time that is told from a day on. */
const FROM = /\b(?:from|after|as of|beyond|following)\b|(?<!\p{L})(?:من|بعد|اعتبارا من|ابتداء من)(?!\p{L})/u;
const LONG_AND_WIDE =
  /\blong\b.{0,80}\bwide\b|\blength\b.{0,80}\bwidth\b|\bmet(?:er|re)s by\b|\bm (?:x|by) |×|(?<!\p{L})(?:ب?طول\p{L}{0,3}).{0,80}(?<!\p{L})(?:و?ب?عرض\p{L}*)(?!\p{L})/u;
const IN_ALL =
  /\b(?:total|overall|altogether|in all|combined|aggregate|capital|monthly|daily|weekly|annually)\b|(?<!\p{L})(?:ال|ب)?(?:اجمالي\p{L}*|مجموع\p{L}*|راس (?:ال)?مال\p{L}*)(?!\p{L})|(?<!\p{L})(?:شهريا|يوميا|اسبوعيا|سنويا)(?!\p{L})/u;
const OF_EACH =
  /\b(?:each|apiece)\b|\b(?:per|of) (?:\d|\w+ (?:kg|kilo|ton|lit|met))|(?<!\p{L})(?:[لو]?كل|في كل|لكل|للواحد\p{L}?|الواحد\p{L}?|[وب]?زنه|منها|[وب]?سعه)(?!\p{L})/u;

/** 75 m long and 40 m wide are 3,000 m²; twelve reels of 300 m each are 3,600 m in all. */
function bySize(
  asked: RequiredQuantity,
  asks: string,
  { quantities, normal }: Statement,
): "holds" | "fails" | "unknown" {
  if (asked.side !== "at least") return "unknown";
  const verdict = (value: number) => isOnAskedSide(asked, value) ? "holds" as const : "fails" as const;
  const [one, other, ...more] = quantities;
  if (!one || !other || more.length > 0) return "unknown";
  if (asked.dimension === "square metres") {
    const sides = one.dimension === "metres" && other.dimension === "metres" && LONG_AND_WIDE.test(normal);
    return sides ? verdict(one.value * other.value) : "unknown";
  }
  const [count, each] = one.dimension === "count" ? [one, other] : [other, one];
  const dimension = asked.dimension.replace(/ a day$/, "");
  if (count.dimension !== "count" || each.dimension !== dimension || !OF_EACH.test(normal)) return "unknown";
  // So much in a month is not compared with so much in a day.
  if (dimension !== asked.dimension || !IN_ALL.test(asks)) return "unknown";
  return verdict(count.value * each.value);
}

/** Papers that are drawn up by the year. */
const ACCOUNTS = /account|statement|audit|turnover|revenue|قوائم|حسابات|ايراد|ميزاني/u;

function yearsIn(normal: string, last: number): number[] {
  const years = [...normal.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)].map(([text]) => Number(text));
  return [...new Set(years)].filter((named) => named <= last);
}

function byAge(asked: RequiredQuantity, years: number[], year: number): "holds" | "fails" | "unknown" {
  if (years.some((made) => made > year + 1)) return "unknown";
  const [oldest, newest] = [Math.min(...years), Math.max(...years)];
  if (isOnAskedSide(asked, (year + PART - oldest) * YEAR_DAYS)) return "holds";
  return isOnAskedSide(asked, (year - 1 + PART - newest) * YEAR_DAYS) ? "unknown" : "fails";
}

/** 41 of 200 workers, a bond of 8,000 dinars against a price of 400,000: a share in percent. */
function byShare(asked: RequiredQuantity, { quantities, normal }: Statement): "holds" | "fails" | "unknown" {
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
  return isOnAskedSide(asked, 100 * least / most) ? "holds" : asked.side === "exactly" ? "unknown" : "fails";
}
