import type { RequirementFinding } from "./requirement_finding.ts";
import { requirementReader } from "./requirement_reader.ts";

/** The finding about one requirement in a bid of one passage, or of one item of a list. */
export function foundIn(asks: string, says: string, { listed = false } = {}): RequirementFinding {
  const bid = listed ? { proposal: "", listed: [says] } : { proposal: says, listed: [] };
  const [found] = requirementReader([asks], { asOf: "2026-11-30" })(bid);
  if (!found) throw new Error(`No finding for ${asks}`);
  return found;
}

/** The verdict on a passage, be it a finding or a suggestion. */
export function readAs(asks: string, says: string, how?: { listed?: boolean }): RequirementFinding["status"] {
  const { status, suggestion } = foundIn(asks, says, how);
  return suggestion?.status ?? status;
}

/** Pairs that are read as something else than is expected of them. */
export function misread(rows: Row[]): string[] {
  return rows.flatMap(([status, asks, says]) => {
    const read = readAs(asks, says);
    return read === status ? [] : [`${read} for ${status}: ${asks} | ${says}`];
  });
}

export type Row = [status: "met" | "not_met" | "unclear", asks: string, says: string];
