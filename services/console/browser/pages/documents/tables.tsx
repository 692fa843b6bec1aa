/** The tables of a document, whose cells people correct. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { query, setQuery } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Badge, Card } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { type CellAddress, type Detail, DOCS, type TableFound } from "./document.ts";
import { t } from "./words.ts";

interface Of {
  of: Detail;
  /** Undefined for those who may only read. */
  changed?(): void;
}

export function Tables({ of, changed }: Of) {
  const { tables = [], unplaced_corrections = [] } = of.extraction ?? {};
  if (tables.length === 0 && unplaced_corrections.length === 0) return null;
  const chosen = chosenIn(query.value.get("cell"), tables);
  return (
    <Card title={t("tables")}>
      {changed && tables.length > 0 && <p class="muted">{t("tables_words")}</p>}
      {tables.map((table, at) => <Found key={at} of={table} at={at} mayChange={changed !== undefined} />)}
      <Unplaced of={of} changed={changed} />
      {chosen && changed && (
        <CorrectCell key={Object.values(chosen.cell).join()} {...chosen} of={of} changed={changed} />
      )}
    </Card>
  );
}

function Found({ of, at, mayChange }: { of: TableFound; at: number; mayChange: boolean }) {
  const { page, header, rows } = of;
  const label = t("table_of", { n: at + 1, page });
  return (
    <Table
      label={label}
      rows={rows.map((texts, row) => ({ texts, row: row + 1 }))}
      columns={header.map((name, column) => ({
        id: String(column),
        label: name,
        text: ({ texts }) => texts[column] ?? "",
        cell: ({ texts, row }) => (
          <Cell text={texts[column] ?? ""} of={of} cell={{ table: at, row, column }} mayChange={mayChange} />
        ),
      }))}
    />
  );
}

function Cell(
  { text, of, cell, mayChange }: { text: string; of: TableFound; cell: CellAddress; mayChange: boolean },
) {
  const corrected = markOf(of, cell);
  const mark = corrected && <Badge tone="good">{t("by_hand", { by: corrected.by })}</Badge>;
  if (!mayChange) {
    return (
      <>
        <bdi>{text}</bdi> {mark}
      </>
    );
  }
  return (
    <>
      <button
        type="button"
        class="plain table-cell"
        aria-label={`${nameOf(of, cell)}: ${text === "" ? t("empty_cell") : text}`}
        onClick={() => setQuery({ cell: `${cell.table}/${cell.row}/${cell.column}` })}
      >
        <bdi>{text}</bdi>
      </button>{" "}
      {mark}
    </>
  );
}

/** Corrections whose row is not in the newest reading. */
function Unplaced({ of, changed }: Of) {
  const lost = of.extraction?.unplaced_corrections ?? [];
  if (lost.length === 0) return null;
  return (
    <>
      <p class="note warn">{t("unplaced")}</p>
      <ul class="plain-list">
        {lost.map((cell) => (
          <li key={`${cell.table}/${cell.row}/${cell.column} ${cell.at}`}>
            <bdi dir="auto">{cell.value === "" ? t("empty_cell") : cell.value}</bdi>{" "}
            <small>
              <bdi>{cell.by}</bdi> <Time at={cell.at} />
            </small>{" "}
            {changed && (
              <button
                type="button"
                class="secondary small"
                onClick={() => void takeBack(of, cell, changed)}
              >
                {t("take_back")}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Asks for the right text of a cell or of a heading. */
function CorrectCell(
  { of, table, cell, changed }: { of: Detail; table: TableFound; cell: CellAddress; changed(): void },
) {
  const seen = textOf(table, cell);
  const value = useSignal(seen);
  useEffect(() => void (value.value = seen), [seen]);
  const corrected = markOf(table, cell);
  const name = nameOf(table, cell);
  const close = () => setQuery({ cell: undefined }, { replace: true });
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      const { table, row, column } = cell;
      await get(`${DOCS}/documents/${of.id}/tables/${table}/cells/${row}/${column}`, {
        method: "PUT",
        json: { value: value.value, seen },
      });
      close();
      changed();
      const undo = { label: () => t("undo"), act: () => void takeBack(of, cell, changed) };
      toast(() => t("corrected", { field: name }), { undo });
    } catch (error) {
      toastFailure(error);
      // Another person may have corrected it meanwhile: shows the text that it has now.
      changed();
    }
  };
  return (
    <Dialog title={t("correct", { field: name })} open onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <Field
          label={t("value")}
          help={t("cell_help")}
          value={value.value}
          onInput={(text) => value.value = text}
        />
        {corrected && (
          <p>
            <small>{t("before")}</small> <bdi>{corrected.before || t("nothing")}</bdi>
          </p>
        )}
        <footer>
          {cell.row > 0 && (
            <button
              type="button"
              class="secondary"
              onClick={() => setQuery({ cell: `${cell.table}/0/${cell.column}` }, { replace: true })}
            >
              {t("correct_heading")}
            </button>
          )}
          {corrected && (
            <button
              type="button"
              class="secondary"
              onClick={() => {
                close();
                void takeBack(of, cell, changed);
              }}
            >
              {t("take_back")}
            </button>
          )}
          <button type="button" class="secondary" onClick={close}>{common("cancel")}</button>
          <button type="submit">{common("save")}</button>
        </footer>
      </form>
    </Dialog>
  );
}

async function takeBack(
  { id }: Detail,
  { table, row, column }: CellAddress,
  changed: () => void,
): Promise<void> {
  try {
    await get(`${DOCS}/documents/${id}/tables/${table}/cells/${row}/${column}/correction`, {
      method: "DELETE",
    });
    changed();
  } catch (error) {
    toastFailure(error);
  }
}

/** The cell that the address names, as table/row/column. */
function chosenIn(
  text: string | null,
  tables: TableFound[],
): { cell: CellAddress; table: TableFound } | undefined {
  const numbers = /^(\d+)\/(\d+)\/(\d+)$/.exec(text ?? "")?.slice(1).map(Number) ?? [];
  const [at = -1, row = -1, column = -1] = numbers;
  const table = tables[at];
  if (!table || row > table.rows.length || column >= table.header.length) return undefined;
  return { cell: { table: at, row, column }, table };
}

function textOf({ header, rows }: TableFound, { row, column }: CellAddress): string {
  return (row === 0 ? header : rows[row - 1])?.[column] ?? "";
}

function markOf({ corrected = [] }: TableFound, { row, column }: CellAddress) {
  return corrected.find((cell) => cell.row === row && cell.column === column);
}

/** A cell by its heading and row. */
function nameOf({ header }: TableFound, { row, column }: CellAddress): string {
  const heading = header[column] || t("column", { n: column + 1 });
  return row === 0 ? t("heading", { name: heading }) : t("cell_in", { heading, row });
}
