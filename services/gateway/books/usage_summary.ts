import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import { type CostSummary, type Line, summaryOf } from "./cost_summary.ts";
import type { UsageFilter } from "./usage_filter.ts";
import { type RoundedPieces, roundedPiecesOf } from "./usage_range.ts";
import { withoutParallelism } from "./conditions.ts";
import { dimsAlong, dimsOf, sources } from "./usage_sources.ts";

const KINDS = { day: "day", tenant: "tenant_id", model: "model", provider: "provider" } as const;
type Kind = keyof typeof KINDS;

/** A line, named in the column of its kind. */
type Row = Omit<Line, "kind" | "name"> & Record<typeof KINDS[Kind], string | null>;

/**
 * The cost of the selected records by tenant, model, provider and day. `since` is the start of single records.
 */
export async function summaryOfRecords(sql: Sql, filter: UsageFilter, since?: string): Promise<CostSummary> {
  const pieces = roundedPiecesOf({ start: filter.start_time, end: filter.end_time }, { since });
  const parts = [edges(sql, filter, pieces), ...sumsByKind(sql, filter, pieces)];
  const rows = await sql<Row[]>`
    with ${withoutParallelism(sql)}
    select day::text, tenant_id, model, provider, sum(requests)::bigint as requests,
      sum(unpriced_requests)::bigint as unpriced_requests, sum(prompt_tokens)::bigint as prompt_tokens,
      sum(completion_tokens)::bigint as completion_tokens, sum(total_tokens)::bigint as total_tokens,
      sum(cost_nano_usd)::text as cost_nano_usd
    from (${parts.reduce((all, part) => sql`${all} union all ${part}`)}) as parts
    group by grouping sets ((day), (tenant_id), (model), (provider))
    -- A part has no names of the kinds that it does not sum.
    having coalesce(day::text, tenant_id, model, provider) is not null`;
  return summaryOf(rows.map(lineOf));
}

/** The records at the edges of a range, which count in lines of all kinds: two sets of groups, both few. */
function edges(sql: Sql, filter: UsageFilter, { records, surplus }: RoundedPieces): postgres.Fragment {
  const singles = { days: [], hours: [], records, surplus: { hours: [], records: surplus.records } };
  const sets: Kind[][] = [["tenant"], ["day", "model", "provider"]];
  return partOf(sql, sources(sql, filter, { ...singles, dims: 0 }), sets);
}

/** The sums of a range, those of each kind from the coarsest sums that have it. */
function sumsByKind(sql: Sql, filter: UsageFilter, pieces: RoundedPieces): postgres.Fragment[] {
  const { days, hours, surplus } = pieces;
  const sums = { days, hours, records: [], surplus: { hours: surplus.hours, records: [] } };
  const of = Map.groupBy(kinds(), (kind) => kind === "day" ? dimsOf(filter) : dimsAlong(filter, KINDS[kind]));
  return [...of].map(([dims, some]) => {
    const sets = [some.filter((kind) => kind === "day"), some.filter((kind) => kind !== "day")];
    return partOf(sql, sources(sql, filter, { ...sums, dims }), sets.filter((set) => set.length > 0));
  });
}

/** Sums of sets of kinds in one pass over `source`. The lines of a kind are summed up from those of its set. */
function partOf(sql: Sql, source: postgres.Fragment, sets: readonly Kind[][]): postgres.Fragment {
  const columns = kinds().map((kind) => {
    const type = kind === "day" ? sql`date` : sql`text`;
    const column = sql(KINDS[kind]);
    return sets.flat().includes(kind) ? sql`${column},` : sql`null::${type} as ${column},`;
  });
  const grouped = sets.map((set) => sql`(${sql(set.map((kind) => KINDS[kind]))})`)
    .reduce((all, set) => sql`${all}, ${set}`);
  const counts = ["requests", "unpriced_requests"].map((name) =>
    sql`sum(${sql(name)})::bigint as ${sql(name)},`
  );
  // Lines of tenants and providers, which are of the most sums, show none.
  const hasTokens = sets.flat().some((kind) => kind === "day" || kind === "model");
  const tokens = ["prompt_tokens", "completion_tokens", "total_tokens"].map((name) =>
    sql`${hasTokens ? sql`sum(${sql(name)})` : sql`0`}::bigint as ${sql(name)},`
  );
  return sql`
    select ${columns} ${counts} ${tokens} sum(cost_nano_usd) as cost_nano_usd
    from (
      select (start at time zone 'UTC')::date as day, tenant_id, model, provider, requests, unpriced_requests,
        prompt_tokens, completion_tokens, total_tokens, cost_nano_usd
      from ${source}
    ) as summed group by grouping sets (${grouped})`;
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
