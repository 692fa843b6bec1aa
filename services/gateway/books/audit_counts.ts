import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";

/**
 * Counts what a `with` query named `events` (hour, actor, action, outcome, provider, model, n) has added, in
 * the same statement. The counts are written in key order, so that concurrent writers cannot deadlock.
 */
export function countingEvents(sql: Sql): postgres.Fragment {
  return sql`counts as (
      select hour as start, coalesce(actor, '') as actor,
        coalesce(action, '') as action, coalesce(outcome, '') as outcome, coalesce(provider, '') as provider,
        coalesce(model, '') as model, grouping(model) = 0 as of_model, sum(n)::bigint as events
      from events
      group by grouping sets ((1, events.actor, events.action, events.outcome, events.provider),
        (1, events.action, events.outcome, events.provider), (1, events.model))
    ), counted as (
      insert into gateway.audit_rollups as rollup (start, actor, action, outcome, provider, model, events)
      select start, actor, action, outcome, provider, model, events from counts
      where model <> '' or not of_model
      order by actor, start, action, outcome, provider, model
      on conflict (actor, start, action, outcome, provider, model)
        do update set events = rollup.events + excluded.events
    )`;
}
