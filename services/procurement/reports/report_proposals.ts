import type { KeptEvaluation } from "../evaluation/evaluation.ts";
import type { RequirementProposal } from "../evaluation/requirements/requirement_finding.ts";

/** A model's proposals about one requirement, by bid; undefined where there are none. */
export function proposalsAbout(
  requirement: number,
  { evaluations }: KeptEvaluation,
): Record<string, RequirementProposal> | undefined {
  const found = evaluations.flatMap(({ bid_id, compliance_check }): [string, RequirementProposal][] => {
    const { proposal } = compliance_check.requirements[requirement] ?? {};
    return proposal ? [[bid_id, proposal]] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Each proposal as a sentence that names its model and says that it is undecided. */
export function proposalNotes({ evaluations }: KeptEvaluation): { en: string[]; ar: string[] } {
  const proposed = evaluations.flatMap(({ supplier_name, compliance_check }) =>
    compliance_check.requirements.flatMap(({ requirement, proposal }) =>
      proposal
        ? [{ supplier_name, requirement, ...proposal, words: proposal.quote.replace(/\s+/g, " ") }]
        : []
    )
  );
  return {
    en: proposed.map(({ supplier_name, requirement, status, model, words }) =>
      `${supplier_name}, requirement “${requirement}”: ${
        status === "met" ? "met" : "not met"
      }, proposed by ${model}, ` +
      `not decided; it quotes “${words}”`
    ),
    ar: proposed.map(({ supplier_name, requirement, status, model, words }) =>
      `${supplier_name}، المتطلب «${requirement}»: ${
        status === "met" ? "مستوفى" : "غير مستوفى"
      }، اقتراح من ${model}، ` +
      `لم يُبتّ فيه؛ ويستشهد بقوله «${words}»`
    ),
  };
}
