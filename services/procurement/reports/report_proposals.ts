/**
 * Reports a model's proposals and the reader's suggestions on unclear requirements. They are shown and decide
 * nothing.
 */
import type { KeptEvaluation } from "../evaluation/evaluation.ts";
import type { RequirementFinding } from "../evaluation/requirements/requirement_finding.ts";

/** The proposals or suggestions on one requirement, by bid; undefined if there are none. */
export function opinionsAbout<Kind extends "proposal" | "suggestion">(
  requirement: number,
  kind: Kind,
  { evaluations }: KeptEvaluation,
): Record<string, NonNullable<RequirementFinding[Kind]>> | undefined {
  const opinions: Record<string, NonNullable<RequirementFinding[Kind]>> = {};
  for (const { bid_id, compliance_check } of evaluations) {
    const opinion = compliance_check.requirements[requirement]?.[kind];
    if (opinion) opinions[bid_id] = opinion;
  }
  return Object.keys(opinions).length > 0 ? opinions : undefined;
}

/** Each opinion as a sentence with its author and the note that it is undecided. */
export function opinionNotes({ evaluations }: KeptEvaluation): { en: string[]; ar: string[] } {
  const notes = evaluations.flatMap(({ supplier_name, compliance_check }) =>
    compliance_check.requirements.flatMap(({ requirement, suggestion, proposal }) => {
      const about = {
        en: `${supplier_name}, requirement “${requirement}”`,
        ar: `${supplier_name}، المتطلب «${requirement}»`,
      };
      const by = (model: string) => ({ en: `proposed by ${model}`, ar: `اقتراح من ${model}` });
      return [
        ...suggestion ? [noteOf(suggestion, { ...about, by: BY_READING })] : [],
        ...proposal ? [noteOf(proposal, { ...about, by: by(proposal.model) })] : [],
      ];
    })
  );
  return { en: notes.map(({ en }) => en), ar: notes.map(({ ar }) => ar) };
}

const BY_READING = { en: "suggested by the reading", ar: "ترجيح من القراءة" };

function noteOf(
  { status, quote }: { status: "met" | "not_met"; quote: string },
  { en, ar, by }: { en: string; ar: string; by: { en: string; ar: string } },
): { en: string; ar: string } {
  const words = quote.replace(/\s+/g, " ");
  return {
    en: `${en}: ${status === "met" ? "met" : "not met"}, ${by.en}, not decided; it quotes “${words}”`,
    ar: `${ar}: ${
      status === "met" ? "مستوفى" : "غير مستوفى"
    }، ${by.ar}، لم يُبتّ فيه؛ ويستشهد بقوله «${words}»`,
  };
}
