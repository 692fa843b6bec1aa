import type { Decimal } from "decimal.js";
import { criteriaOf, type Criterion } from "../tenders/criteria.ts";
import { D, shown } from "../decimal.ts";
import {
  coverage,
  matchRequirement,
  type Passage,
  readPassages,
  readWanted,
  type RequirementFinding,
  terms,
} from "./requirement_match.ts";

/** What a bid brings into an evaluation. Amounts are decimals as text. */
export interface ScoredBid {
  id: string;
  supplier_id: string;
  supplier_name: string;
  amount: string;
  delivery_days: number | null;
  /** Proposal, qualifications, and the supplier's capabilities and certifications. */
  texts: string[];
  disqualified: boolean;
  /** Evaluators' scores (0 to 100) by criterion name. */
  judged: Record<string, number[]>;
  /** What people found about requirements, by their number. */
  findings: Record<number, RequirementFinding>;
}

export interface ScoredTender {
  description: string;
  requirements: string[];
  evaluation_criteria: Record<string, number>;
}

/** How a score came to be. */
export type Method = "lowest_price" | "shortest_delivery" | "requirements_met" | "evaluators" | "coverage";

export interface CriterionScore {
  /** 0 to 100, two decimals; null where nothing is known. */
  score: number | null;
  method: Method;
}

export interface BidScores {
  bid_id: string;
  scores: Record<string, CriterionScore>;
  compliance: RequirementFinding[];
  /** 0 to 100, two decimals; null for a disqualified bid. */
  total: number | null;
  rank: number | null;
}

export interface Scores {
  criteria: { name: string; weight: number; effective_weight: number }[];
  bids: BidScores[];
  warnings: string[];
  warnings_ar: string[];
  ties: string[];
  ties_ar: string[];
}

/**
 * Scores and ranks bids. Price: 100 × the lowest valid value ÷ the bid's, as in quality and cost based selection
 * (India's Manual for Procurement of Consultancy Services, 4.2.2); delivery likewise. Compliance: share of requirements
 * met. Judged criteria: mean of the evaluators' scores, else coverage. A criterion that some valid bid has no score for
 * counts for none, and the other weights are scaled up to 1. Total: Σ weight × score. Disqualified bids neither rank nor
 * set a yardstick.
 */
export function scoreBids(tender: ScoredTender, bids: ScoredBid[]): Scores {
  const criteria = criteriaOf(tender.evaluation_criteria);
  const decimal = remembered((amount: string) => new D(amount));
  const mean = remembered(meanOf);
  const valid = bids.filter(({ disqualified }) => !disqualified);
  const yardsticks = {
    amount: lowest(valid.map(({ amount }) => decimal(amount))),
    days: lowest(valid.flatMap(({ delivery_days }) => delivery_days === null ? [] : [new D(delivery_days)])),
  };
  const requirements = tender.requirements.map(readWanted);
  const subject = [tender.description, ...tender.requirements].join("\n");
  const asked = criteria.map(({ quality, name }) => terms(quality ? subject : `${subject}\n${name}`));
  const scored = bids.map((bid) => {
    const passages = readPassages(bid.texts);
    const compliance = requirements.map((wanted, index) =>
      bid.findings[index] ?? matchRequirement(wanted, passages)
    );
    const scores = criteria.map((criterion, index) =>
      scoreOf(criterion, bid, {
        amount: decimal(bid.amount),
        mean,
        asked: asked[index] ?? [],
        passages,
        compliance,
        yardsticks,
      })
    );
    return { bid, compliance, scores };
  });
  const counted = criteria.map((_criterion, index) =>
    scored.every(({ bid, scores }) => bid.disqualified || scores[index]?.value !== undefined)
  );
  const weights = effectiveWeights(criteria, counted);
  const shares = weights.map((weight) => remembered((value: Decimal) => weight.times(value)));
  const totals = scored.map(({ bid, scores }) =>
    bid.disqualified || weights.every((weight) => weight.isZero()) ? undefined : scores.reduce(
      (sum, { value }, index) => sum.plus(value && shares[index]?.(value) || 0),
      new D(0),
    )
  );
  const qualityAt = criteria.findIndex(({ quality }) => quality);
  const { ranks, ties } = rank(scored.map(({ bid, scores }, index) => ({
    id: bid.id,
    total: totals[index],
    quality: scores[qualityAt]?.value,
    amount: decimal(bid.amount),
  })));
  const left = criteria.filter((_criterion, index) => !counted[index]);
  const shownScore = remembered((value: Decimal) => shown(value));
  return {
    criteria: criteria.map(({ name, weight }, index) => ({
      name,
      weight,
      effective_weight: shown(weights[index] ?? 0, 4),
    })),
    bids: scored.map(({ bid, compliance, scores }, index) => {
      const total = totals[index];
      return {
        bid_id: bid.id,
        compliance,
        total: total === undefined ? null : shown(total),
        rank: ranks.get(bid.id) ?? null,
        scores: Object.fromEntries(criteria.map(({ name }, at) => [name, {
          score: scores[at]?.value === undefined ? null : shownScore(scores[at].value),
          method: scores[at]?.method ?? "coverage",
        }])),
      };
    }),
    warnings: left.map(({ name }) =>
      `Criterion ${name} was left out: not every valid bid has a score for it`
    ),
    warnings_ar: left.map(({ name }) => `لم يُحتسب المعيار «${name}»: ليس لكل عطاء مقبول درجة فيه`),
    ties: ties.map(({ en }) => en),
    ties_ar: ties.map(({ ar }) => ar),
  };
}

