import type { Sql } from "lib/db.ts";
import { type CostSummary, type Line, summaryOf } from "./cost_summary.ts";
import { ofRequest } from "./request_records.ts";
import type { UsageRecord } from "./usage_record.ts";
import { hoursOf, type Pieces, piecesOf, type Span } from "./usage_range.ts";
import { insertUsage } from "./usage_insert.ts";

/** Which records; undefined leaves a field free. */
export interface UsageFilter {
  model?: string | undefined;
  provider?: string | undefined;
  tenant_id?: string | undefined;
  team_id?: string | undefined;
  customer_id?: string | undefined;
  request_id?: string | undefined;
  unpriced?: boolean | undefined;
  start_time?: string | undefined;
  end_time?: string | undefined;
}

export const SORTS = ["timestamp", "cost_usd", "total_tokens", "model", "provider", "tenant_id"] as const;

export interface UsagePage {
  sort_by: typeof SORTS[number];
  sort_dir: "asc" | "desc";
  limit: number;
  offset: number;
}

export interface UsageStore {
  /** Inserts the records of a JSON array and adds them to the sums; records that are there are left alone. */
  insert(json: string): Promise<void>;
  page(filter: UsageFilter, page: UsagePage): Promise<UsageRecord[]>;
  total(filter: UsageFilter): Promise<number>;
  summary(filter: UsageFilter): Promise<CostSummary>;
  /** Records in order of time, newest first, below `last`: a page of an export. */
  after(filter: UsageFilter, last: UsageRecord | undefined, limit: number): Promise<UsageRecord[]>;
  /** Nano dollars that a key, team or customer has spent since `start`. */
  spent(scope: "key" | "team" | "customer", id: string, start: string): Promise<bigint>;
}

/** From this offset on a page looks up the hour it begins in instead of counting its way there. */
const DEEP = 500;

