import { fold } from "lib/fold.ts";

/** How a criterion is scored: the first three by arithmetic, `judged` by evaluators or text coverage. */
export type CriterionKind = "price" | "delivery" | "compliance" | "judged";

export interface Criterion {
  /** The name in the tender. */
  name: string;
  kind: CriterionKind;
  /** Whether it is the quality criterion, which breaks ties. */
  quality: boolean;
  weight: number;
}

/** Folded names of the criteria that are scored by arithmetic. */
const ALIASES: Record<"price" | "delivery" | "compliance" | "quality", string[]> = {
  price: [
    "price",
    "cost",
    "amount",
    "commercial",
    "financial",
    "total cost",
    "bid price",
    "السعر",
    "سعر",
    "التكلفه",
    "تكلفه",
    "المالي",
    "العرض المالي",
    "التقييم المالي",
  ],
  delivery: [
    "delivery",
    "delivery time",
    "delivery days",
    "time",
    "timeline",
    "schedule",
    "duration",
    "التسليم",
    "مده التسليم",
    "وقت التسليم",
    "المده",
    "الجدول الزمني",
  ],
  compliance: [
    "compliance",
    "requirements",
    "mandatory requirements",
    "conformity",
    "الامتثال",
    "المطابقه",
    "المتطلبات",
    "الالتزام",
  ],
  quality: [
    "quality",
    "technical",
    "technical quality",
    "technical merit",
    "الجوده",
    "جوده",
    "الفني",
    "العرض الفني",
    "التقييم الفني",
  ],
};

const DEFAULTS: Record<string, number> = { price: 0.4, quality: 0.3, delivery: 0.15, compliance: 0.15 };

/** The criteria of a tender, or the platform's defaults if it states none. */
export function criteriaOf(stated: Record<string, number>): Criterion[] {
  const weights = Object.keys(stated).length > 0 ? stated : DEFAULTS;
  return Object.entries(weights).map(([name, weight]) => {
    const spelled = fold(name).replace(/[_-]+/g, " ").trim();
    const known = Object.entries(ALIASES).find(([, names]) => names.map(fold).includes(spelled))?.[0];
    const kind = known === "price" || known === "delivery" || known === "compliance" ? known : "judged";
    return { name, kind, quality: known === "quality", weight };
  });
}
