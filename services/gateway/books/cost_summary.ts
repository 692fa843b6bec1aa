import { z } from "zod";

/** A sum over the requests of one tenant, model, provider or day. */
export interface Line {
  kind: "tenant" | "model" | "provider" | "day";
  name: string;
  requests: number;
  unpriced_requests: number;
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  /** An integer of any size. */
  cost_nano_usd: string;
}

const Money = z.object({ requests: z.int(), unpriced_requests: z.int(), cost_usd: z.number() });

export const CostSummary = z.object({
  total_requests: z.int(),
  total_cost_usd: z.number(),
  total_tokens: z.int(),
  unpriced_requests: z.int(),
  by_model: z.array(
    Money.extend({
      model: z.string(),
      prompt_tokens: z.int(),
      completion_tokens: z.int(),
      total_tokens: z.int(),
    }),
  ),
  by_provider: z.array(Money.extend({ provider: z.string() })),
  by_tenant: z.array(Money.extend({ tenant_id: z.string() })),
  daily_costs: z.array(z.object({ date: z.iso.date(), unpriced_requests: z.int(), cost_usd: z.number() })),
}).meta({ id: "CostSummary" });
export type CostSummary = z.output<typeof CostSummary>;

type Sum = Omit<Line, "cost_nano_usd"> & { nano: bigint };

/**
 * The lines by kind, most expensive first, days in order. Money sums stay exact until they are written as
 * numbers.
 */
export function summaryOf(lines: readonly Line[]): CostSummary {
  const days = ofKind(lines, "day").sort((a, b) => a.name < b.name ? -1 : 1);
  return {
    total_requests: days.reduce((sum, day) => sum + day.requests, 0),
    total_cost_usd: dollars(days.reduce((sum, day) => sum + day.nano, 0n)),
    total_tokens: days.reduce((sum, day) => sum + day.total_tokens, 0),
    unpriced_requests: days.reduce((sum, day) => sum + day.unpriced_requests, 0),
    by_model: dearestFirst(lines, "model").map((sum) => ({
      model: sum.name,
      requests: sum.requests,
      unpriced_requests: sum.unpriced_requests,
      prompt_tokens: sum.prompt_tokens,
      completion_tokens: sum.completion_tokens,
      total_tokens: sum.total_tokens,
      cost_usd: dollars(sum.nano),
    })),
    by_provider: dearestFirst(lines, "provider")
      .map((sum) => ({ provider: sum.name, ...moneyOf(sum) })),
    by_tenant: dearestFirst(lines, "tenant")
      .map((sum) => ({ tenant_id: sum.name, ...moneyOf(sum) })),
    daily_costs: days.map(({ name, unpriced_requests, nano }) => ({
      date: name,
      unpriced_requests,
      cost_usd: dollars(nano),
    })),
  };
}

function moneyOf({ requests, unpriced_requests, nano }: Sum): z.output<typeof Money> {
  return { requests, unpriced_requests, cost_usd: dollars(nano) };
}

function ofKind(lines: readonly Line[], kind: Line["kind"]): Sum[] {
  // Subtracting sums may leave names without a request.
  return lines.filter((line) => line.kind === kind && line.requests > 0)
    .map(({ cost_nano_usd, ...line }) => ({ ...line, nano: BigInt(cost_nano_usd) }));
}

function dearestFirst(lines: readonly Line[], kind: Line["kind"]): Sum[] {
  return ofKind(lines, kind).sort((a, b) =>
    a.nano !== b.nano ? (a.nano > b.nano ? -1 : 1) : b.requests - a.requests || (a.name < b.name ? -1 : 1)
  );
}

function dollars(nano: bigint): number {
  return Number(nano) / 1e9;
}
