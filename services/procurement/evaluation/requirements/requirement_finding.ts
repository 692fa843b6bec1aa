import { z } from "@hono/zod-openapi";

export const RequirementStatus = z.enum(["met", "unclear", "not_met"]);
export type RequirementStatus = z.output<typeof RequirementStatus>;

/** An opinion on an `unclear` requirement that no person has confirmed. It is shown and decides nothing. */
const Opinion = z.object({
  status: z.enum(["met", "not_met"]).meta({
    description: "what is proposed; the finding stays `unclear` until a person decides",
  }),
  quote: z.string().meta({ description: "words of the bid as evidence, verbatim" }),
});

/** A model's proposal for an unclear requirement. */
export const RequirementProposal = Opinion.extend({
  model: z.string().meta({ description: "the model that proposes" }),
}).meta({
  id: "RequirementProposal",
  example: {
    status: "met",
    quote: "Our quality system was certified to ISO 9001 in March.",
    model: "judge-1",
  },
});
export type RequirementProposal = z.output<typeof RequirementProposal>;

/** The reader's opinion on an unclear requirement, below the threshold of a finding. */
export const RequirementSuggestion = Opinion.extend({
  reason: z.string().meta({ description: "what suggests it, and why it is no finding" }),
  reason_ar: z.string().meta({ description: "the same in Arabic" }),
  likelihood: z.number().min(0).max(1).meta({
    description:
      "likelihood, 0 to 1, by the weights of the sentence's features; `reason` says what a finding needs",
  }),
}).meta({
  id: "RequirementSuggestion",
  example: {
    status: "met",
    quote: "Two hoists of 12 tonnes each stand in the hall",
    reason: "Words and numbers of the bid point to it; a finding needs a likelihood of 0.8",
    reason_ar: "تشير إليه ألفاظ العطاء وأرقامه؛ ويلزم للقرار احتمال قدره 0.8",
    likelihood: 0.71,
  },
});
export type RequirementSuggestion = z.output<typeof RequirementSuggestion>;

/** The finding on one requirement of one bid. */
export const RequirementFinding = z.object({
  requirement: z.string(),
  status: RequirementStatus,
  evidence: z.string().meta({ description: "the sentence of the bid that decides, or a person's words" }),
  found_by: z.string().meta({ description: "`text`: read in the bid; else the person" }),
  proposal: RequirementProposal.optional().meta({
    description: "a model's proposal about an `unclear` requirement, not decided; absent where there is none",
  }),
  suggestion: RequirementSuggestion.optional().meta({
    description:
      "what the text suggests about an `unclear` requirement, for a person to confirm; it counts for nothing",
  }),
});
export type RequirementFinding = z.output<typeof RequirementFinding>;
