/** The order of a table's rows, which is in the address. */
import { t } from "../i18n/shared_words.ts";
import { compareNatural } from "../i18n/format.ts";
import { query, setQuery } from "../router.ts";
import type { Column } from "./columns.tsx";
import { Icon } from "./icons.tsx";
import { valueOf } from "./table_text.ts";

/** By which column rows are sorted, and whether the greatest comes first. */
export interface Order<R> {
  column: Column<R>;
  down: boolean;
}

const parameter = (key: string) => `${key}.sort`;

/** The order of table `key` that the address names; undefined for the service's own. */
export function orderOf<R>(key: string, columns: readonly Column<R>[]): Order<R> | undefined {
  const named = query.value.get(parameter(key)) ?? "";
  const down = named.startsWith("-");
  const column = columns.find(({ id }) => id === (down ? named.slice(1) : named));
  return column && { column, down };
}

/** The rows in their order; those without a value are last either way. */
export function sorted<R>(rows: readonly R[], { column, down }: Order<R>): R[] {
  const valued = rows.map((row) => ({ row, value: valueOf(column, row) }));
  const sign = down ? -1 : 1;
  return valued.sort((a, b) => {
    if (a.value === "" || b.value === "") return Number(a.value === "") - Number(b.value === "");
    if (typeof a.value === "number" && typeof b.value === "number") return sign * (a.value - b.value);
    return sign * compareNatural(String(a.value), String(b.value));
  }).map(({ row }) => row);
}

/** Whether `column` says something that can be put in order: formatted numbers cannot. */
export function isSortable<R>(column: Column<R>, sample: R | undefined): boolean {
  if (sample === undefined) return false;
  return column.text !== undefined || !column.end && valueOf(column, sample) !== "";
}

/** The head of a column: a button that sorts by it where that can be. */
export function HeadCell<R>({ table, column, order, sortable }: {
  table: string;
  column: Column<R>;
  order: Order<R> | undefined;
  sortable: boolean;
}) {
  const { id, label, end, width } = column;
  const mine = order?.column.id === id ? order : undefined;
  // Up, down, and the service's own order again.
  const next = !mine ? id : mine.down ? undefined : `-${id}`;
  const sort = !mine ? undefined : mine.down ? "descending" as const : "ascending" as const;
  return (
    <th
      scope="col"
      class={end ? "end" : ""}
      aria-sort={sort}
      style={width ? { width: `${width}px` } : {}}
    >
      {sortable
        ? (
          <button
            type="button"
            class="sort"
            title={t("sort_by", { name: label })}
            onClick={() => setQuery({ [parameter(table)]: next }, { replace: true })}
          >
            {label} {mine && <Icon name={mine.down ? "down" : "up"} />}
          </button>
        )
        : label}
    </th>
  );
}
