import type { Decimal } from "decimal.js";
import { D } from "../decimal.ts";
import type { Criterion } from "../tenders/criteria.ts";
import { coverage, type Passage } from "./coverage.ts";
import { remembered } from "./remembered.ts";
import type { RequirementFinding } from "./requirements/requirement_finding.ts";
import { judgedOf, type Method, type ScoredBid } from "./scored_bid.ts";

/** The reference values: those of the best valid bid. */
export interface Yardsticks {
  amount: Decimal | undefined;
  days: Decimal | undefined;
}

/**
 * Scores with the two decimals shown. Equal inputs give the same object, by which further results are
 * remembered.
 */
export interface ScoreValues {
  price: (amount: string) => Decimal | undefined;
  delivery: (days: number) => Decimal | undefined;
  compliance: (met: number) => Decimal;
  /** The mean of evaluators' scores, which are separated by blanks. */
  mean: (scores: string) => Decimal;
}

export function scoreValues({ amount, days }: Yardsticks, requirements: number): ScoreValues {
  return {
    price: remembered((value) => relative(amount, new D(value))),
    delivery: remembered((value) => relative(days, new D(value))),
    compliance: remembered((met) => shown(HUNDRED.times(met).div(requirements))),
    mean: remembered((scores) => {
      const all = scores.split(" ");
      return shown(D.sum(...all).div(all.length));
    }),
  };
}

/** The basis of a bid's score under a criterion. */
export interface ScoreGround {
  values: ScoreValues;
  compliance: RequirementFinding[];
  /** The tender's terms and the bid's sentences, when text coverage may replace a score. */
  covered: { asked: string[]; passages: Passage[] } | undefined;
}

/** A bid's score under a criterion; undefined when unknown. */
export function scoreOf(
  criterion: Criterion,
  bid: ScoredBid,
  { values, compliance, covered }: ScoreGround,
): { value: Decimal | undefined; method: Method } {
  if (criterion.kind === "price") return { value: values.price(bid.amount), method: "lowest_price" };
  if (criterion.kind === "delivery") {
    const value = bid.delivery_days === null ? undefined : values.delivery(bid.delivery_days);
    return { value, method: "shortest_delivery" };
  }
  if (criterion.kind === "compliance") {
    const met = compliance.filter(({ status }) => status === "met").length;
    return { value: compliance.length > 0 ? values.compliance(met) : undefined, method: "requirements_met" };
  }
  const judged = judgedOf(bid, criterion.name);
  if (judged.length > 0) return { value: values.mean(judged.join(" ")), method: "evaluators" };
  if (!covered) return { value: undefined, method: "unscored" };
  const share = coverage(covered.asked, covered.passages);
  return { value: share === undefined ? undefined : shown(new D(share).times(100)), method: "coverage" };
}

const HUNDRED = new D(100);

/** Scores are capped at 100, since a disqualified bid may beat the reference value. */
function relative(best: Decimal | undefined, value: Decimal): Decimal | undefined {
  if (!best) return undefined;
  return value.lt(best) ? HUNDRED : shown(HUNDRED.times(best).div(value));
}

function shown(value: Decimal): Decimal {
  return value.toDecimalPlaces(2);
}
