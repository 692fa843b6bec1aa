/** Rewrites phrases of a text by rules with triggers. */

/** Replaces a pattern. */
type Rewrite = [pattern: RegExp, by: string | ((found: string, period: string) => string)];

/** Rules that apply only to texts that match the trigger, so that most texts skip most rules. */
export interface Rewrites {
  where: RegExp;
  rules: (Rewrite | Rewrites)[];
}

/** Applies the rules in their order. */
export function rewritten(text: string, { where, rules }: Rewrites): string {
  if (!where.test(text)) return text;
  return rules.reduce((normal, rule) => {
    if (!Array.isArray(rule)) return rewritten(normal, rule);
    const [pattern, by] = rule;
    return typeof by === "string" ? normal.replace(pattern, by) : normal.replace(pattern, by);
  }, text);
}

/** Adverbs of frequency by period. */
const PERIODS: Record<string, string> = {
  day: "daily",
  week: "weekly",
  month: "monthly",
  quarter: "quarterly",
  year: "annually",
  "يوم": "يوميا",
  "اسبوع": "اسبوعيا",
  "شهر": "شهريا",
  "سنه": "سنويا",
  "عام": "سنويا",
};
/** The adverb of a period: `daily` for `every day`. */
export const adverbOfPeriod = (_found: string, period: string) => PERIODS[period] ?? "";
