/** A report: a stored assessment. */
import { z } from "@hono/zod-openapi";
import { OffsetQuery } from "lib/service/pagination.ts";
import { Sharing } from "lib/sharing/sharing.ts";
import { textOf } from "lib/text.ts";
import { RISK_LEVELS } from "../assessment/vocabulary.ts";
import { assess } from "../assessment/assessment.ts";
import type { AssessmentInput } from "../assessment/assessment_input.ts";
import { FrameworkResult, Percent, Share } from "../assessment/result.ts";
import { Screening, screeningOf } from "../assessment/screening.ts";
import { situate } from "../assessment/situation.ts";
import { Bilingual } from "../catalogue/bilingual.ts";
import { type LoadedFramework, SITUATIONS } from "../catalogue/framework.ts";

const Words = z.union([z.string(), Bilingual]);

/**
 * The version of the assessment rules; version 1 accepted switches as proof, so its reports get no
 * certificate.
 */
export const RULES = 2;

/** The part of a report that lists hold. */
export const StoredSummary = z.object({
  id: z.uuid(),
  system_id: z.uuid(),
  system_name: z.string(),
  overall_score: Percent.nullable(),
  overall_reason: Words.nullable().default(null),
  framework_scores: z.record(z.string(), Percent),
  framework_reasons: z.record(z.string(), Words).default({}),
  coverage: Share.nullable().default(null),
  total_requirements: z.int(),
  met_requirements: z.int(),
  claimed_requirements: z.int().default(0),
  gap_count: z.int(),
  assessed_at: z.string(),
});
export type StoredSummary = z.output<typeof StoredSummary>;

/** A stored assessment, which never changes. */
export const Report = StoredSummary.extend({
  assessed_by: z.string(),
  rules: z.int().default(1),
  risk_level: z.string(),
  situations: z.array(z.enum(SITUATIONS)).default([]),
  request: z.looseObject({
    system_name: z.string(),
    system_type: z.string().optional().meta({ description: "The owner's description of the system" }),
    deployment_region: z.string(),
    data_types: z.array(z.string()).optional().meta({
      description: "The owner's words for the kinds of data",
    }),
    features: z.record(z.string(), z.boolean()),
  }),
  screening: Screening.nullable().default(null).meta({
    description:
      "Answers about prohibited practices and high-risk uses, given by `assessed_by` at `assessed_at`",
  }),
  /** Words of the request that were not understood, and frameworks for another region. */
  notes: z.array(Words),
  frameworks: z.array(FrameworkResult),
});
export type Report = z.output<typeof Report>;

/** Who may see a report. */
export const OwnedReport = Report.extend({
  owner: z.string().nullable(),
  shared_with: Sharing.nullable(),
});
export type OwnedReport = z.output<typeof OwnedReport>;

/** Assesses a system against frameworks; the store adds the remaining fields. */
export function assessmentReport(
  input: AssessmentInput,
  frameworks: LoadedFramework[],
): Omit<Report, "id" | "system_id" | "assessed_at" | "assessed_by"> {
  const system = situate(input);
  const { frameworks: results, ...overall } = assess(frameworks, system);
  const sum = (of: (result: FrameworkResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  return {
    ...overall,
    system_name: input.system_name,
    rules: RULES,
    framework_scores: Object.fromEntries(
      results.flatMap(({ framework_id, score }) => score === null ? [] : [[framework_id, score]]),
    ),
    framework_reasons: Object.fromEntries(
      results.flatMap(({ framework_id, score_reason }) =>
        score_reason === null ? [] : [[framework_id, score_reason]]
      ),
    ),
    total_requirements: sum((result) => result.total_requirements),
    met_requirements: sum((result) => result.met_requirements),
    claimed_requirements: sum((result) => result.claimed_requirements),
    gap_count: sum((result) => result.gap_count),
    risk_level: system.risk,
    situations: [...system.situations],
    request: { ...input },
    screening: screeningOf(input),
    notes: [...system.notes, ...otherRegionNotes(input, frameworks, results)],
    frameworks: results,
  };
}

/** A note on each framework that is for another region. */
function otherRegionNotes(input: AssessmentInput, frameworks: LoadedFramework[], results: FrameworkResult[]) {
  return frameworks.flatMap(({ id, region }, index) =>
    results[index]?.region_applies !== false ? [] : [{
      en: `${id} is for ${region}, not for ${input.deployment_region}: scored all the same`,
      ar: `${id} خاص بالنطاق ${region} لا بـ«${input.deployment_region}»، وقد قُيّم مع ذلك`,
    }]
  );
}

const Moment = z.iso.datetime({ offset: true });

export const ReportQuery = OffsetQuery.extend({
  system: textOf({ max: 300 }).optional().meta({ description: "Part of a system's name" }),
  system_id: z.uuid().optional().meta({ description: "Reports of one system" }),
  framework_id: textOf({ max: 100 }).optional().meta({ description: "Reports against one framework" }),
  risk_level: z.enum(RISK_LEVELS).optional().meta({ description: "Systems of one level" }),
  from: Moment.optional().meta({
    description: "Assessed at this time or later",
    example: "2026-11-01T00:00:00Z",
  }),
  to: Moment.optional().meta({ description: "Assessed earlier", example: "2026-12-01T00:00:00Z" }),
});
export type ReportQuery = z.output<typeof ReportQuery>;
