import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AuditLog } from "./audit.ts";
import type { GatewayEnv } from "./caller.ts";
import type { KeyReplica } from "./key_replica.ts";
import { PageLimit, QueryText } from "./query.ts";

const PerMinute = z.int().min(1).max(2_147_483_647).nullable().default(null);

export const RateLimit = z.object({ requests_per_minute: PerMinute, tokens_per_minute: PerMinute })
  .meta({ id: "RateLimit" });

export const Budget = z.object({
  limit_usd: z.number().min(0).max(1_000_000_000).meta({ description: "exact to nine places" }),
  period: z.enum(["daily", "weekly", "monthly"]).meta({ description: "in UTC; weeks begin on Monday" }),
}).meta({ id: "Budget" });

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

/** What follows every change: this process takes it over, and the audit log says who made it. */
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
    await replica.refresh();
  };
}
