import canonicalize from "canonicalize";
import { shown } from "../decimal.ts";
import { type FlaggedBid, type RedFlag, redFlags } from "./red_flags.ts";
import type { RequirementFinding } from "./requirement_match.ts";
import { type BidScores, type CriterionScore, scoreBids, type ScoredBid, type Scores } from "./scoring.ts";
import type { Tender } from "../tenders/tender.ts";

/** All that an evaluation looks at, kept with it so that it can be done again. */
export interface Inputs {
  tender: Pick<
    Tender,
    | "id"
    | "title"
    | "description"
    | "category"
    | "budget_min"
    | "budget_max"
    | "currency"
    | "requirements"
    | "evaluation_criteria"
    | "closes_at"
    | "created_at"
  >;
  bids: (ScoredBid & { proposal: string; late: boolean; disqualified_reason: string | null })[];
}

export const STRENGTH = 80;
export const WEAKNESS = 50;
export const METHOD =
  "price and delivery: 100 × lowest valid value ÷ the bid's; compliance: share of requirements met; other criteria: " +
  "mean of evaluators' scores, else coverage of the tender's terms; total: Σ effective weight × score; no model involved";

/** One bid's evaluation. */
export interface BidEvaluation {
  bid_id: string;
  supplier_id: string;
  supplier_name: string;
  criterion_scores: Record<string, CriterionScore & { weight: number; effective_weight: number }>;
  total_score: number | null;
  rank: number | null;
  disqualified_reason: string | null;
  strengths: string[];
  weaknesses: string[];
  compliance_check: { met: number; unclear: number; not_met: number; requirements: RequirementFinding[] };
  value_assessment: string;
  red_flags: RedFlag[];
}

/** The evaluation of all bids of a tender. */
export interface Evaluation {
  tender_id: string;
  version: number;
  evaluations: BidEvaluation[];
  ranking: { bid_id: string; rank: number; total_score: number }[];
  recommendation: string;
  /** The same in Arabic. */
  recommendation_ar: string;
  criteria: Scores["criteria"];
  warnings: string[];
  warnings_ar: string[];
  tie_notes: string[];
  tie_notes_ar: string[];
  red_flags: RedFlag[];
  method: string;
  inputs_sha256: string;
  evaluated_by: string;
  evaluated_at: string;
  /** The scores as they are kept for lists of bids. */
  bids: BidScores[];
}

/** Evaluates: the same inputs give the same numbers, whoever asks and in whatever order the bids came. */
export function evaluate(
  inputs: Inputs,
): Omit<Evaluation, "version" | "inputs_sha256" | "evaluated_by" | "evaluated_at"> {
  const { tender, bids } = inputs;
  const scores = scoreBids(tender, bids);
  const flagged: FlaggedBid[] = bids;
  const flags = redFlags(tender, flagged);
  const lowest = Math.min(
    ...bids.flatMap(({ disqualified, amount }) => disqualified ? [] : [Number(amount)]),
  );
  const flagsOf = new Map<string, RedFlag[]>();
  for (const flag of flags) {
    for (const id of flag.bid_ids) flagsOf.set(id, [...flagsOf.get(id) ?? [], flag]);
  }
  const evaluations = scores.bids.map((scored, index) =>
    bidEvaluation(scored, { scores, flags: flagsOf.get(scored.bid_id) ?? [], inputs, index, lowest })
  );
  const ranking = scores.bids
    .flatMap(({ bid_id, rank, total }) =>
      rank === null || total === null ? [] : [{ bid_id, rank, total_score: total }]
    )
    .sort((a, b) => a.rank - b.rank || (a.bid_id < b.bid_id ? -1 : 1));
  return {
    tender_id: tender.id,
    evaluations: evaluations.sort((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity) || 0),
    ranking,
    ...recommendation(evaluations, ranking, flags),
    criteria: scores.criteria,
    warnings: scores.warnings,
    warnings_ar: scores.warnings_ar,
    tie_notes: scores.ties,
    tie_notes_ar: scores.ties_ar,
    red_flags: flags,
    method: METHOD,
    bids: scores.bids,
  };
}

