/** What stands above every table: the choice of its columns, its rows as a file, and a link to it as it is. */
import { useSignal } from "@preact/signals";
import { useId } from "preact/hooks";
import { t } from "../i18n/shared_words.ts";
import { chooseColumn, type Column, permalink, shownColumns } from "./columns.tsx";
import { Icon } from "./icons.tsx";
import { csvOf, save } from "./table_text.ts";
import { toast, toastFailure } from "./toast.tsx";

interface Tools<R> {
  /** By which its choice is kept. */
  table: string;
  /** What the file is called. */
  label: string;
  columns: Column<R>[];
  /** The rows for the file, all that the filters let through as far as `cut` allows. */
  rows(): R[] | Promise<{ rows: R[]; total: number }>;
  /** Where the service itself writes the list as CSV. */
  csvHref?: string | undefined;
  /** Icons without words, for short tables. */
  brief?: boolean;
}

export function TableTools<R>({ table, label, columns, rows, csvHref, brief = false }: Tools<R>) {
  const writing = useSignal(false);
  const shown = shownColumns(table, columns);
  const write = async () => {
    writing.value = true;
    try {
      const told = await rows();
      const known = Array.isArray(told) ? { rows: told, total: told.length } : told;
      save(`${fileName(label)}.csv`, new Blob([csvOf(shown, known.rows)], { type: "text/csv" }));
      if (known.total > known.rows.length) {
        toast(() => t("csv_cut", { n: known.rows.length, total: known.total }));
      }
    } catch (error) {
      toastFailure(error);
    } finally {
      writing.value = false;
    }
  };
  const link = async () => {
    try {
      await navigator.clipboard.writeText(permalink(table, columns));
      toast(() => t("link_copied"));
    } catch (error) {
      toastFailure(error);
    }
  };
  const className = `secondary small${brief ? " brief" : ""}`;
  return (
    <span class="actions table-tools">
      <ColumnChoice table={table} columns={columns} look={className} label={label} brief={brief} />
      {csvHref
        ? (
          <a
            role="button"
            class={className}
            href={csvHref}
            download
            aria-label={`${t("download_csv")}: ${label}`}
          >
            <Icon name="download" /> {!brief && t("download_csv")}
          </a>
        )
        : (
          <button
            type="button"
            class={className}
            aria-label={`${t("download_csv")}: ${label}`}
            title={t("download_csv")}
            aria-busy={writing.value}
            onClick={() => void write()}
          >
            {!writing.value && <Icon name="download" />} {!brief && t("download_csv")}
          </button>
        )}
      <button
        type="button"
        class={`${className} brief`}
        aria-label={`${t("copy_link")}: ${label}`}
        title={t("copy_link")}
        onClick={() => void link()}
      >
        <Icon name="link" />
      </button>
    </span>
  );
}

function ColumnChoice<R>({ table, columns, look, label, brief }: {
  table: string;
  columns: Column<R>[];
  look: string;
  label: string;
  brief: boolean;
}) {
  const id = useId();
  const open = useSignal(false);
  const shown = shownColumns(table, columns).map(({ id }) => id);
  return (
    <>
      <button
        type="button"
        class={look}
        popovertarget={id}
        aria-label={`${t("columns")}: ${label}`}
        title={t("columns")}
      >
        <Icon name="columns" /> {!brief && t("columns")}
      </button>
      <div
        id={id}
        popover="auto"
        class="menu"
        onToggle={(event) => open.value = event.currentTarget.matches(":popover-open")}
      >
        {open.value && columns.map((column) => (
          <label key={column.id} class="check">
            <input
              type="checkbox"
              checked={shown.includes(column.id)}
              disabled={shown.length === 1 && shown.includes(column.id)}
              onChange={(event) => chooseColumn(table, columns, column.id, event.currentTarget.checked)}
            />
            {column.label}
          </label>
        ))}
      </div>
    </>
  );
}

/** A name that every system takes for a file. */
function fileName(label: string): string {
  return label.replaceAll(/[\\/:*?"<>|\u2066-\u2069]/g, " ").trim().slice(0, 80) || "table";
}