interface Yardsticks {
  amount: Decimal | undefined;
  days: Decimal | undefined;
}

function scoreOf(
  criterion: Criterion,
  bid: ScoredBid,
  { amount, mean, asked, passages, compliance, yardsticks }: {
    amount: Decimal;
    mean: (scores: string) => Decimal;
    asked: string[];
    passages: Passage[];
    compliance: RequirementFinding[];
    yardsticks: Yardsticks;
  },
): { value: Decimal | undefined; method: Method } {
  if (criterion.kind === "price") {
    return { value: relative(yardsticks.amount, amount), method: "lowest_price" };
  }
  if (criterion.kind === "delivery") {
    const days = bid.delivery_days === null ? undefined : new D(bid.delivery_days);
    return { value: days && relative(yardsticks.days, days), method: "shortest_delivery" };
  }
  if (criterion.kind === "compliance") {
    const met = compliance.filter(({ status }) => status === "met").length;
    const value = compliance.length > 0 ? HUNDRED.times(met).div(compliance.length) : undefined;
    return { value, method: "requirements_met" };
  }
  const judged = bid.judged[criterion.name] ?? [];
  if (judged.length > 0) return { value: mean(judged.join(" ")), method: "evaluators" };
  const share = coverage(asked, passages);
  return { value: share === undefined ? undefined : new D(share).times(100), method: "coverage" };
}

function meanOf(scores: string): Decimal {
  const all = scores.split(" ");
  return D.sum(...all).div(all.length);
}

/** Evaluators give the same scores again and again: each sum is done once. */
function remembered<Key, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, value = work(key));
    return value;
  };
}

const HUNDRED = new D(100);

/** A disqualified bid may be below the yardstick: no score passes 100. */
function relative(best: Decimal | undefined, value: Decimal): Decimal | undefined {
  if (!best) return undefined;
  return value.lt(best) ? HUNDRED : HUNDRED.times(best).div(value);
}

function lowest(values: Decimal[]): Decimal | undefined {
  return values.length > 0 ? D.min(...values) : undefined;
}

function effectiveWeights(criteria: Criterion[], counted: boolean[]): Decimal[] {
  const kept = criteria.map(({ weight }, index) => counted[index] ? new D(weight) : new D(0));
  const sum = kept.reduce((total, weight) => total.plus(weight), new D(0));
  return sum.isZero() ? kept : kept.map((weight) => weight.div(sum));
}

interface Contender {
  id: string;
  total: Decimal | undefined;
  quality: Decimal | undefined;
  amount: Decimal;
}

/** Ranks by total; ties by higher quality, then by lower amount, else they share a rank. Never by who came first. */
function rank(contenders: Contender[]): { ranks: Map<string, number>; ties: TieNote[] } {
  const zero = new D(0);
  const order = (a: Contender, b: Contender) =>
    cents(b).comparedTo(cents(a)) || (b.quality ?? zero).comparedTo(a.quality ?? zero) ||
    a.amount.comparedTo(b.amount);
  // Totals that are shown equal are equal.
  const ranked = contenders.flatMap(({ total, ...rest }) =>
    total === undefined ? [] : [{ ...rest, total: total.toDecimalPlaces(2) }]
  ).sort(order);
  const ranks = new Map<string, number>();
  const ties: TieNote[] = [];
  ranked.forEach((contender, index) => {
    const before = ranked[index - 1];
    const shares = before !== undefined && order(before, contender) === 0;
    ranks.set(contender.id, shares ? ranks.get(before.id) ?? index + 1 : index + 1);
    if (before && cents(before).eq(cents(contender))) ties.push(tieNote(before, contender, shares));
  });
  return { ranks, ties };
}

function cents({ total }: Contender): Decimal {
  return total ?? new D(0);
}

interface TieNote {
  en: string;
  ar: string;
}

function tieNote(before: Contender, after: Contender, shares: boolean): TieNote {
  const en = `Bids ${before.id} and ${after.id} have the same total`;
  const ar = `تساوى العطاءان ${before.id} و ${after.id} في المجموع`;
  if (shares) {
    return {
      en: `${en}, quality and amount: they share a rank`,
      ar: `${ar} والجودة والمبلغ: فهما في المرتبة نفسها`,
    };
  }
  const byQuality = !(before.quality ?? D(0)).eq(after.quality ?? D(0));
  return {
    en: `${en}: ${before.id} comes first for its ${byQuality ? "higher quality" : "lower amount"}`,
    ar: `${ar}: ويتقدم ${before.id} ${byQuality ? "لجودته الأعلى" : "لمبلغه الأقل"}`,
  };
}
