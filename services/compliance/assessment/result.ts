/** The stored outcome of an assessment, in both languages. */
import { z } from "@hono/zod-openapi";
import { Bilingual } from "../catalogue/bilingual.ts";
import { SITUATIONS } from "../catalogue/framework.ts";
import { SEVERITIES, STATUSES } from "./standing.ts";

/** Texts stored by earlier versions may be in English only. */
const Words = z.union([z.string(), z.object({ en: z.string(), ar: z.string() })]);
export type Words = z.output<typeof Words>;

export const Share = z.number().min(0).max(1);
export const Percent = z.number().min(0).max(100);
const Situation = z.enum(SITUATIONS);
const Needs = z.enum(["all", "any"]);

const Check = z.object({
  // Reports of the first version name evidence x:name.
  check: z.string().overwrite((key) => key.replace(/^x:/, "has_")).meta({
    description: "A key of the request's features",
  }),
  says: Words.optional().meta({ description: "Meaning of the key" }),
  holds: z.boolean().nullable().meta({ description: "The request's answer to it; null: none" }),
  role: z.enum(["shows", "claims"]).default("shows").meta({
    description: "shows: it states exactly this duty; claims: it is only related",
  }),
});

/** A requirement as stored in a report, independent of later changes of the framework's file. */
export const RequirementResult = z.object({
  requirement_id: z.string(),
  ref: Words,
  title: Bilingual,
  description: Bilingual,
  remediation: Bilingual,
  category: z.string(),
  weight: z.int(),
  status: z.enum(STATUSES).meta({
    description: "met: evidence states exactly this duty; claimed: only related switches, no evidence; " +
      "not_assessed: nothing in the request decides it",
  }),
  credit: Share.nullable().meta({
    description: "Credit for the duty, half for a claim; null: not applicable or unknown",
  }),
  severity: z.enum(SEVERITIES).nullable(),
  checks: z.array(Check).meta({ description: "Why" }),
  needs: Needs.meta({ description: "Whether all checks that show it must hold, or any one" }),
  claim_needs: Needs.default("all").meta({ description: "The same for checks that claim it" }),
  applies_when: z.array(z.union([Situation, z.array(Situation)])).default([]),
});
export type RequirementResult = z.output<typeof RequirementResult>;

export const FrameworkResult = z.object({
  framework_id: z.string(),
  name: Bilingual,
  version: Words,
  sha256: z.string(),
  nature: z.string(),
  score: Percent.nullable().meta({ description: "null: no requirement applies" }),
  score_reason: Words.nullable().default(null).meta({
    description: "Why there is no score, or why it is lower than the requirements alone would make it",
  }),
  region_applies: z.boolean(),
  total_requirements: z.int().meta({ description: "Requirements that apply" }),
  met_requirements: z.int(),
  claimed_requirements: z.int().default(0),
  gap_count: z.int(),
  coverage: Share.nullable().meta({
    description: "Share of the requirements that apply which evidence decides; a claim decides nothing",
  }),
  requirements: z.array(RequirementResult),
});
export type FrameworkResult = z.output<typeof FrameworkResult>;
