import type { Decimal } from "decimal.js";
import { D, rounded } from "../decimal.ts";
import { criteriaOf, type Criterion } from "../tenders/criteria.ts";
import { complianceReader } from "./compliance.ts";
import { readPassages } from "./coverage.ts";
import { scoreOf, scoreValues } from "./criterion_scores.ts";
import { rank } from "./ranking.ts";
import { remembered } from "./remembered.ts";
import type { RequirementFinding } from "./requirements/requirement_finding.ts";
import { type CriterionScore, judgedOf, type Method, type ScoredBid } from "./scored_bid.ts";
import { termsOf } from "./terms.ts";

export interface ScoredTender {
  description: string;
  requirements: string[];
  evaluation_criteria: Record<string, number>;
  /** Whether text coverage replaces missing evaluators' scores, for a preliminary order. */
  coverage_order: boolean;
  closes_at: string | null;
  created_at: string;
}

export interface ScoredResult {
  bid_id: string;
  scores: Record<string, CriterionScore>;
  compliance: RequirementFinding[];
  /** 0 to 100, two decimals; null for a disqualified bid. */
  total: number | null;
  rank: number | null;
}

export interface Scores {
  criteria: { name: string; weight: number; effective_weight: number }[];
  bids: ScoredResult[];
  /** Open questions before the order is final, in English and Arabic. */
  missing: Bilingual[];
  warnings: Bilingual[];
  ties: Bilingual[];
}

/** A sentence in both languages. */
export interface Bilingual {
  en: string;
  ar: string;
}

/** One bid's value and method under each criterion. */
interface Scored {
  bid: ScoredBid;
  compliance: RequirementFinding[];
  scores: { value: Decimal | undefined; method: Method }[];
}

/**
 * Scores and ranks bids. Price: 100 × the lowest valid value ÷ the bid's, as in quality and cost based
 * selection (India's Manual for Procurement of Consultancy Services, 4.2.2); delivery likewise. Compliance:
 * the share of requirements met. Judged criteria: the mean of the evaluators' scores; text coverage only
 * where the tender allows a preliminary order. A criterion without a score for some valid bid is ignored, and
 * the other weights are scaled up to 1. Total: Σ effective weight × score, both as displayed, so that a
 * reader can verify the sum. Disqualified bids are not ranked and set no reference value.
 */
export function scoreBids(tender: ScoredTender, bids: ScoredBid[]): Scores {
  const criteria = criteriaOf(tender.evaluation_criteria);
  const scored = scoredBids(tender, criteria, bids);
  const counted = criteria.map((_criterion, index) =>
    scored.every(({ bid, scores }) => bid.disqualified || scores[index]?.value !== undefined)
  );
  const weights = effectiveWeights(criteria, counted);
  const shares = weights.map((weight) => remembered((value: Decimal) => weight.times(value)));
  const shown = remembered((value: Decimal) => value.toNumber());
  const nothingCounts = weights.every((weight) => weight.isZero());
  const totals = scored.map(({ bid, scores }) =>
    bid.disqualified || nothingCounts ? undefined : scores.reduce(
      (sum, { value }, index) => sum.plus(value && shares[index]?.(value) || 0),
      new D(0),
    )
  );
  const qualityAt = criteria.findIndex(({ quality }) => quality);
  const { ranks, ties } = rank(scored.map(({ bid, scores }, index) => ({
    id: bid.id,
    total: totals[index],
    quality: scores[qualityAt]?.value,
    amount: new D(bid.amount),
  })));
  const left = criteria.filter((_criterion, index) => !counted[index]);
  return {
    criteria: criteria.map(({ name, weight }, index) => ({
      name,
      weight,
      effective_weight: weights[index]?.toNumber() ?? 0,
    })),
    bids: scored.map(({ bid, compliance, scores }, index) => ({
      bid_id: bid.id,
      compliance,
      total: totals[index] === undefined ? null : rounded(totals[index]),
      rank: ranks.get(bid.id) ?? null,
      scores: Object.fromEntries(criteria.map(({ name }, at) => [name, {
        score: scores[at]?.value === undefined ? null : shown(scores[at].value),
        method: scores[at]?.method ?? "unscored",
      }])),
    })),
    missing: missingFrom(criteria, scored, nothingCounts),
    warnings: left.map(({ name }) => ({
      en: `Criterion ${name} was left out: not every valid bid has a score for it`,
      ar: `لم يُحتسب المعيار «${name}»: ليس لكل عطاء مقبول درجة فيه`,
    })),
    ties,
  };
}

