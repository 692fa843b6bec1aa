import type { Sql } from "lib/db.ts";
import { countingEvents } from "./audit_counts.ts";
import type { AuditFilter } from "./audit_filter.ts";
import type { AuditCounts, AuditRecord } from "./audit_record.ts";
import { auditTrail } from "./audit_trail.ts";
import { piecesOf } from "./usage_range.ts";

export interface AuditStore {
  /** Inserts the events of a JSON array and counts those that are new. */
  insert(json: string): Promise<void>;
  list(filter: AuditFilter, page: { limit: number; offset: number }): Promise<AuditRecord[]>;
  /** Exact, but where only reading the events can tell it stops at COUNT_LIMIT. */
  total(filter: AuditFilter): Promise<{ total: number; capped: boolean }>;
  /** Counts since a whole hour. */
  stats(since: string, filter: { actor?: string | undefined }): Promise<AuditCounts>;
  /** Events since a whole hour that went wrong; a caller who hung up is not one. */
  failures(since: string, filter: { actor?: string | undefined }): Promise<number>;
}

export const COUNT_LIMIT = 10_000;

/** From this offset on a page looks up the hours it is in instead of counting its way there. */
const DEEP = 500;

export function auditStore(sql: Sql): AuditStore {
  const { places, during } = auditTrail(sql);
  const rangeOf = ({ start_time, end_time }: AuditFilter) => ({ start: start_time, end: end_time });

  const wentWrong = sql`outcome not in ('success', 'aborted')`;

  /** How many events a filter selects in each hour: from the counts, and event by event at the edges of its range. */
  function hourly(filter: AuditFilter) {
    const { days, hours, records } = piecesOf(rangeOf(filter));
    const { actor = "", action, outcome, provider, model } = filter;
    const kind = model === undefined
      ? sql`actor = ${actor} and action <> '' ${action === undefined ? sql`` : sql`and action = ${action}`}
        ${outcome === undefined ? sql`` : sql`and outcome = ${outcome}`}
        ${provider === undefined ? sql`` : sql`and provider = ${provider}`}`
      : sql`model = ${model} and model <> ''`;
    const sums = [...days, ...hours].map((span) =>
      sql`select start, events as n from gateway.audit_rollups where ${kind} ${during("start", span)}`
    );
    const singles = records.flatMap((span) => places(filter, span)).map(({ rows }) =>
      sql`select date_trunc('hour', timestamp, 'UTC') as start, 1::bigint as n from ${rows}`
    );
    const none = sql`select now() as start, 0::bigint as n where false`;
    const parts = [...sums, ...singles].reduce((all, part) => sql`${all} union all ${part}`, none);
    return sql`(${parts}) as hourly`;
  }

  async function summed(filter: AuditFilter): Promise<number> {
    const [row] = await sql<{ n: number }[]>`select coalesce(sum(n), 0)::bigint as n from ${hourly(filter)}`;
    return row?.n ?? 0;
  }

  /** The hours that a page is in, and how many events come before them. */
  async function hoursOfPage(filter: AuditFilter, { limit, offset }: { limit: number; offset: number }) {
    const [hours] = await sql<{ first: string; last: string; before: number }[]>`
      with hours as (select start, sum(n) as n from ${hourly(filter)} group by start),
        running as (select start, n, sum(n) over (order by start desc) as reached from hours)
      select min(start) as first, max(start) as last, min(reached - n)::bigint as before from running
      where reached > ${offset} and reached - n < ${offset + limit} having count(*) > 0`;
    return hours;
  }

  async function list(filter: AuditFilter, page: { limit: number; offset: number }): Promise<AuditRecord[]> {
    // Far down, or looking for what may be rare, the counts say where to look.
    const lookUp = isSummed(filter) && (page.offset >= DEEP || filter.model !== undefined);
    const hours = lookUp ? await hoursOfPage(filter, page) : undefined;
    if (lookUp && !hours) return [];
    const spans = hours
      ? [{ start: hours.first, end: new Date(Date.parse(hours.last) + 3_600_000).toISOString() }]
      : [];
    const offset = page.offset - (hours?.before ?? 0);
    // Each place gives as much as the page could need of it, newest first along its own index.
    const found = places(filter, rangeOf(filter), ...spans).map(({ columns, rows }) =>
      sql`(select ${columns} from ${rows} order by timestamp desc, id desc limit ${offset + page.limit})`
    );
    return await sql<AuditRecord[]>`
      select * from (${found.reduce((all, part) => sql`${all} union all ${part}`)}) as found
      order by timestamp desc, id desc limit ${page.limit} offset ${offset}`;
  }

  async function counted(filter: AuditFilter): Promise<number> {
    const found = places(filter, rangeOf(filter)).map(({ rows }) =>
      sql`(select 1 from ${rows} limit ${COUNT_LIMIT + 1})`
    );
    const [row] = await sql<{ n: number }[]>`
      select count(*) as n from (${found.reduce((all, part) => sql`${all} union all ${part}`)}) as found`;
    return row?.n ?? 0;
  }

  async function stats(since: string, { actor }: { actor?: string | undefined }): Promise<AuditCounts> {
    const lines = await sql<{ kind: string; name: string; count: number; failures: number }[]>`
      with counts as (
        select to_char(start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as hour, action, outcome, provider, events
        from gateway.audit_rollups where actor = ${actor ?? ""} and action <> '' and start >= ${since})
      select case when grouping(action) = 0 then 'action' when grouping(outcome) = 0 then 'outcome'
          when grouping(provider) = 0 then 'provider' else 'hour' end as kind,
        coalesce(action, outcome, provider, hour) as name, sum(events)::bigint as count,
        coalesce(sum(events) filter (where ${wentWrong}), 0)::bigint as failures
      from counts group by grouping sets ((action), (outcome), (provider), (hour))
      union all
      select 'actors', '', count(distinct actor), 0 from gateway.audit_rollups
      where start >= ${since} and actor <> '' ${actor === undefined ? sql`` : sql`and actor = ${actor}`}`;
    const of = (kind: string) =>
      lines.filter((line) => line.kind === kind).sort((a, b) =>
        b.count - a.count || (a.name < b.name ? -1 : 1)
      );
    return {
      total: of("outcome").reduce((sum, { count }) => sum + count, 0),
      by_action: of("action").map(({ name, count }) => ({ action: name, count })),
      by_outcome: of("outcome").map(({ name, count }) => ({ outcome: name, count })),
      by_provider: of("provider").filter(({ name }) => name !== "")
        .map(({ name, count }) => ({ provider: name, count })),
      hourly: of("hour").map(({ name, count, failures }) => ({ hour: name, count, failures })).sort((a, b) =>
        a.hour < b.hour ? -1 : 1
      ),
      unique_actors: of("actors")[0]?.count ?? 0,
    };
  }

  return {
    insert: (json) => insertEvents(sql, json),
    list,
    total: async (filter) => {
      if (isSummed(filter)) return { total: await summed(filter), capped: false };
      const total = await counted(filter);
      return { total: Math.min(total, COUNT_LIMIT), capped: total > COUNT_LIMIT };
    },
    stats,
    failures: async (since, { actor }) => {
      const [row] = await sql<{ n: number }[]>`
        select coalesce(sum(events), 0)::bigint as n from gateway.audit_rollups
        where actor = ${actor ?? ""} and action <> '' and start >= ${since} and ${wentWrong}`;
      return row?.n ?? 0;
    },
  };
}

/** True when the counts hold what a filter selects. */
function isSummed(
  { actor, action, outcome, provider, model, resource, request_id, search }: AuditFilter,
): boolean {
  const read = [resource, request_id, search];
  const others = [actor, action, outcome, provider];
  return [...read, ...(model === undefined ? [] : others)].every((value) => value === undefined);
}

async function insertEvents(sql: Sql, json: string): Promise<void> {
  await sql`
    with added as (
      insert into gateway.audit_events (id, timestamp, actor, action, outcome, resource, provider, model, request_id,
        ip, latency_ms, detail, search)
      select id, timestamp, actor, action, outcome, resource, provider, model, request_id, ip, latency_ms, detail, search
      from json_to_recordset(${json}::text::json) as event (id uuid, timestamp timestamptz, actor text, action text,
        outcome text, resource text, provider text, model text, request_id text, ip text,
        latency_ms double precision, detail jsonb, search text)
      on conflict (timestamp, id) do nothing
      returning timestamp, actor, action, outcome, provider, model
    ), events as (
      select date_bin('1 hour', timestamp, 'epoch') as hour, actor, action, outcome, provider, model, 1 as n from added
    ), ${countingEvents(sql)}
    select`;
}
