import { repetitionIn } from "./copied_text.ts";
import type { RequirementFinding } from "./requirements/requirement_finding.ts";
import { requirementReader } from "./requirements/requirement_reader.ts";
import type { ScoredBid } from "./scored_bid.ts";

/** The settings for reading a tender's requirements. */
interface ComplianceInput {
  description: string;
  requirements: string[];
  closes_at: string | null;
  created_at: string;
}

/** The finding for each requirement of a tender: a person's, else one from the bid's text. */
export function complianceReader(
  { description, requirements, closes_at, created_at }: ComplianceInput,
): (bid: Pick<ScoredBid, "proposal" | "listed" | "findings">) => RequirementFinding[] {
  const read = requirementReader(requirements, {
    asOf: (closes_at ?? created_at).slice(0, 10),
    isCopied: repetitionIn([description, ...requirements]),
  });
  return (bid) => read(bid).map((finding, index) => bid.findings[index] ?? finding);
}
