import { fold } from "lib/fold.ts";
import type { RequirementFinding } from "./requirement_finding.ts";
import type { ScoredBid } from "./scored_bid.ts";
import { terms, termSet } from "./terms.ts";

const MET_SHARE = 0.8;
const NEGATIONS =
  /(^|\s)(no|not|without|cannot|can't|unable|lack|lacks|excluding|except|لا|ليس|ليست|غير|بدون|دون|لم|لن)(\s|$)/;

interface Passage {
  text: string;
  terms: Set<string>;
  negated: boolean;
}

/** Reads the requirements of a tender in a bid. */
export function requirementReader(
  requirements: string[],
  _tender: { asOf: string; tender: string },
): (bid: Pick<ScoredBid, "proposal" | "listed">) => RequirementFinding[] {
  const wanted = requirements.map((text) => ({
    text,
    terms: terms(text),
    negated: NEGATIONS.test(fold(text)),
  }));
  return ({ proposal, listed }) => {
    const passages: Passage[] = [proposal, ...listed].flatMap((text) => text.split(/[.!?؟\n;؛•]+/))
      .filter((text) => text.trim() !== "")
      .map((text) => ({ text, terms: termSet(fold(text)), negated: NEGATIONS.test(fold(text)) }));
    return wanted.map((one) => {
      const numbers = one.terms.filter((term) => /\d/.test(term));
      const found = passages.find(({ terms, negated }) =>
        !(negated && !one.negated) && numbers.every((number) => terms.has(number)) && one.terms.length > 0 &&
        one.terms.filter((term) => terms.has(term)).length / one.terms.length >= MET_SHARE
      );
      const requirement = one.text;
      if (!found) return { requirement, status: "unclear", evidence: "", found_by: "text" };
      return { requirement, status: "met", evidence: found.text.trim().slice(0, 300), found_by: "text" };
    });
  };
}
