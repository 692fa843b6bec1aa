import { z } from "@hono/zod-openapi";
import type { Market } from "./market_store.ts";
import type { Tender } from "./tender.ts";

/** The languages of findings. */
export const Language = z.enum(["en", "ar"]);
export type Language = z.output<typeof Language>;

/** Findings from a tender's data as text. */
export const Findings = z.object({
  risk_assessment: z.array(z.string()),
  market_comparison: z.string(),
  recommendation: z.string(),
});
export type Findings = z.output<typeof Findings>;

const DAY_MS = 86_400_000;
const SHORT_DAYS = 10;
const SHORT_DESCRIPTION = 100;

/** The language of a tender: that of most letters in its title and description. */
export function languageOf({ title, description }: Pick<Tender, "title" | "description">): Language {
  const text = `${title}\n${description}`;
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  return arabic * 2 > (text.match(/\p{L}/gu)?.length ?? 0) ? "ar" : "en";
}

/** Computes findings from the data without a model, in the tender's language. */
export function fromData(tender: Tender, market: Market, now: number): Findings {
  const language = languageOf(tender);
  const risks = risksOf(tender, market, now).map((sentence) => sentence[language]);
  return {
    risk_assessment: risks,
    market_comparison: comparison(tender, market)[language],
    recommendation: recommendation(risks)[language],
  };
}

type BilingualText = Record<Language, string>;

function recommendation(risks: string[]): BilingualText {
  const [first] = risks;
  if (first === undefined) {
    return {
      en: "Nothing in the data speaks against publishing as it is",
      ar: "لا يظهر في البيانات ما يمنع النشر على هذا النحو",
    };
  }
  return {
    en: `Settle ${risks.length} ${risks.length === 1 ? "risk" : "risks"} first; the first is: ${first}`,
    ar: `عدد المخاطر التي ينبغي تسويتها أولًا: ${risks.length}، وأولها: ${first}`,
  };
}

function risksOf(tender: Tender, market: Market, now: number): BilingualText[] {
  return [...risksOfTerms(tender, now), ...risksOfMarket(tender, market)];
}

function risksOfTerms(tender: Tender, now: number): BilingualText[] {
  const days = tender.closes_at === null
    ? undefined
    : Math.floor((Date.parse(tender.closes_at) - now) / DAY_MS);
  const risks: [holds: boolean, risk: BilingualText][] = [
    [days === undefined, {
      en: "No deadline is stated: bids could be submitted without end",
      ar: "لا موعد نهائي محدد: قد تستمر العطاءات بلا نهاية",
    }],
    [days !== undefined && days >= 0 && days < SHORT_DAYS, {
      en: `Bidders have ${days} days, fewer than ${SHORT_DAYS}`,
      ar: `المدة المتبقية لمقدمي العطاءات بالأيام: ${days}، وهي أقل من ${SHORT_DAYS}`,
    }],
    [tender.requirements.length === 0, {
      en: "No mandatory requirements are stated: compliance cannot be compared",
      ar: "لا متطلبات إلزامية مذكورة: لا تمكن مقارنة الامتثال",
    }],
    [Object.keys(tender.evaluation_criteria).length === 0, {
      en: "No criteria are stated: the platform's usual weights apply",
      ar: "لا معايير مذكورة: تُطبَّق أوزان المنصة المعتادة",
    }],
    [tender.budget_max === 0, {
      en: "No budget is stated: prices can be compared with each other only",
      ar: "لا ميزانية مذكورة: لا تقارن الأسعار إلا بعضها ببعض",
    }],
    [[...tender.description].length < SHORT_DESCRIPTION, {
      en: "The description is short: bids will be hard to compare",
      ar: "الوصف قصير: ستصعب مقارنة العطاءات",
    }],
    [(tender.evaluation_criteria.price ?? 0) > 0.7, {
      en: "Price weighs more than 0.7: quality hardly counts",
      ar: "وزن السعر أكبر من 0.7: فلا يكاد يكون للجودة أثر",
    }],
  ];
  return risks.filter(([holds]) => holds).map(([, risk]) => risk);
}

function risksOfMarket({ budget_min, budget_max }: Tender, market: Market): BilingualText[] {
  const middle = (budget_min + budget_max) / 2;
  const offMarket = market.median !== null && budget_max > 0 && middle > 0 ? middle / market.median : 1;
  const risks: [holds: boolean, risk: BilingualText][] = [
    [market.tenders > 0 && market.average_bids < 3, {
      en: `Past tenders drew ${market.average_bids} bids on average: competition is low`,
      ar: `متوسط عدد العطاءات في المناقصات السابقة ${market.average_bids}: المنافسة ضعيفة`,
    }],
    [offMarket < 0.7, {
      en: "The budget is more than 30 % below the median of past bids",
      ar: "الميزانية أقل من وسيط العطاءات السابقة بأكثر من 30 %",
    }],
    [offMarket > 1.4, {
      en: "The budget is more than 40 % above the median of past bids",
      ar: "الميزانية أعلى من وسيط العطاءات السابقة بأكثر من 40 %",
    }],
  ];
  return risks.filter(([holds]) => holds).map(([, risk]) => risk);
}

function comparison({ category, currency }: Tender, market: Market): BilingualText {
  const { tenders, average_bids, lowest, highest, median } = market;
  if (tenders === 0) {
    return {
      en: `No past tender of category ${category} in ${currency} to compare with`,
      ar: `لا مناقصة سابقة من فئة ${category} بعملة ${currency} للمقارنة`,
    };
  }
  return {
    en:
      `${tenders} past tenders of category ${category} in ${currency} drew ${average_bids} bids on average, ` +
      `from ${lowest} to ${highest}, half of them up to ${median}`,
    ar:
      `عدد المناقصات السابقة من فئة ${category} بعملة ${currency}: ${tenders}، بمتوسط ${average_bids} من العطاءات، ` +
      `من ${lowest} إلى ${highest}، ونصفها لا يتجاوز ${median}`,
  };
}

/** The tender's own weights scaled to a sum of 1; without any, weights by its requirements. */
export function suggestedWeights(tender: Tender): Record<string, number> {
  const stated = Object.entries(tender.evaluation_criteria);
  const demanding = tender.requirements.length >= 5;
  const weights = stated.length > 0 ? stated : Object.entries({
    price: demanding ? 0.35 : 0.4,
    quality: 0.3,
    delivery: 0.15,
    compliance: demanding ? 0.2 : 0.15,
  });
  const sum = weights.reduce((total, [, weight]) => total + weight, 0) || 1;
  const parts = weights.map((
    [name, weight],
  ): [string, number] => [name, Math.round(weight / sum * 1000) / 1000]);
  // The heaviest weight takes the rounding remainder.
  const rest = 1 - parts.reduce((total, [, weight]) => total + weight, 0);
  const heaviest = parts.reduce((best, part) => part[1] > best[1] ? part : best, parts[0] ?? ["", 0]);
  heaviest[1] = Math.round((heaviest[1] + rest) * 1000) / 1000;
  return Object.fromEntries(parts);
}
