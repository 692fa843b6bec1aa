/** Tables: one for short lists, and one that shows any number of rows by drawing those in view. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { t } from "../i18n/shared_words.ts";
import { type Column, shownColumns, tableKey } from "./columns.tsx";
import { type Load, Rows } from "./rows.ts";
import { Failure } from "./state.tsx";
import { HeadCell, isSortable, type Order, orderOf, sorted } from "./table_sort.tsx";
import { TableTools } from "./table_tools.tsx";

export type { Column };

/** A list of some dozen rows. */
export function Table<R>(
  { name, label, columns, rows, empty }: {
    /** By which the choice of columns and the order are kept; without it tables of the same columns share theirs. */
    name?: string;
    label: string;
    columns: Column<R>[];
    rows: R[];
    empty?: ComponentChildren;
  },
) {
  if (rows.length === 0 && empty) return <>{empty}</>;
  const key = tableKey(name, columns);
  const shown = shownColumns(key, columns);
  const order = orderOf(key, columns);
  const ordered = order ? sorted(rows, order) : rows;
  return (
    <div class="short-table">
      {rows.length > 0 && (
        <TableTools
          table={key}
          label={label}
          columns={columns}
          rows={() => ordered}
          brief
        />
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label={label}>
        <table class="plain-table">
          <thead>
            <tr>
              {shown.map((column) => (
                <HeadCell
                  key={column.id}
                  table={key}
                  column={column}
                  order={order}
                  sortable={rows.length > 1 && isSortable(column, rows[0])}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {ordered.map((row, index) => (
              <tr key={index}>
                {shown.map(({ id, cell, end, sentences }) => (
                  <td key={id} class={end ? "end" : sentences ? "sentences" : ""}>{cell(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const ROW = 36;
const VIEW = 14;
const AHEAD = 6;
// Chromium's tallest element is 33.5 million pixels, others' is less: beyond this the place is reckoned by share.
const TALLEST = 15_000_000;
// More would take the service too many requests; it has the newest first then.
const MOST_SORTED = 1_000;
const MOST_WRITTEN = 10_000;

/** A table of any number of rows; a new `load` function means other rows. */
export function LongTable<R>(
  { name, label, columns, load, everyMs, empty, csvHref, onOpen, opensByCell = false }: {
    /** By which the choice of columns and the order are kept. */
    name: string;
    label: string;
    columns: Column<R>[];
    load: Load<R>;
    /** How often the visible rows are asked for again, in their place, while the page is seen. */
    everyMs?: number;
    empty?: ComponentChildren;
    /** Where the service writes the whole list as CSV, for lists that are too long to be fetched. */
    csvHref?: string;
    /** Opens a row by a click anywhere on it. */
    onOpen?(row: R): void;
    /** Whether the first cell opens the row for the keyboard, in tables whose rows have no link of their own. */
    opensByCell?: boolean;
  },
) {
  const rows = useMemo(() => new Rows(load), [load]);
  const top = useSignal(0);
  const box = useRef<HTMLDivElement>(null);
  const shown = shownColumns(name, columns);
  const total = rows.total.value;
  void rows.news.value;
  const { first, last, shift, height } = rowsInView(total ?? 0, top.value);
  const sortable = total !== undefined && total > 1 && total <= MOST_SORTED;
  const order = sortable ? orderOf(name, columns) : undefined;
  const inOrder = useOrdered(rows, order);
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
    top.value = 0;
    return () => rows.close();
  }, [rows]);
  // Before the next frame: an effect after it would ask a frame later.
  useLayoutEffect(() => rows.want(first, last), [rows, first, last]);
  const seen = useRef({ first, last });
  seen.current = { first, last };
  const isLive = everyMs !== undefined && order === undefined;
  useEffect(() => {
    if (!isLive) return;
    const again = () =>
      document.visibilityState === "visible" && rows.again(seen.current.first, seen.current.last);
    const timer = setInterval(again, everyMs);
    return () => clearInterval(timer);
  }, [rows, isLive, everyMs]);
  if (rows.failure.value !== undefined && total === undefined) {
    return <Failure error={rows.failure.value} retry={() => rows.want(first, last)} />;
  }
  if (total === 0 && empty) return <>{empty}</>;
  const written = async () => {
    const all = await rows.all(MOST_WRITTEN);
    return { ...all, rows: order ? sorted(all.rows, order) : all.rows };
  };
  return (
    <div class="long-table">
      <div class="table-head">
        <span role="status">{total === undefined ? t("loading") : t("rows", { n: total })}</span>
        <TableTools
          table={name}
          label={label}
          columns={columns}
          rows={written}
          csvHref={(total ?? 0) > MOST_WRITTEN ? csvHref : undefined}
        />
      </div>
      <div
        class="rows"
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={label}
        style={{ height: `${Math.min(VIEW, Math.max(total ?? 3, 1)) * ROW + ROW + 14}px` }}
        onScroll={(event) => top.value = event.currentTarget.scrollTop}
      >
        <div style={{ height: `${height + ROW}px` }} />
        <table aria-rowcount={(total ?? 0) + 1} style={{ transform: `translateY(${shift}px)` }}>
          <thead style={{ transform: `translateY(${top.value - shift}px)` }}>
            <tr aria-rowindex={1}>
              {shown.map((column) => (
                <HeadCell
                  key={column.id}
                  table={name}
                  column={column}
                  order={order}
                  sortable={sortable && isSortable(column, rows.at(first))}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: Math.max(0, last - first) }, (_, at) => {
              const row = inOrder ? inOrder[first + at] : rows.at(first + at);
              return (
                <tr
                  key={first + at}
                  aria-rowindex={first + at + 2}
                  class={onOpen && row ? "opens" : ""}
                  onClick={onOpen && row ? () => onOpen(row) : undefined}
                >
                  {shown.map(({ id, cell, end }, place) => (
                    <td key={id} class={end ? "end" : ""}>
                      {row === undefined
                        ? "…"
                        : opensByCell && place === 0
                        ? <button type="button" class="link">{cell(row)}</button>
                        : cell(row)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** All of `rows` in `order`, once they are here; undefined for the service's own order. */
function useOrdered<R>(rows: Rows<R>, order: Order<R> | undefined): R[] | undefined {
  const all = useSignal<{ of: Rows<R>; rows: R[] } | undefined>(undefined);
  const isWanted = order !== undefined;
  useEffect(() => {
    if (!isWanted || all.value?.of === rows) return;
    rows.all(MOST_SORTED).then(
      (told) => all.value = { of: rows, rows: told.rows },
      (error) => rows.failure.value ??= error,
    );
  }, [rows, isWanted]);
  const known = all.value?.of === rows ? all.value.rows : undefined;
  return useMemo(
    () => order && known && sorted(known, order),
    [known, order?.column.id, order?.down],
  );
}

/** Which rows are in view at `top`, and where the table stands. */
export function rowsInView(
  total: number,
  top: number,
): { first: number; last: number; shift: number; height: number } {
  const whole = total * ROW;
  const height = Math.min(whole, TALLEST);
  const view = VIEW * ROW;
  const scaled = whole > TALLEST ? top * (whole - view) / (TALLEST - view) : top;
  const begin = Math.min(Math.max(0, Math.floor(scaled / ROW)), Math.max(0, total - 1));
  const first = Math.max(0, begin - AHEAD);
  const last = Math.min(total, begin + VIEW + AHEAD + 1);
  return { first, last, shift: Math.max(0, top - (scaled - first * ROW)), height };
}
