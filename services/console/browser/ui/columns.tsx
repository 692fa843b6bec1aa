/** Columns of a table: which are shown, and their rows as a CSV file. */
import { type Signal, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { t } from "../i18n/common.ts";
import { Icon } from "./icons.tsx";

export interface Column<R> {
  id: string;
  label: string;
  cell(row: R): ComponentChildren;
  /** Its text in a CSV file; the cell itself where it is plain. */
  text?(row: R): string | number | null | undefined;
  /** Pixels. */
  width?: number;
  /** Stands at the end side, as numbers do. */
  end?: boolean;
  /** Not shown until somebody chooses it. */
  hidden?: boolean;
}

const choices = new Map<string, Signal<Set<string>>>();

/** The columns that the person hides of table `name`. */
export function hiddenColumns<R>(name: string, columns: Column<R>[]): Signal<Set<string>> {
  const known = choices.get(name);
  if (known) return known;
  const stored = localStorage.getItem(`diwan_columns_${name}`);
  const hidden = stored === null
    ? columns.flatMap(({ id, hidden }) => hidden ? [id] : [])
    : stored.split(",").filter(Boolean);
  const made = signal(new Set(hidden));
  choices.set(name, made);
  return made;
}

export function ColumnChoice<R>({ name, columns }: { name: string; columns: Column<R>[] }) {
  const hidden = hiddenColumns(name, columns);
  const id = `columns-${name}`;
  const choose = (column: string, shown: boolean) => {
    const next = new Set(hidden.value);
    if (shown) next.delete(column);
    else next.add(column);
    hidden.value = next;
    localStorage.setItem(`diwan_columns_${name}`, [...next].join());
  };
  return (
    <>
      <button type="button" class="secondary small" popovertarget={id}>
        <Icon name="columns" /> {t("columns")}
      </button>
      <div id={id} popover="auto" class="menu">
        {columns.map(({ id, label }) => (
          <label key={id} class="check">
            <input
              type="checkbox"
              checked={!hidden.value.has(id)}
              onChange={(event) => choose(id, event.currentTarget.checked)}
            />
            {label}
          </label>
        ))}
      </div>
    </>
  );
}

/** Saves `rows` as a CSV file; cells that a spreadsheet would run as a formula get an apostrophe. */
export function saveCsv<R>(name: string, columns: Column<R>[], rows: R[]): void {
  const lines = [
    columns.map(({ label }) => label),
    ...rows.map((row) => columns.map((column) => textOf(column, row))),
  ];
  const csv = lines.map((line) => line.map(csvCell).join(",")).join("\r\n");
  save(`${name}.csv`, new Blob([`\uFEFF${csv}\r\n`], { type: "text/csv" }));
}

/** Hands a file to the browser's downloads. */
export function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}

function textOf<R>(column: Column<R>, row: R): string {
  const text = column.text ? column.text(row) : column.cell(row);
  return typeof text === "string" || typeof text === "number" ? String(text) : "";
}

function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
