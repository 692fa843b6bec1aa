import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { json } from "lib/service/openapi.ts";
import type { AuditLog } from "../audit_event.ts";
import { AuditFilter } from "./audit_filter.ts";
import { AuditCounts, AuditRecord } from "./audit_record.ts";
import type { AuditStore } from "./audit_store.ts";
import { type Caller, type GatewayEnv, gatewayFeature } from "../access/caller.ts";
import { endpoint, FORBIDDEN } from "../endpoint.ts";
import { rbacDenied } from "../errors.ts";
import { limitOffset, PageLimit, pageOf } from "../query.ts";
import type { Meter } from "../usage.ts";

const EventQuery = PageLimit.extend(AuditFilter.shape);

const EventPage = pageOf(AuditRecord).extend({
  total_capped: z.boolean().meta({
    description: "true: there are or may be more than `total`; counting stopped there",
  }),
}).meta({ id: "AuditPage" });

const StatsQuery = z.object({
  hours: z.coerce.number().int().min(1).max(720).default(24).meta({
    description: "number of clock hours, the current one included",
  }),
});

const AuditStats = AuditCounts.extend({
  since: z.iso.datetime(),
  recent_failures: z.object({ this_hour: z.int(), last_24_hours: z.int() }),
}).meta({ id: "AuditStats" });

export interface LogDeps {
  store: AuditStore;
  /** Flush first, so that callers see their latest events. */
  audit: Pick<AuditLog, "flush">;
  meter: Pick<Meter, "flush">;
  now?: () => number;
}

export function logs({ store, audit, meter, now = Date.now }: LogDeps): OpenAPIHono<GatewayEnv> {
  const app = gatewayFeature();
  const written = () => Promise.all([audit.flush(), meter.flush()]);

  app.openapi(
    endpoint({
      id: "searchAuditEvents",
      method: "get",
      path: "/logs/events",
      summary: "Search audit events, newest first",
      tags: ["logs"],
      request: { query: EventQuery },
      answers: { 200: json(EventPage, "A page of events") },
      fails: FORBIDDEN,
    }),
    async (c) => {
      const { page, limit, ...query } = c.req.valid("query");
      const filter = { ...query, ...ownOnly(c.var.caller, query.actor) };
      await written();
      const counted = await store.total(filter);
      const at = limitOffset({ page, limit });
      // The filter matches no event; searching would scan every event to find that out.
      const isKnownEnd = at.offset >= counted.total && !counted.capped;
      const found = isKnownEnd
        ? []
        : await store.list(filter, counted.capped ? { ...at, limit: limit + 1 } : at);
      const { total, capped } = reached(counted, { offset: at.offset, limit, found: found.length });
      return c.json({ data: found.slice(0, limit), total, total_capped: capped, page, limit }, 200);
    },
  );

  app.openapi(
    endpoint({
      id: "countAuditEvents",
      method: "get",
      path: "/logs/stats",
      summary: "Count audit events",
      tags: ["logs"],
      request: { query: StatsQuery },
      answers: { 200: json(AuditStats, "The counts") },
      fails: FORBIDDEN,
    }),
    async (c) => {
      const since = hoursAgo(now(), c.req.valid("query").hours);
      const own = ownOnly(c.var.caller, undefined);
      await written();
      const counts = await store.stats(since, own);
      const [thisHour, lastDay] = [hoursAgo(now(), 1), hoursAgo(now(), 24)];
      const recent = {
        this_hour: await store.failures(thisHour, own),
        last_24_hours: await store.failures(lastDay, own),
      };
      return c.json({ since, ...counts, recent_failures: recent }, 200);
    },
  );

  return app;
}

/** A count of events. */
interface Count {
  total: number;
  /** Whether counting stopped there. */
  capped: boolean;
}

/** A capped count corrected by a page, of which one event more than its limit was looked for. */
function reached(
  count: Count,
  { offset, limit, found }: { offset: number; limit: number; found: number },
): Count {
  // A page beyond the last event tells nothing about how many there are.
  if (!count.capped || (found === 0 && offset > 0)) return count;
  if (found <= limit) return { total: offset + found, capped: false };
  return { total: Math.max(count.total, offset + found), capped: true };
}

/** The start of the oldest of the last `hours` clock hours, the current one included. */
function hoursAgo(now: number, hours: number): string {
  return new Date((Math.floor(now / 3_600_000) + 1 - hours) * 3_600_000).toISOString();
}

/** Admins see all events; other callers see their own. */
function ownOnly(caller: Caller, actor: string | undefined): { actor?: string | undefined } {
  if (caller.role === "admin") return { actor };
  if (actor !== undefined && actor !== caller.actor) {
    throw rbacDenied(403, "Only an admin may see what others did");
  }
  return { actor: caller.actor };
}