export function usageStore(sql: Sql): UsageStore {
  const columns = sql`id, request_id, model, provider,
    case when provider <> 'none' and not cached then coalesce(provider_model, model) end as provider_model, prompt_tokens, completion_tokens, total_tokens,
    cost_nano_usd / 1e9::double precision as cost_usd, tenant_id, timestamp, team_id, customer_id, cached_tokens,
    cache_write_tokens, reasoning_tokens, audio_prompt_tokens, audio_completion_tokens, outcome, estimated, unpriced,
    cached, streamed, latency_ms, ttft_ms, units`;

  const during = (column: string, { start, end }: Span) =>
    sql`${start === undefined ? sql`` : sql`and ${sql(column)} >= ${start}`}
      ${end === undefined ? sql`` : sql`and ${sql(column)} < ${end}`}`;

  const equals = (
    filter: UsageFilter,
    ...names: ("model" | "provider" | "tenant_id" | "team_id" | "customer_id")[]
  ) =>
    names.map((name) => {
      const value = filter[name];
      return value === undefined ? sql`` : sql`and ${sql(name)} = ${value}`;
    });

  const matching = (filter: UsageFilter) =>
    sql`${equals(filter, "model", "provider", "tenant_id", "team_id", "customer_id")}
      ${filter.request_id === undefined ? sql`` : sql`and ${ofRequest(sql, filter.request_id)}`}
      ${filter.unpriced === undefined ? sql`` : filter.unpriced ? sql`and unpriced` : sql`and not unpriced`}`;

  const inRangeOf = (filter: UsageFilter) =>
    during("timestamp", { start: filter.start_time, end: filter.end_time });

  /** The sums and records that a filter selects, as rows of one shape. */
  function sources(filter: UsageFilter, dims: number, { days, hours, records }: Pieces) {
    const sums = (grain: "day" | "hour", span: Span) =>
      sql`
      select start, tenant_id, model, provider, requests, unpriced_requests, prompt_tokens, completion_tokens,
        total_tokens, cost_nano_usd
      from gateway.usage_rollups where grain = ${grain} and dims = ${dims} ${during("start", span)}
        ${equals(filter, "model", "provider", "tenant_id", "team_id", "customer_id")}`;
    const singles = (span: Span) =>
      sql`
      select date_trunc('hour', timestamp, 'UTC') as start, tenant_id, model, provider, 1::bigint as requests,
        unpriced::int::bigint as unpriced_requests, prompt_tokens, completion_tokens, total_tokens, cost_nano_usd
      from gateway.usage_records where true ${during("timestamp", span)} ${matching(filter)}`;
    const parts = [
      ...days.map((span) => sums("day", span)),
      ...hours.map((span) => sums("hour", span)),
      ...records.map(singles),
    ];
    // An empty range still needs one source; its own bounds leave nothing in it.
    const [first = sums("day", { start: "infinity" }), ...rest] = parts;
    return sql`(${rest.reduce((all, part) => sql`${all} union all ${part}`, first)}) as source`;
  }

  async function total(filter: UsageFilter): Promise<number> {
    if (filter.request_id !== undefined) {
      const [counted] = await sql<{ n: number }[]>`
        select count(*) as n from gateway.usage_records where true ${inRangeOf(filter)} ${matching(filter)}`;
      return counted?.n ?? 0;
    }
    const pieces = piecesOf({ start: filter.start_time, end: filter.end_time });
    const [row] = await sql<{ requests: number; unpriced: number }[]>`
      select coalesce(sum(requests), 0)::bigint as requests, coalesce(sum(unpriced_requests), 0)::bigint as unpriced
      from ${sources({ ...filter, unpriced: undefined }, dimsOf(filter), pieces)}`;
    const { requests, unpriced } = row ?? { requests: 0, unpriced: 0 };
    return filter.unpriced === undefined ? requests : filter.unpriced ? unpriced : requests - unpriced;
  }

  /** The hour that the record at `offset` is in, and how many records come before that hour. */
  async function hourAt(filter: UsageFilter, { sort_dir, offset }: UsagePage) {
    const pieces = hoursOf({ start: filter.start_time, end: filter.end_time });
    const counts = sources({ ...filter, unpriced: undefined }, dimsOf(filter), pieces);
    const direction = sort_dir === "desc" ? sql`desc` : sql`asc`;
    const wanted = filter.unpriced === undefined
      ? sql`requests`
      : filter.unpriced
      ? sql`unpriced_requests`
      : sql`requests - unpriced_requests`;
    const [hour] = await sql<{ start: string; before: number }[]>`
      with hours as (select start, sum(${wanted}) as n from ${counts} group by start),
        running as (select start, n, sum(n) over (order by start ${direction}) - n as before from hours)
      select start, before::bigint as before from running where n > 0 and before <= ${offset}
      order by before desc limit 1`;
    return hour;
  }

  async function page(filter: UsageFilter, page: UsagePage): Promise<UsageRecord[]> {
    const direction = page.sort_dir === "desc" ? sql`desc` : sql`asc`;
    const byTime = page.sort_by === "timestamp";
    const hour = byTime && page.offset >= DEEP && filter.request_id === undefined
      ? await hourAt(filter, page)
      : undefined;
    const from = hour &&
      (page.sort_dir === "desc"
        ? during("timestamp", { end: new Date(Date.parse(hour.start) + 3_600_000).toISOString() })
        : during("timestamp", { start: hour.start }));
    const order = {
      timestamp: sql`timestamp ${direction}`,
      cost_usd: sql`cost_nano_usd ${direction}`,
      total_tokens: sql`total_tokens ${direction}`,
      model: sql`model ${direction}, timestamp ${direction}`,
      provider: sql`provider ${direction}, timestamp ${direction}`,
      tenant_id: sql`tenant_id ${direction}, timestamp ${direction}`,
    }[page.sort_by];
    return await sql<UsageRecord[]>`
      select ${columns} from gateway.usage_records where true ${inRangeOf(filter)} ${from ?? sql``} ${
      matching(filter)
    }
      order by ${order}, id ${direction} limit ${page.limit} offset ${page.offset - (hour?.before ?? 0)}`;
  }

  async function summary(filter: UsageFilter): Promise<CostSummary> {
    const pieces = piecesOf({ start: filter.start_time, end: filter.end_time });
    const sums = sql`sum(requests)::bigint as requests, sum(unpriced_requests)::bigint as unpriced_requests,
      sum(prompt_tokens)::bigint as prompt_tokens, sum(completion_tokens)::bigint as completion_tokens,
      sum(total_tokens)::bigint as total_tokens, sum(cost_nano_usd)::text as cost_nano_usd`;
    const day = sql`to_char(start at time zone 'UTC', 'YYYY-MM-DD')`;
    if (dimsOf(filter) !== 0) {
      const lines = await sql<Line[]>`
        select case when grouping(tenant_id) = 0 then 'tenant' when grouping(model) = 0 then 'model'
            when grouping(provider) = 0 then 'provider' else 'day' end as kind,
          coalesce(tenant_id, model, provider, ${day}, '') as name, ${sums}
        from ${sources(filter, 4, pieces)}
        group by grouping sets ((tenant_id), (model), (provider), (${day}))`;
      return summaryOf(lines);
    }
    const edges: Pieces = { days: [], hours: [], records: pieces.records };
    const whole: Pieces = { ...pieces, records: [] };
    const lines = await sql<Line[]>`
      select 'day' as kind, ${day} as name, ${sums} from ${sources(filter, 0, pieces)} group by ${day}
      union all select 'tenant', tenant_id, ${sums} from ${sources(filter, 1, whole)} group by tenant_id
      union all select 'model', model, ${sums} from ${sources(filter, 2, whole)} group by model
      union all select 'provider', provider, ${sums} from ${sources(filter, 3, whole)} group by provider
      union all select 'tenant', tenant_id, ${sums} from ${sources(filter, 0, edges)} group by tenant_id
      union all select 'model', model, ${sums} from ${sources(filter, 0, edges)} group by model
      union all select 'provider', provider, ${sums} from ${sources(filter, 0, edges)} group by provider`;
    return summaryOf(lines);
  }

  return {
    insert: (json) => insertUsage(sql, json),
    page,
    total,
    summary,
    after: (filter, last, limit) =>
      sql<UsageRecord[]>`
        select ${columns} from gateway.usage_records where true ${inRangeOf(filter)} ${matching(filter)}
          ${last ? sql`and (timestamp, id) < (${last.timestamp}, ${last.id})` : sql``}
        order by timestamp desc, id desc limit ${limit}`,
    spent: async (scope, id, start) => {
      const column = { key: "tenant_id", team: "team_id", customer: "customer_id" }[scope];
      const [row] = await sql<{ nano: string }[]>`
        select coalesce(sum(cost_nano_usd), 0)::text as nano from gateway.usage_rollups
        where grain = 'day' and dims = 4 and start >= ${start} and ${sql(column)} = ${id}`;
      return BigInt(row?.nano ?? "0");
    },
  };
}

/** Which sums hold exactly what a filter selects: those over one field when it alone is filtered by. */
function dimsOf({ tenant_id, model, provider, team_id, customer_id }: UsageFilter): number {
  const given = [tenant_id, model, provider].filter((each) => each !== undefined);
  if (team_id !== undefined || customer_id !== undefined || given.length > 1) return 4;
  if (given.length === 0) return 0;
  return tenant_id !== undefined ? 1 : model !== undefined ? 2 : 3;
}
