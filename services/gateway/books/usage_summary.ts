import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import { type CostSummary, type Line, summaryOf } from "./cost_summary.ts";
import type { UsageFilter } from "./usage_filter.ts";
import { type RoundedPieces, roundedPiecesOf } from "./usage_range.ts";
import { withoutParallelism } from "./conditions.ts";
import { type Dims, dimsOf, sources } from "./usage_sources.ts";

const KINDS = { day: "day", tenant: "tenant_id", model: "model", provider: "provider" } as const;
type Kind = keyof typeof KINDS;

/** A line, named in the column of its kind. */
type Row = Omit<Line, "kind" | "name"> & Record<typeof KINDS[Kind], string | null>;

/**
 * The cost of the selected records by tenant, model, provider and day. `since` is the start of single records.
 */
export async function summaryOfRecords(sql: Sql, filter: UsageFilter, since?: string): Promise<CostSummary> {
  const pieces = roundedPiecesOf({ start: filter.start_time, end: filter.end_time }, { since });
  const { records, surplus } = pieces;
  // The records at the edges are read once, for lines of all kinds.
  const edges = { days: [], hours: [], records, surplus: { hours: [], records: surplus.records } };
  const parts = [linesFrom(sql, sql`edge`, kinds()), ...linesOfSums(sql, filter, pieces)];
  const rows = await sql<Row[]>`
    with edge as materialized (select * from ${sources(sql, filter, { ...edges, dims: 0 })}), ${
    withoutParallelism(sql)
  }
    ${parts.reduce((all, part) => sql`${all} union all ${part}`)}`;
  return summaryOf(rows.map(lineOf));
}

/** Lines of each kind from its coarsest sums. */
function linesOfSums(sql: Sql, filter: UsageFilter, pieces: RoundedPieces): postgres.Fragment[] {
  const { days, hours, surplus } = pieces;
  const sums = { days, hours, records: [], surplus: { hours: surplus.hours, records: [] } };
  const of = Map.groupBy(kinds(), (kind) => dimsFor(filter, kind));
  return [...of].map(([dims, some]) => linesFrom(sql, sources(sql, filter, { ...sums, dims }), some));
}

function dimsFor(filter: UsageFilter, kind: Kind): Dims {
  if (dimsOf(filter) !== 0) return 4;
  return dimsOf(kind === "day" ? filter : { ...filter, [KINDS[kind]]: "" });
}

/** Lines of some kinds, in one pass over `source`. */
function linesFrom(sql: Sql, source: postgres.Fragment, some: readonly Kind[]): postgres.Fragment {
  const columns = kinds().map((kind) => {
    const column = sql(KINDS[kind]);
    return some.includes(kind) ? sql`${column}::text as ${column},` : sql`null::text as ${column},`;
  });
  const sets = some.map((kind) => sql`(${sql(KINDS[kind])})`)
    .reduce((all, set) => sql`${all}, ${set}`);
  return sql`
    select ${columns} sum(requests)::bigint as requests, sum(unpriced_requests)::bigint as unpriced_requests,
      sum(prompt_tokens)::bigint as prompt_tokens, sum(completion_tokens)::bigint as completion_tokens,
      sum(total_tokens)::bigint as total_tokens, sum(cost_nano_usd)::text as cost_nano_usd
    from (
      select (start at time zone 'UTC')::date as day, tenant_id, model, provider, requests, unpriced_requests,
        prompt_tokens, completion_tokens, total_tokens, cost_nano_usd
      from ${source}
    ) as summed group by grouping sets (${sets})`;
}

function lineOf({ day, tenant_id, model, provider, ...sums }: Row): Line {
  if (tenant_id !== null) return { kind: "tenant", name: tenant_id, ...sums };
  if (model !== null) return { kind: "model", name: model, ...sums };
  return provider !== null
    ? { kind: "provider", name: provider, ...sums }
    : { kind: "day", name: day ?? "", ...sums };
}

function kinds(): Kind[] {
  return ["day", "tenant", "model", "provider"];
}
