/** Tables: one for short lists, and one that shows any number of rows by drawing those in view. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { t } from "../i18n/common.ts";
import { type Column, ColumnChoice, hiddenColumns, saveCsv } from "./columns.tsx";
import { Icon } from "./icons.tsx";
import { type Load, Rows } from "./rows.ts";
import { Failure } from "./state.tsx";

export type { Column };

/** A list of some dozen rows. */
export function Table<R>(
  { label, columns, rows, empty }: {
    label: string;
    columns: Column<R>[];
    rows: R[];
    empty?: ComponentChildren;
  },
) {
  if (rows.length === 0 && empty) return <>{empty}</>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table class="plain-table">
        <thead>
          <tr>
            {columns.map(({ id, label, end }) => (
              <th key={id} scope="col" class={end ? "end" : ""}>{label}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map(({ id, cell, end }) => <td key={id} class={end ? "end" : ""}>{cell(row)}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const ROW = 36;
const VIEW = 14;
const AHEAD = 6;
// Chromium's tallest element is 33.5 million pixels, others' is less: beyond this the place is reckoned by share.
const TALLEST = 15_000_000;

/** A table of any number of rows; a new `load` function means other rows. */
export function LongTable<R>(
  { name, label, columns, load, empty, csvHref, onOpen }: {
    /** By which the choice of columns is kept, and the file is called. */
    name: string;
    label: string;
    columns: Column<R>[];
    load: Load<R>;
    empty?: ComponentChildren;
    /** Where the service writes the whole list as CSV; without it, the rows that are here are written. */
    csvHref?: string;
    /** The address that a click on a row, or Enter, opens. */
    onOpen?(row: R): void;
  },
) {
  const rows = useMemo(() => new Rows(load), [load]);
  const top = useSignal(0);
  const box = useRef<HTMLDivElement>(null);
  const hidden = hiddenColumns(name, columns).value;
  const shown = columns.filter(({ id }) => !hidden.has(id));
  const total = rows.total.value;
  void rows.news.value;
  const { first, last, shift, height } = placed(total ?? 0, top.value);
  useEffect(() => {
    if (box.current) box.current.scrollTop = 0;
    top.value = 0;
    return () => rows.close();
  }, [rows]);
  useEffect(() => rows.want(first, last), [rows, first, last]);
  if (rows.failure.value !== undefined && total === undefined) {
    return <Failure error={rows.failure.value} retry={() => rows.want(first, last)} />;
  }
  if (total === 0 && empty) return <>{empty}</>;
  return (
    <div class="long-table">
      <div class="table-head">
        <span role="status">{total === undefined ? t("loading") : t("rows", { n: total })}</span>
        <span class="actions">
          <ColumnChoice name={name} columns={columns} />
          {csvHref
            ? (
              <a role="button" class="secondary small" href={csvHref} download>
                <Icon name="download" /> CSV
              </a>
            )
            : (
              <button
                type="button"
                class="secondary small"
                onClick={() => saveCsv(name, columns, rows.known())}
              >
                <Icon name="download" /> CSV
              </button>
            )}
        </span>
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
              {shown.map(({ id, label, end, width }) => (
                <th
                  key={id}
                  scope="col"
                  class={end ? "end" : ""}
                  style={width ? { width: `${width}px` } : {}}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: Math.max(0, last - first) }, (_, at) => {
              const row = rows.at(first + at);
              return (
                <tr
                  key={first + at}
                  aria-rowindex={first + at + 2}
                  class={onOpen && row ? "opens" : ""}
                  onClick={onOpen && row ? () => onOpen(row) : undefined}
                >
                  {shown.map(({ id, cell, end }) => (
                    <td key={id} class={end ? "end" : ""}>{row === undefined ? "…" : cell(row)}</td>
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

/** Which rows are in view at `top`, and where the table stands. */
export function placed(
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
