import type { Decimal } from "decimal.js";
import { D } from "../decimal.ts";
import type { Criterion } from "../tenders/criteria.ts";
import { coverage, type Passage } from "./coverage.ts";
import type { RequirementFinding } from "./requirements/requirement_finding.ts";
import type { Method, ScoredBid } from "./scored_bid.ts";

/** The reference values: those of the best valid bid. */
export interface Yardsticks {
  amount: Decimal | undefined;
  days: Decimal | undefined;
}

/** The basis of a bid's score under a criterion. */
export interface ScoreGround {
  amount: Decimal;
  /** The mean of evaluators' scores, which are separated by blanks, with the two decimals shown. */
  mean: (scores: string) => Decimal;
  compliance: RequirementFinding[];
  yardsticks: Yardsticks;
  /** The tender's terms and the bid's sentences, when text coverage may replace a score. */
  covered: { asked: string[]; passages: Passage[] } | undefined;
}

/** A bid's score under a criterion, with the two decimals shown; undefined when unknown. */
export function scoreOf(
  criterion: Criterion,
  bid: ScoredBid,
  ground: ScoreGround,
): { value: Decimal | undefined; method: Method } {
  const { value, method } = exactScore(criterion, bid, ground);
  // A mean is rounded already and keeps its identity, by which its weighted share is remembered.
  return { value: method === "evaluators" ? value : value?.toDecimalPlaces(2), method };
}

function exactScore(
  criterion: Criterion,
  bid: ScoredBid,
  { amount, mean, compliance, yardsticks, covered }: ScoreGround,
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
  if (!covered) return { value: undefined, method: "unscored" };
  const share = coverage(covered.asked, covered.passages);
  return { value: share === undefined ? undefined : new D(share).times(100), method: "coverage" };
}

/** The mean of scores separated by blanks, with two decimals. */
export function meanOf(scores: string): Decimal {
  const all = scores.split(" ");
  return D.sum(...all).div(all.length).toDecimalPlaces(2);
}

const HUNDRED = new D(100);

/** Scores are capped at 100, since a disqualified bid may beat the reference value. */
function relative(best: Decimal | undefined, value: Decimal): Decimal | undefined {
  if (!best) return undefined;
  return value.lt(best) ? HUNDRED : HUNDRED.times(best).div(value);
}
