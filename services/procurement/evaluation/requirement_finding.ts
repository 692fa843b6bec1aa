import { z } from "@hono/zod-openapi";

export const RequirementStatus = z.enum(["met", "unclear", "not_met"]);
export type RequirementStatus = z.output<typeof RequirementStatus>;

/** What is known of one requirement for one bid. */
export const RequirementFinding = z.object({
  requirement: z.string(),
  status: RequirementStatus,
  evidence: z.string().meta({ description: "the sentence of the bid that decides, or a person's words" }),
  found_by: z.string().meta({ description: "`text` for what was read in the bid, else the person" }),
});
export type RequirementFinding = z.output<typeof RequirementFinding>;
