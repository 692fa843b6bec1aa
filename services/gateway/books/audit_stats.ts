import type { Sql } from "lib/database/db.ts";
import type { AuditCounts } from "./audit_record.ts";

/** The caller whose events are counted; all callers' when absent. */
interface Of {
  actor?: string | undefined;
}

/** A count of one action, outcome, provider, hour, or of all actors. */
interface Line {
  kind: string;
  name: string;
  count: number;
  failures: number;
}

const wentWrong = (sql: Sql) => sql`outcome not in ('success', 'aborted')`;

/** Counts since a whole hour. */
export async function statsSince(sql: Sql, since: string, { actor }: Of): Promise<AuditCounts> {
  const lines = await sql<Line[]>`
    with counts as (
      select to_char(start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as hour, action, outcome, provider, events
      from gateway.audit_rollups where actor = ${actor ?? ""} and action <> '' and start >= ${since})
    select case when grouping(action) = 0 then 'action' when grouping(outcome) = 0 then 'outcome'
        when grouping(provider) = 0 then 'provider' else 'hour' end as kind,
      coalesce(action, outcome, provider, hour) as name, sum(events)::bigint as count,
      coalesce(sum(events) filter (where ${wentWrong(sql)}), 0)::bigint as failures
    from counts group by grouping sets ((action), (outcome), (provider), (hour))
    union all
    select 'actors', '', count(*), 0 from gateway.audit_actors
    where last_hour >= ${since} ${actor === undefined ? sql`` : sql`and actor = ${actor}`}`;
  return countsOf(lines);
}

function countsOf(lines: readonly Line[]): AuditCounts {
  const linesOfKind = (kind: string) =>
    lines.filter((line) => line.kind === kind).sort((a, b) =>
      b.count - a.count || (a.name < b.name ? -1 : 1)
    );
  return {
    total: linesOfKind("outcome").reduce((sum, { count }) => sum + count, 0),
    by_action: linesOfKind("action").map(({ name, count }) => ({ action: name, count })),
    by_outcome: linesOfKind("outcome").map(({ name, count }) => ({ outcome: name, count })),
    by_provider: linesOfKind("provider").filter(({ name }) => name !== "")
      .map(({ name, count }) => ({ provider: name, count })),
    hourly: linesOfKind("hour").map(({ name, count, failures }) => ({ hour: name, count, failures })).sort((
      a,
      b,
    ) => a.hour < b.hour ? -1 : 1),
    unique_actors: linesOfKind("actors")[0]?.count ?? 0,
  };
}

/** Failed events since a whole hour; callers who hung up do not count. */
export async function failuresSince(sql: Sql, since: string, { actor }: Of): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select coalesce(sum(events), 0)::bigint as n from gateway.audit_rollups
    where actor = ${actor ?? ""} and action <> '' and start >= ${since} and ${wentWrong(sql)}`;
  return row?.n ?? 0;
}
