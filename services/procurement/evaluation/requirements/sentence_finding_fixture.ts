import type { RequirementFinding } from "./requirement_finding.ts";
import { requirementReader } from "./requirement_reader.ts";

/** The finding on one requirement for a bid of one passage or one listed item. */
export function findingFor(
  requirementText: string,
  sentenceText: string,
  { listed = false } = {},
): RequirementFinding {
  const bid = listed ? { proposal: "", listed: [sentenceText] } : { proposal: sentenceText, listed: [] };
  const [found] = requirementReader([requirementText], { asOf: "2026-11-30" })(bid);
  if (!found) throw new Error(`No finding for ${requirementText}`);
  return found;
}

/** The verdict on a passage, either a finding or a suggestion. */
export function verdictOn(
  requirementText: string,
  sentenceText: string,
  options?: { listed?: boolean },
): RequirementFinding["status"] {
  const { status, suggestion } = findingFor(requirementText, sentenceText, options);
  return suggestion?.status ?? status;
}

/** The rows whose verdict differs from the expected one. */
export function misreadRows(rows: Row[]): string[] {
  return rows.flatMap(([status, requirementText, sentenceText]) => {
    const read = verdictOn(requirementText, sentenceText);
    return read === status ? [] : [`${read} for ${status}: ${requirementText} | ${sentenceText}`];
  });
}

export type Row = [status: "met" | "not_met" | "unclear", requirement: string, sentence: string];
