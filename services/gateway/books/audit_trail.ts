/** The sources of audit events: model calls are usage records, all other events have their own rows. */
import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import { containing } from "lib/fold.ts";
import type { AuditOutcome } from "../audit_event.ts";
import type { AuditFilter } from "./audit_filter.ts";
import { type Lead, ledCalls } from "./audit_lead.ts";
import { beside, equalBeside, equalTo, inRange } from "./conditions.ts";
import type { UsageOutcome } from "../usage.ts";
import type { Span } from "./usage_range.ts";

export const MODEL_REQUEST = "model_request";

/** Rows that a filter finds in one place. */
export interface Place {
  /** The columns of an event, for `select`. */
  columns: postgres.Fragment;
  /** The table and which of its rows, for `from`. */
  rows: postgres.Fragment;
  /** Those and others that one index leads to, in order of time, for `from`. */
  candidates: postgres.Fragment;
  /** Which of the candidates are the rows. */
  condition: postgres.Fragment;
}

export interface AuditTrail {
  /** `lead` is the field whose index leads to the calls; its first one where absent. */
  places(filter: AuditFilter, spans: readonly Span[], lead?: Lead): Place[];
}

const AUDITED: Record<UsageOutcome, AuditOutcome> = {
  ok: "success",
  cached: "success",
  error: "failure",
  cut: "failure",
  aborted: "aborted",
  blocked: "blocked",
};

/** The outcome of a usage record in the audit's terms. */
export function auditOutcomeOf(outcome: UsageOutcome): AuditOutcome {
  return AUDITED[outcome];
}

/** The same in SQL, of the column `outcome`. */
export function auditOutcome(sql: Sql): postgres.Fragment {
  const cases = Object.entries(AUDITED).map(([used, audited]) => sql`when ${used} then ${audited}`);
  return sql`(case outcome ${cases} end)::text`;
}

export function auditTrail(sql: Sql): AuditTrail {
  const inSpans = (spans: readonly Span[]) => spans.map((span) => inRange(sql, "timestamp", span));

  function place(
    columns: postgres.Fragment,
    candidates: postgres.Fragment,
    condition: postgres.Fragment,
  ): Place {
    return { columns, candidates, condition, rows: sql`${candidates} and ${condition}` };
  }

  function events(filter: AuditFilter, spans: readonly Span[]): Place {
    const { search } = filter;
    const indexed = (["request_id", "actor", "resource", "provider", "model", "action", "outcome"] as const)
      .filter((name) => filter[name] !== undefined).slice(0, 1);
    return place(
      sql`id, timestamp, actor, action, outcome, resource, provider, model, request_id, ip, latency_ms, detail`,
      sql`gateway.audit_events where true ${inSpans(spans)} ${equalTo(sql, filter, indexed)}`,
      sql`true ${
        equalTo(sql, filter, ["actor", "action", "outcome", "resource", "provider", "model", "request_id"])
      }
        ${search === undefined ? sql`` : sql`and search like ${containing(search)}`}`,
    );
  }

  function calls(filter: AuditFilter, spans: readonly Span[], lead: Lead | undefined): Place[] {
    const { action = MODEL_REQUEST, outcome, actor, resource } = filter;
    const used = outcome === undefined ? undefined : usedOutcomes(outcome);
    if (action !== MODEL_REQUEST || used?.length === 0) return [];
    // That of a call is a path.
    if (resource !== undefined && !resource.startsWith("/")) return [];
    return [place(
      sql`id, timestamp, actor, ${MODEL_REQUEST}::text as action, ${auditOutcome(sql)} as outcome, resource,
        nullif(provider, 'none') as provider, nullif(model, 'none') as model, request_id, ip, latency_ms, detail`,
      sql`gateway.usage_records where actor is not null ${inSpans(spans)} ${ledCalls(sql, filter, lead)}`,
      sql`true ${equalBeside(sql, filter, ["resource", "provider", "model"])}
        ${actor === undefined ? sql`` : sql`and ${beside(sql, sql`actor = ${actor}`)}`}
        ${used === undefined ? sql`` : sql`and ${beside(sql, sql`outcome in ${sql(used)}`)}`} ${
        searched(sql, filter)
      }`,
    )];
  }

  return { places: (filter, spans, lead) => [events(filter, spans), ...calls(filter, spans, lead)] };
}

/** That the text of a call contains what is looked for. */
function searched(sql: Sql, { search }: AuditFilter): postgres.Fragment {
  if (search === undefined) return sql``;
  return sql`and coalesce(search, lower(concat_ws(' ', actor, ${MODEL_REQUEST}::text, ${
    auditOutcome(sql)
  }, resource,
    nullif(provider, 'none'), nullif(model, 'none'), request_id, ip, detail::text) collate "C"))
    like ${containing(search)}`;
}

function usedOutcomes(outcome: string): string[] {
  return Object.entries(AUDITED).filter(([, audited]) => audited === outcome).map(([used]) => used);
}
