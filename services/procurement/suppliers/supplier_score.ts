import { z } from "@hono/zod-openapi";
import { D, rounded } from "../decimal.ts";

/** One evaluated bid of a supplier, with its scores in the latest evaluation of the tender. */
export interface PastBid {
  /** The mean of the judged criteria; undefined if none was scored. */
  quality: number | undefined;
  price: number | undefined;
  compliance: number | undefined;
  won: boolean;
}

const Percent = z.number().min(0).max(100);

/** A score from 0 to 100, and its components. */
export const SupplierScore = z.object({
  supplier_id: z.uuid(),
  overall_score: Percent,
  breakdown: z.object({
    bid_quality: Percent,
    price_competitiveness: Percent,
    delivery_reliability: Percent,
    compliance_record: Percent,
  }),
  total_bids: z.int(),
  won_bids: z.int(),
  win_rate: z.number().min(0).max(1),
  rated: z.boolean(),
}).meta({
  id: "SupplierScore",
  example: {
    supplier_id: "019a0000-0000-7000-8000-000000000002",
    overall_score: 82.5,
    breakdown: {
      bid_quality: 80,
      price_competitiveness: 90,
      delivery_reliability: 100,
      compliance_record: 60,
    },
    total_bids: 4,
    won_bids: 1,
    win_rate: 0.25,
    rated: true,
  },
});
export type SupplierScore = z.output<typeof SupplierScore>;

/** Deliveries and breaches in the supplier's contracts. */
export interface DeliveryRecord {
  on_time: number;
  late: number;
  breaches: number;
}

const WEIGHTS = {
  bid_quality: 0.35,
  price_competitiveness: 0.25,
  delivery_reliability: 0.2,
  compliance_record: 0.2,
};
/** The points that a breach of contract deducts from the compliance record. */
const BREACH_POINTS = 20;

/**
 * 0.35 × quality + 0.25 × price + 0.20 × delivery + 0.20 × compliance over evaluated bids. Delivery is the
 * share of deliveries recorded as on time, or 50 without records; compliance is the mean compliance score
 * minus 20 points for each recorded breach. Without an evaluated bid all components are zero and the supplier
 * is not rated.
 */
export function supplierScore(supplierId: string, bids: PastBid[], record: DeliveryRecord): SupplierScore {
  const won = bids.filter((bid) => bid.won).length;
  const deliveries = record.on_time + record.late;
  const rated = bids.length > 0;
  const breakdown = rated
    ? {
      bid_quality: mean(bids.map(({ quality }) => quality)),
      price_competitiveness: mean(bids.map(({ price }) => price)),
      delivery_reliability: deliveries > 0 ? new D(100).times(record.on_time).div(deliveries).toNumber() : 50,
      compliance_record: Math.max(
        0,
        mean(bids.map(({ compliance }) => compliance)) - BREACH_POINTS * record.breaches,
      ),
    }
    : { bid_quality: 0, price_competitiveness: 0, delivery_reliability: 0, compliance_record: 0 };
  const overall = Object.entries(WEIGHTS).reduce(
    (sum, [name, weight]) =>
      sum.plus(new D(weight).times(Object.entries(breakdown).find(([key]) => key === name)?.[1] ?? 0)),
    new D(0),
  );
  return {
    supplier_id: supplierId,
    overall_score: rounded(overall),
    breakdown: {
      bid_quality: rounded(breakdown.bid_quality),
      price_competitiveness: rounded(breakdown.price_competitiveness),
      delivery_reliability: rounded(breakdown.delivery_reliability),
      compliance_record: rounded(breakdown.compliance_record),
    },
    total_bids: bids.length,
    won_bids: won,
    win_rate: bids.length > 0 ? rounded(won / bids.length, 4) : 0,
    rated,
  };
}

/** The mean of the known values; 50 (neutral) if there are none. */
function mean(values: (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? D.sum(...known).div(known.length).toNumber() : 50;
}
