import { z } from "@hono/zod-openapi";
import { optionalText, textOf } from "lib/text.ts";
import { RequirementStatus } from "./requirements/requirement_finding.ts";

export const ScoreInput = z.strictObject({
  criterion: textOf({ min: 1, max: 200 }),
  score: z.number().min(0).max(100),
  comment: optionalText({ max: 5_000 }).default(""),
}).meta({ id: "ScoreInput", example: { criterion: "quality", score: 85, comment: "Sound method" } });
export type ScoreInput = z.output<typeof ScoreInput>;

export const Score = z.object({
  ...ScoreInput.shape,
  bid_id: z.uuid(),
  evaluator: z.string(),
  scored_at: z.string(),
}).meta({ id: "Score" });
export type Score = z.output<typeof Score>;

export const FindingInput = z.strictObject({
  requirement: z.int().min(0).meta({ description: "index in the tender's list, from 0" }),
  status: RequirementStatus,
  evidence: textOf({ min: 1, max: 5_000 }).meta({ description: "reason: the deciding words or documents" }),
}).meta({
  id: "FindingInput",
  example: { requirement: 0, status: "met", evidence: "Certificate seen, valid to 2027" },
});
export type FindingInput = z.output<typeof FindingInput>;

export const Finding = z.object({
  ...FindingInput.shape,
  evidence: z.string(),
  bid_id: z.uuid(),
  found_by: z.string(),
  found_at: z.string(),
}).meta({ id: "Finding" });
export type Finding = z.output<typeof Finding>;
