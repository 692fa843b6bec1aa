import { z } from "@hono/zod-openapi";
import { textOf } from "lib/text.ts";
import { Deadline } from "./deadline.ts";

export const Currency = z.enum(["AED", "SAR", "QAR", "OMR", "USD"]);
export const TenderStatus = z.enum([
  "draft",
  "open",
  "closed",
  "under_evaluation",
  "evaluated",
  "awarded",
  "unsuccessful",
  "cancelled",
]);
export type TenderStatus = z.output<typeof TenderStatus>;

const Budget = z.number().min(0).max(1e15);
const Weights = z.record(textOf({ min: 1, max: 200 }), z.number().min(0).max(1))
  .refine((weights) => Object.keys(weights).length <= 50, "must have at most 50 criteria");

const fields = {
  title: textOf({ min: 1, max: 500 }),
  description: textOf({ max: 10_000 }),
  category: textOf({ min: 1, max: 100 }),
  budget_min: Budget,
  budget_max: Budget,
  currency: Currency,
  deadline: Deadline.nullable(),
  requirements: z.array(textOf({ min: 1, max: 2_000 })).max(500),
  evaluation_criteria: Weights,
  sealed: z.boolean().meta({ description: "bids stay closed to everyone until the deadline" }),
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
  sealed: fields.sealed.default(false),
  status: z.enum(["draft", "open"]).default("open"),
}).superRefine(checkTender).meta({ id: "TenderInput", example: EXAMPLE });
export type TenderInput = z.output<typeof TenderInput>;

export const TenderPatch = z.strictObject({ ...fields, status: TenderStatus }).partial()
  .meta({ id: "TenderPatch", example: { status: "cancelled" } });
export type TenderPatch = z.output<typeof TenderPatch>;

export const Tender = z.object({
  id: z.uuid(),
  ...fields,
  status: TenderStatus,
  closes_at: z.string().nullable().meta({ description: "the moment at which the deadline is over, UTC" }),
  bid_count: z.int(),
  awarded_bid_id: z.uuid().nullable(),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
}).meta({
  id: "Tender",
  example: {
    ...EXAMPLE,
    id: "019a0000-0000-7000-8000-000000000001",
    sealed: false,
    status: "open",
    closes_at: "2026-12-31T20:00:00.000Z",
    bid_count: 0,
    awarded_bid_id: null,
    created_by: "alice",
    created_at: "2026-11-21T08:00:00.000Z",
    updated_at: "2026-11-21T08:00:00.000Z",
  },
});
export type Tender = z.output<typeof Tender>;

type Checked = Pick<Tender, "budget_min" | "budget_max" | "evaluation_criteria">;

/** The rules that hold between the fields of a tender. */
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

/** Which status may follow which; `closed` follows from the deadline alone, awards have an endpoint of their own. */
const MOVES: Record<TenderStatus, TenderStatus[]> = {
  draft: ["open", "cancelled"],
  open: ["draft", "cancelled"],
  closed: ["open", "under_evaluation", "unsuccessful", "cancelled"],
  under_evaluation: ["evaluated", "unsuccessful", "cancelled"],
  evaluated: ["under_evaluation", "awarded", "unsuccessful", "cancelled"],
  awarded: [],
  unsuccessful: [],
  cancelled: [],
};

/** The statuses that may follow `status`. */
export function movesFrom(status: TenderStatus): TenderStatus[] {
  return MOVES[status];
}

/** Nothing moves a tender any more. */
export function isSettled(status: TenderStatus): boolean {
  return MOVES[status].length === 0;
}

/** An open tender is closed once its deadline is over. */
export function currentStatus(stored: TenderStatus, closesAt: string | null, now: number): TenderStatus {
  return stored === "open" && closesAt !== null && Date.parse(closesAt) <= now ? "closed" : stored;
}
