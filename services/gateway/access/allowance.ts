import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AuditLog } from "../audit_event.ts";
import { windowOf } from "./budget_ledger.ts";
import type { GatewayEnv } from "./caller.ts";
import type { Scope } from "./budget_scope.ts";
import type { BudgetLimit } from "./governance_store.ts";
import type { KeyReplica } from "./key_replica.ts";
import { PageLimit, QueryText } from "../query.ts";

const PerMinute = z.int().min(1).max(2_147_483_647).nullable().default(null);

export const RateLimit = z.object({ requests_per_minute: PerMinute, tokens_per_minute: PerMinute })
  .meta({ id: "RateLimit" });

export const Budget = z.object({
  limit_usd: z.number().min(0).max(1_000_000_000).meta({ description: "exact to nine places" }),
  period: z.enum(["daily", "weekly", "monthly"]).meta({ description: "in UTC; weeks begin on Monday" }),
}).meta({ id: "Budget" });

/** The part of a budget spent in its current period. */
export const Spending = z.object({
  spent_usd: z.number(),
  since: z.iso.datetime(),
  renews_at: z.iso.datetime(),
}).nullable().meta({ id: "Spending", description: "null without a budget" });

/** Reports the spending of a key, team or customer with a budget. */
export type ReadSpending = (
  scope: Scope,
  limited: { id: string; budget: BudgetLimit | null },
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
  "must not hold NUL",
);

export const Id = z.object({ id: z.uuid() });

export const GovernanceQuery = PageLimit.extend({
  search: QueryText.meta({ description: "text in the name" }),
});

/** The envelope of the gateway's lists. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item), total: z.int(), page: z.int(), limit: z.int() });
}

export interface ChangeDeps {
  audit: Pick<AuditLog, "record">;
  /** Refreshed after a change, so that it counts from the next request of this process on. */
  replica: Pick<KeyReplica, "refresh">;
}

export interface Change {
  action: string;
  id: string;
  detail?: Record<string, unknown>;
}

/** Runs after every change: refreshes this process, and records the author in the audit log. */
export function changes({ audit, replica }: ChangeDeps, what: string) {
  return async (c: Context<GatewayEnv>, { action, id, detail }: Change): Promise<void> => {
    audit.record({
      actor: c.var.caller.actor,
      action: `${what}_${action}`,
      outcome: "success",
      resource: `${what}:${id}`,
      provider: null,
      model: null,
      request_id: c.var.requestId,
      ip: c.var.ip,
      latency_ms: null,
      ...(detail ? { detail } : {}),
    });
    // The change is committed already; if this refresh fails, the next one brings it.
    await replica.refresh().catch(() => {});
  };
}
