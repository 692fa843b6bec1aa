import { z } from "@hono/zod-openapi";
import { PageQuery } from "lib/service/pagination.ts";
import { optionalText, textOf } from "lib/text.ts";
import { Deadline } from "./deadline.ts";
import { TenderStatus } from "./tender_status.ts";

export const Currency = z.enum(["AED", "SAR", "QAR", "OMR", "USD"]);
const Budget = z.number().min(0).max(1e15);
const Weights = z.record(textOf({ min: 1, max: 200 }), z.number().min(0).max(1))
  .refine((weights) => Object.keys(weights).length <= 50, "must have at most 50 criteria");

const Committee = z.array(textOf({ min: 1, max: 320 })).max(50)
  .refine((members) => new Set(members).size === members.length, "must name each member once");

const fields = {
  title: textOf({ min: 1, max: 500 }),
  description: optionalText({ max: 10_000 }),
  category: textOf({ min: 1, max: 100 }).meta({ description: "free text" }),
  budget_min: Budget.meta({ description: "0: none stated" }),
  budget_max: Budget.meta({ description: "0: none stated" }),
  currency: Currency,
  deadline: Deadline.nullable(),
  requirements: z.array(textOf({ min: 1, max: 2_000 })).max(500)
    .meta({ description: "what every bid must meet; each is compared with the bid's sentences" }),
  evaluation_criteria: Weights.meta({
    description: "weights that sum to 1; default: the platform's usual ones",
  }),
  sealed: z.boolean().meta({
    description: "bids stay sealed for everyone until they are opened, which is recorded",
  }),
  committee: Committee.meta({
    description: "`sub` of each person who judges the bids; none of them may own a supplier that bids",
  }),
  coverage_order: z.boolean().meta({
    description:
      "criteria without a person's score count by text coverage; the ranking is then marked preliminary",
  }),
};

const EXAMPLE = {
  title: "توريد أجهزة حاسوب",
  description: "Supply of 200 laptops with three years of on-site support",
  category: "it",
  budget_min: 500_000,
  budget_max: 700_000,
  currency: "AED" as const,
  deadline: "2026-12-31",
  requirements: ["ISO 9001 certificate", "Three years of on-site support"],
  evaluation_criteria: { price: 0.4, quality: 0.3, delivery: 0.15, compliance: 0.15 },
};

export const TenderInput = z.strictObject({
  title: fields.title,
  description: fields.description.default(""),
  category: fields.category.default("other"),
  budget_min: fields.budget_min.default(0),
  budget_max: fields.budget_max.default(0),
  currency: fields.currency.default("AED"),
  deadline: fields.deadline.default(null),
  requirements: fields.requirements.default([]),
  evaluation_criteria: fields.evaluation_criteria.default({}),
  sealed: fields.sealed.default(true),
  committee: fields.committee.default([]),
  coverage_order: fields.coverage_order.default(false),
  status: z.enum(["draft", "open"]).default("open"),
}).superRefine(checkTender).meta({ id: "TenderInput", example: EXAMPLE });
export type TenderInput = z.output<typeof TenderInput>;

const Reason = textOf({ min: 1, max: 2_000 });

export const TenderPatch = z.strictObject({
  ...fields,
  status: TenderStatus,
  reason: Reason.meta({ description: "why the deadline moves; required once there are bids" }),
}).partial().meta({
  id: "TenderPatch",
  example: { deadline: "2027-01-15", reason: "Two bidders asked for more time" },
});
export type TenderPatch = z.output<typeof TenderPatch>;

export const Tender = z.object({
  id: z.uuid(),
  ...fields,
  status: TenderStatus,
  closes_at: z.string().nullable().meta({ description: "the moment at which the deadline is over, UTC" }),
  bid_count: z.int().nullable().meta({
    description: "excluding late ones that are not admitted; null while the bids are sealed",
  }),
  opened_at: z.string().nullable().meta({ description: "when the sealed bids were opened" }),
  opened_by: z.string().nullable(),
  awarded_bid_id: z.uuid().nullable(),
  award_reason: z.string().nullable(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
}).meta({
  id: "Tender",
  example: {
    ...EXAMPLE,
    id: "019a0000-0000-7000-8000-000000000001",
    sealed: true,
    committee: ["bob", "carol"],
    coverage_order: false,
    status: "open",
    closes_at: "2026-12-31T20:00:00.000Z",
    bid_count: null,
    opened_at: null,
    opened_by: null,
    awarded_bid_id: null,
    award_reason: null,
    created_by: "alice",
    created_at: "2026-11-21T08:00:00.000Z",
    updated_at: "2026-11-21T08:00:00.000Z",
  },
});
export type Tender = z.output<typeof Tender>;

type Checked = Pick<Tender, "budget_min" | "budget_max" | "evaluation_criteria">;

/** Validates rules across the fields of a tender. */
export function checkTender(
  { budget_min, budget_max, evaluation_criteria }: Checked,
  context: z.RefinementCtx,
): void {
  if (budget_max !== 0 && budget_min > budget_max) {
    context.addIssue({ code: "custom", path: ["budget_min"], message: "must not be above budget_max" });
  }
  const weights = Object.values(evaluation_criteria);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (weights.length > 0 && Math.abs(sum - 1) > 0.01 + Number.EPSILON * 8) {
    const message = `weights must sum to 1 within 0.01; they sum to ${Number(sum.toFixed(4))}`;
    context.addIssue({ code: "custom", path: ["evaluation_criteria"], message });
  }
}

/** Whether nobody may read the bids: a sealed tender that is not opened yet, whatever its deadline. */
export function isClosedToAll({ sealed, opened_at }: Pick<Tender, "sealed" | "opened_at">): boolean {
  return sealed && opened_at === null;
}

export const TenderQuery = PageQuery.extend({
  category: textOf({ max: 100 }).optional(),
  status: TenderStatus.optional(),
  search: textOf({ max: 500 }).optional().meta({ description: "in title and description" }),
});
export type TenderQuery = z.output<typeof TenderQuery>;
