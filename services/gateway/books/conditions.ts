/** SQL conditions, each beginning with `and`; undefined fields of a filter add none. */
import type postgres from "postgres";
import type { Sql } from "lib/database/db.ts";
import type { Span } from "./usage_range.ts";

/** `start <= column < end`, as far as they are given. */
export function during(sql: Sql, column: string, { start, end }: Span): postgres.Fragment {
  return sql`${start === undefined ? sql`` : sql`and ${sql(column)} >= ${start}`}
    ${end === undefined ? sql`` : sql`and ${sql(column)} < ${end}`}`;
}

/** Equality with the filter's value, of each column in `names`. */
export function equalTo<N extends string>(
  sql: Sql,
  filter: { readonly [K in N]?: string | undefined },
  names: readonly N[],
): postgres.Fragment[] {
  return names.map((name) => {
    const value: string | undefined = filter[name];
    const column: string = name;
    return value === undefined ? sql`` : sql`and ${sql(column)} = ${value}`;
  });
}

/**
 * For `with`: has one process of the server work on a query of some thousand rows, which the start of others would take
 * longer than. The planner knows none for a query with a function that has effects; this one is never called.
 */
export function alone(sql: Sql): postgres.Fragment {
  return sql`alone as (select set_config('diwan.alone', '', true))`;
}
