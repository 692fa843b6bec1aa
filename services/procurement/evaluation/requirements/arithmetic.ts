/** Quantities that a sentence does not name and that its numbers tell: ages, shares, years that are listed. */
import { holds } from "./comparison.ts";
import type { Quantity } from "./quantities.ts";
import type { Statement } from "./statement.ts";
import { isMoney } from "./units.ts";
import type { Asked } from "./wanted.ts";

const YEAR_DAYS = 365;
/** A thing of a year is at most so much older, in years, than the years between tell. */
const PART = 0.92;
const MADE =
  /\b(?:model|models|made|built|produced|manufactured|production)\b|(?<!\p{L})[وف]?(?:ال)?(?:موديل\p{L}*|صنع\p{L}*|انتاج\p{L}*|طراز\p{L}*)(?!\p{L})/u;
const BEGAN =
  /\b(?:founded|established|incorporated|entered|began|started|since|first)\b|(?<!\p{L})[وف]?(?:تاسس\p{L}*|بدا|بدات|بدانا|دخلنا|اضفناها|انشئ\p{L}*|باشرنا)(?!\p{L})/u;
const OF = /\b(?:of|out of|against|among)\b|(?<!\p{L})[وف]?(?:من بين|من اصل|منهم|منها|قيمه \p{L}+)(?!\p{L})/u;

/** Whether an asked quantity holds by arithmetic; `year` is the year of the comparison. */
export function workedOut(
  asked: Asked,
  { asks, statement, year }: { asks: string; statement: Statement; year: number },
): "holds" | "fails" | "unknown" {
  if (asked.dimension === "percent") return byShare(asked, statement);
  if (asked.dimension !== "days") return "unknown";
  const years = yearsIn(statement.normal, year + 30);
  if (years.length === 0 || statement.quantities.some(({ dimension }) => dimension === "days")) {
    return "unknown";
  }
  if (asked.side === "at most" && MADE.test(statement.normal)) return byAge(asked, years, year);
  if (asked.side === "at least" && BEGAN.test(statement.normal)) {
    // Whoever began later cannot have done it for so long; who is older may have done something else.
    const longest = (year + PART - Math.min(...years)) * YEAR_DAYS;
    return longest < asked.value ? "fails" : "unknown";
  }
  return ACCOUNTS.test(asks) && years.length * YEAR_DAYS >= asked.value ? "holds" : "unknown";
}

/** What is drawn up by the year. */
const ACCOUNTS = /account|statement|audit|turnover|revenue|قوائم|حسابات|ايراد|ميزاني/u;

function yearsIn(normal: string, last: number): number[] {
  const years = [...normal.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)].map(([text]) => Number(text));
  return [...new Set(years)].filter((named) => named <= last);
}

function byAge(asked: Asked, years: number[], year: number): "holds" | "fails" | "unknown" {
  if (years.some((made) => made > year + 1)) return "unknown";
  const [oldest, newest] = [Math.min(...years), Math.max(...years)];
  if (holds(asked, (year + PART - oldest) * YEAR_DAYS)) return "holds";
  return holds(asked, (year - 1 + PART - newest) * YEAR_DAYS) ? "unknown" : "fails";
}

/** 41 of 200 workers, a bond of 8,000 dinars against a price of 400,000: a share in percent. */
function byShare(asked: Asked, { quantities, normal }: Statement): "holds" | "fails" | "unknown" {
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
  return holds(asked, 100 * least / most) ? "holds" : asked.side === "exactly" ? "unknown" : "fails";
}
