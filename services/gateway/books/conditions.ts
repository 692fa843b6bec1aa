/** SQL conditions, each beginning with `and`; undefined fields of a filter add none. */
import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import type { Span } from "./usage_range.ts";

/** `start <= column < end`, as far as they are given. */
export function inRange(sql: Sql, column: string, { start, end }: Span): postgres.Fragment {
  return sql`${start === undefined ? sql`` : sql`and ${sql(column)} >= ${start}`}
    ${end === undefined ? sql`` : sql`and ${sql(column)} < ${end}`}`;
}

/** Equality with the filter's value, of each column in `names`. */
export function equalTo<N extends string>(
  sql: Sql,
  filter: { readonly [K in N]?: string | undefined },
  names: readonly N[],
): postgres.Fragment {
  // The client takes an empty array for a value.
  return names.reduce((all, name) => {
    const value: string | undefined = filter[name];
    const column: string = name;
    return value === undefined ? all : sql`${all} and ${sql(column)} = ${value}`;
  }, sql``);
}

/**
 * For `with`: makes one server process run a query of some thousand rows, because starting parallel workers
 * would take longer. The planner uses none for a query with a volatile function; this one is never called.
 */
export function withoutParallelism(sql: Sql): postgres.Fragment {
  return sql`alone as (select set_config('diwan.alone', '', true))`;
}
