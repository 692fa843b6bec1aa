import type { Evaluated } from "./evaluate.ts";
import type { RequirementProposal } from "./requirements/requirement_finding.ts";

/** A model's proposals for one bid, by requirement number. */
export type BidProposals = Map<number, RequirementProposal>;

/** Adds proposals to the unclear findings of an evaluation; everything else stays unchanged. */
export function withProposals(evaluated: Evaluated, proposals: Map<string, BidProposals>): Evaluated {
  if (proposals.size === 0) return evaluated;
  return {
    ...evaluated,
    evaluations: evaluated.evaluations.map(({ compliance_check, ...bid }) => ({
      ...bid,
      compliance_check: {
        ...compliance_check,
        requirements: compliance_check.requirements.map((finding, number) => {
          const proposal = proposals.get(bid.bid_id)?.get(number);
          return proposal && finding.status === "unclear" ? { ...finding, proposal } : finding;
        }),
      },
    })),
  };
}
