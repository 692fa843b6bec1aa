import { z } from "@hono/zod-openapi";
import { optionalText, textOf } from "lib/text.ts";

export const BidInput = z.strictObject({
  supplier_id: z.uuid(),
  amount: z.number().positive().max(1e15),
  proposal: optionalText({ max: 50_000 }).default(""),
  delivery_days: z.int().min(1).max(100_000).nullable().default(null),
  qualifications: z.array(textOf({ min: 1, max: 1_000 })).max(200).default([]),
}).meta({
  id: "BidInput",
  example: {
    supplier_id: "019a0000-0000-7000-8000-000000000002",
    amount: 620_000,
    proposal: "We hold an ISO 9001 certificate and give three years of on-site support.",
    delivery_days: 30,
    qualifications: ["ISO 9001"],
  },
});
export type BidInput = z.output<typeof BidInput>;

export const BidStatus = z.enum(["submitted", "waiting", "superseded", "disqualified"]).meta({
  description: "`waiting`: late and not admitted, does not count",
});

const Admission = z.object({ admitted_by: z.string(), admitted_at: z.string(), reason: z.string() });

export const Bid = z.object({
  id: z.uuid(),
  tender_id: z.uuid(),
  supplier_id: z.uuid(),
  amount: z.number().nullable().meta({ description: "null while the bid is sealed" }),
  proposal: z.string().nullable().meta({ description: "null while the bid is sealed" }),
  delivery_days: z.int().nullable(),
  qualifications: z.array(z.string()),
  status: BidStatus,
  disqualified_reason: z.string().nullable(),
  late: z.boolean(),
  admission: Admission.nullable().meta({ description: "who admitted a late bid, and why" }),
  sealed: z.boolean().meta({ description: "whether its contents are still closed to everyone" }),
  version: z.int().meta({
    description: "1 for a supplier's first bid; each new one replaces the one before",
  }),
  replaces: z.uuid().nullable(),
  scores: z.record(z.string(), z.number().nullable()).meta({
    description:
      "by criterion, of the latest evaluation; for those who judge, for all once the tender is settled",
  }),
  total_score: z.number().nullable(),
  rank: z.int().nullable(),
  submitted_by: z.string(),
  submitted_at: z.string(),
}).meta({
  id: "Bid",
  example: {
    id: "019a0000-0000-7000-8000-000000000003",
    tender_id: "019a0000-0000-7000-8000-000000000001",
    supplier_id: "019a0000-0000-7000-8000-000000000002",
    amount: 620_000,
    proposal: "We hold an ISO 9001 certificate.",
    delivery_days: 30,
    qualifications: ["ISO 9001"],
    status: "submitted",
    disqualified_reason: null,
    late: false,
    admission: null,
    sealed: false,
    version: 1,
    replaces: null,
    scores: { price: 100, delivery: 80 },
    total_score: 91.5,
    rank: 1,
    submitted_by: "alice",
    submitted_at: "2026-11-21T08:00:00.000Z",
  },
});
export type Bid = z.output<typeof Bid>;

/** A bid with the supplier's owners at submission and now, who may see it before the opening. */
export interface HeldBid {
  bid: Bid;
  owners: string[];
}
