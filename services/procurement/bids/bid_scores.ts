import { z } from "@hono/zod-openapi";

/** The stored scores of one bid, for lists of bids and for the supplier's history. */
export const BidScores = z.object({
  bid_id: z.string(),
  scores: z.record(z.string(), z.object({ score: z.number().nullable() })),
  total: z.number().nullable(),
  rank: z.int().nullable(),
});
export type BidScores = z.output<typeof BidScores>;
