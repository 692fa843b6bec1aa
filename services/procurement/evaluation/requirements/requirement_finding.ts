import { z } from "@hono/zod-openapi";

export const RequirementStatus = z.enum(["met", "unclear", "not_met"]);
export type RequirementStatus = z.output<typeof RequirementStatus>;

/** A model's proposal for an unclear requirement; it is not a finding and decides nothing. */
export const RequirementProposal = z.object({
  status: z.enum(["met", "not_met"]).meta({
    description: "what the model proposes; the finding stays `unclear` until a person decides",
  }),
  quote: z.string().meta({ description: "the words of the bid's proposal that it rests on, verbatim" }),
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

/** The finding about one requirement for one bid. */
export const RequirementFinding = z.object({
  requirement: z.string(),
  status: RequirementStatus,
  evidence: z.string().meta({ description: "the sentence of the bid that decides, or a person's words" }),
  found_by: z.string().meta({ description: "`text` for what was read in the bid, else the person" }),
  proposal: RequirementProposal.optional().meta({
    description: "a model's proposal about an `unclear` requirement, not decided; absent where there is none",
  }),
});
export type RequirementFinding = z.output<typeof RequirementFinding>;