function scoredBids(tender: ScoredTender, criteria: Criterion[], bids: ScoredBid[]): Scored[] {
  const valid = bids.filter(({ disqualified }) => !disqualified);
  const values = scoreValues({
    amount: lowest(valid.map(({ amount }) => amount)),
    days: lowest(valid.flatMap(({ delivery_days }) => delivery_days === null ? [] : [delivery_days])),
  }, tender.requirements.length);
  const read = complianceReader(tender);
  const asked = termsAsked(tender, criteria);
  // Coverage must not be compared with an evaluator's score of another bid.
  const open = criteria.map(({ name }) => valid.every((bid) => judgedOf(bid, name).length === 0));
  return bids.map((bid) => {
    const compliance = read(bid);
    const passages = tender.coverage_order ? readPassages([bid.proposal, ...bid.listed]) : [];
    const scores = criteria.map((criterion, index) =>
      scoreOf(criterion, bid, {
        values,
        compliance,
        covered: tender.coverage_order && open[index] ? { asked: asked[index] ?? [], passages } : undefined,
      })
    );
    return { bid, compliance, scores };
  });
}

function termsAsked(tender: ScoredTender, criteria: Criterion[]): string[][] {
  if (!tender.coverage_order) return [];
  const subject = [tender.description, ...tender.requirements].join("\n");
  return criteria.map(({ quality, name }) => termsOf(quality ? subject : `${subject}\n${name}`));
}

/** The missing data of valid bids under weighted criteria, by supplier name. */
function missingFrom(criteria: Criterion[], scored: Scored[], nothingCounts: boolean): Bilingual[] {
  const valid = scored.filter(({ bid }) => !bid.disqualified);
  const missing = criteria.flatMap(({ name, kind, weight }, index): Bilingual[] => {
    if (weight === 0 || kind === "compliance" && valid.every(({ compliance }) => compliance.length === 0)) {
      return [];
    }
    const without = valid.filter(({ scores }) => scores[index]?.value === undefined);
    const covered = valid.filter(({ scores }) => scores[index]?.method === "coverage");
    const names = namesOf([...without, ...covered], valid.length);
    if (without.length > 0 && kind === "delivery") {
      return [{
        en: `${name}: no delivery time is stated${names.en}`,
        ar: `${name}: مدة التسليم غير مذكورة${names.ar}`,
      }];
    }
    if (without.length > 0 || covered.length > 0) {
      return [{
        en: `${name}: no evaluator has scored it${names.en}`,
        ar: `${name}: لم يقيّمه أي مقيّم${names.ar}`,
      }];
    }
    return [];
  });
  if (missing.length > 0 || !nothingCounts || valid.length === 0) return missing;
  return [{ en: "no criterion can be counted", ar: "لا يمكن احتساب أي معيار" }];
}

function namesOf(scored: Scored[], all: number): Bilingual {
  if (scored.length === all) return { en: "", ar: "" };
  const names = scored.slice(0, 10).map(({ bid }) => bid.supplier_name);
  const more = scored.length > names.length ? ", …" : "";
  return { en: ` for ${names.join(", ")}${more}`, ar: ` في عطاء ${names.join("، ")}${more}` };
}

function lowest(values: Decimal.Value[]): Decimal | undefined {
  return values.length > 0 ? D.min(...values) : undefined;
}

/**
 * The weights of the criteria that count, with six decimals and a sum of exactly 1; the heaviest weight takes
 * the remainder.
 */
function effectiveWeights(criteria: Criterion[], counted: boolean[]): Decimal[] {
  const kept = criteria.map(({ weight }, index) => counted[index] ? new D(weight) : new D(0));
  const sum = kept.reduce((total, weight) => total.plus(weight), new D(0));
  if (sum.isZero()) return kept;
  const rounded = kept.map((weight) => weight.div(sum).toDecimalPlaces(6));
  const rest = new D(1).minus(D.sum(...rounded));
  const heaviest = rounded.findIndex((weight) => weight.eq(D.max(...rounded)));
  return rounded.map((weight, index) => index === heaviest ? weight.plus(rest) : weight);
}