/** SHA-256 of the inputs in canonical JSON (RFC 8785), so that anyone can check what was evaluated. */
export async function inputsHash(inputs: Inputs): Promise<string> {
  const text = canonicalize(inputs) ?? "";
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

function bidEvaluation(
  { bid_id, scores: byCriterion, total, rank, compliance }: BidScores,
  { scores, flags, inputs, index, lowest }: {
    scores: Scores;
    flags: RedFlag[];
    inputs: Inputs;
    index: number;
    lowest: number;
  },
): BidEvaluation {
  const bid = inputs.bids[index];
  const count = (status: RequirementFinding["status"]) =>
    compliance.filter((found) => found.status === status).length;
  const weighted = scores.criteria.map(({ name, weight, effective_weight }) => ({
    name,
    weight,
    effective_weight,
    ...byCriterion[name] ?? { score: null, method: "coverage" as const },
  }));
  const known = weighted.flatMap(({ name, score }) => score === null ? [] : [{ name, score }]);
  return {
    bid_id,
    supplier_id: bid?.supplier_id ?? "",
    supplier_name: bid?.supplier_name ?? "",
    criterion_scores: Object.fromEntries(weighted.map(({ name, ...rest }) => [name, rest])),
    total_score: total,
    rank,
    disqualified_reason: bid?.disqualified_reason ?? null,
    strengths: known.filter(({ score }) => score >= STRENGTH).map(({ name, score }) => `${name}: ${score}`),
    weaknesses: known.filter(({ score }) => score < WEAKNESS).map(({ name, score }) => `${name}: ${score}`),
    compliance_check: {
      met: count("met"),
      unclear: count("unclear"),
      not_met: count("not_met"),
      requirements: compliance,
    },
    value_assessment: bid ? valueOf(inputs.tender, Number(bid.amount), lowest) : "",
    red_flags: flags,
  };
}

/** Where a bid's price stands: against the lowest valid one, and against the budget. */
function valueOf(tender: Inputs["tender"], amount: number, lowest: number): string {
  const above = shown((amount / lowest - 1) * 100, 1);
  const price = Number.isFinite(lowest)
    ? above > 0 ? `${above} % above the lowest valid bid` : "the lowest valid bid"
    : "no valid bid to compare with";
  if (tender.budget_max <= 0) return `${amount} ${tender.currency}: ${price}`;
  const place = amount > tender.budget_max ? "above" : amount < tender.budget_min ? "below" : "within";
  return `${amount} ${tender.currency}: ${price}, ${place} the budget`;
}

function recommendation(
  evaluations: BidEvaluation[],
  ranking: Evaluation["ranking"],
  flags: RedFlag[],
): { recommendation: string; recommendation_ar: string } {
  const first = ranking.filter(({ rank }) => rank === 1);
  const [winner] = first;
  if (!winner) {
    return {
      recommendation: "There is no valid bid to recommend",
      recommendation_ar: "لا يوجد عطاء مقبول يمكن التوصية به",
    };
  }
  const { total_score, bid_id } = winner;
  const best = evaluations.find((evaluation) => evaluation.bid_id === bid_id);
  const unclear = best?.compliance_check.unclear ?? 0;
  const review = flags.length > 0 ? `; ${flags.length} red flags deserve a look first` : "";
  const reviewAr = flags.length > 0 ? `؛ وهناك ${flags.length} من المؤشرات تستدعي المراجعة أولًا` : "";
  if (first.length > 1) {
    return {
      recommendation:
        `${first.length} bids share the first rank with ${total_score}: the committee decides${review}`,
      recommendation_ar:
        `تتقاسم ${first.length} عطاءات المرتبة الأولى بمجموع ${total_score}: والقرار للجنة${reviewAr}`,
    };
  }
  const open = unclear > 0 ? `; ${unclear} requirements are still to be confirmed` : "";
  const openAr = unclear > 0 ? `؛ وما زال ${unclear} من المتطلبات بحاجة إلى تأكيد` : "";
  const supplier = best?.supplier_name;
  return {
    recommendation: `Award to ${supplier} (bid ${bid_id}), first with ${total_score} of 100${open}${review}`,
    recommendation_ar:
      `الترسية على ${supplier}، صاحب المرتبة الأولى بمجموع ${total_score} من 100${openAr}${reviewAr}`,
  };
}
