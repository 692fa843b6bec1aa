import { z } from "@hono/zod-openapi";

/** Counts of tenders and average budgets. */
export const TenderStats = z.object({
  total: z.int(),
  by_category: z.record(z.string(), z.int()),
  by_status: z.record(z.string(), z.int()),
  budgets: z.array(z.object({
    currency: z.string(),
    tenders: z.int().meta({ description: "Number of tenders with a budget", example: 12 }),
    average_min: z.number(),
    average_max: z.number(),
  })).meta({ description: "average budget ranges of tenders that state one, per currency" }),
}).meta({
  id: "TenderStats",
  example: {
    total: 2,
    by_category: { it: 2 },
    by_status: { open: 1, awarded: 1 },
    budgets: [{ currency: "AED", tenders: 2, average_min: 500_000, average_max: 700_000 }],
  },
});
export type TenderStats = z.output<typeof TenderStats>;
