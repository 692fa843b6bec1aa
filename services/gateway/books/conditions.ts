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
 * A condition beside that of an index to follow. The planner, which multiplies the shares of conditions as if they did
 * not depend on each other, would expect few rows, and read all of them to sort them or seek them along another index;
 * it takes half for `coalesce`, and follows the index.
 */
export function beside(sql: Sql, condition: postgres.Fragment): postgres.Fragment {
  return sql`coalesce(${condition}, false)`;
}

/** `equalTo` beside the condition of an index to follow. */
export function equalBeside<N extends string>(
  sql: Sql,
  filter: { readonly [K in N]?: string | undefined },
  names: readonly N[],
): postgres.Fragment {
  return names.filter((name) => filter[name] !== undefined)
    .map((name) => sql`and ${beside(sql, sql`true ${equalTo(sql, filter, [name])}`)}`)
    .reduce((all, part) => sql`${all} ${part}`, sql``);
}

/**
 * For `with`: makes one server process run a query of some thousand rows, because starting parallel workers
 * would take longer. The planner uses none for a query with a volatile function; this one is never called.
 */
export function withoutParallelism(sql: Sql): postgres.Fragment {
  return sql`alone as (select set_config('diwan.alone', '', true))`;
}
