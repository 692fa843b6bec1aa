import type { RequirementFinding } from "./requirement_finding.ts";
import { requirementReader } from "./requirements/requirement_reader.ts";
import type { ScoredBid } from "./scored_bid.ts";

/** The settings by which a tender's requirements are read. */
interface Asking {
  requirements: string[];
  closes_at: string | null;
  created_at: string;
}

/** Finds what is known of each requirement of a tender for a bid: by a person, else by the bid's text. */
export function complianceReader(
  { requirements, closes_at, created_at }: Asking,
): (bid: Pick<ScoredBid, "proposal" | "listed" | "findings">) => RequirementFinding[] {
  const read = requirementReader(requirements, { asOf: (closes_at ?? created_at).slice(0, 10) });
  return (bid) => read(bid).map((finding, index) => bid.findings[index] ?? finding);
}
