import { z } from "@hono/zod-openapi";
import { windowOf } from "./budget_ledger.ts";
import { BUDGET_PERIODS, type Scope } from "./budget_scope.ts";
import { PageLimit, QueryText } from "../query.ts";

const PerMinute = z.int().min(1).max(2_147_483_647).nullable().default(null);

export const RateLimit = z.object({ requests_per_minute: PerMinute, tokens_per_minute: PerMinute })
  .meta({ id: "RateLimit" });

export const Budget = z.object({
  limit_usd: z.number().min(0).max(1_000_000_000).meta({ description: "exact to nine places" }),
  period: z.enum(BUDGET_PERIODS).meta({ description: "in UTC; weeks begin on Monday" }),
}).meta({ id: "Budget" });
export type Budget = z.output<typeof Budget>;

/** The fields that keys, teams and customers share. */
export const LimitFields = { rate_limit: RateLimit.nullable(), budget: Budget.nullable() };
const Limits = z.object(LimitFields);
export type Limits = z.output<typeof Limits>;

/** The spending of a budget in its current period. */
export const Spending = z.object({
  spent_usd: z.number(),
  since: z.iso.datetime(),
  renews_at: z.iso.datetime(),
}).nullable().meta({ id: "Spending", description: "null without a budget" });

/** Reports the spending of a key, team or customer with a budget. */
export type ReadSpending = (
  scope: Scope,
  limited: { id: string; budget: Budget | null },
) => Promise<z.output<typeof Spending>>;

/** Sums the spending since a time, in nano US dollars. */
export interface SpendingRecords {
  spent(scope: Scope, id: string, since: string): Promise<bigint>;
}

export function spendingOf(usage: SpendingRecords, now: () => number = Date.now): ReadSpending {
  return async (scope, { id, budget }) => {
    if (!budget) return null;
    const { start, end } = windowOf(budget.period, now());
    const spent = await usage.spent(scope, id, start);
    return { spent_usd: Number(spent) / 1e9, since: start, renews_at: end };
  };
}

export const Name = z.string().trim().min(1).max(200).refine(
  (name) => !name.includes("\0"),
  "must not contain NUL",
);

export const Id = z.object({ id: z.uuid() });

export const GovernanceQuery = PageLimit.extend({
  search: QueryText.meta({ description: "text in the name" }),
});

export type GovernanceFilter = Omit<z.output<typeof GovernanceQuery>, keyof PageLimit>;
