/** Columns of a table: what each shows, and which are shown, by choice of the person or of the address. */
import { type Signal, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { query, setQuery } from "../router.ts";

export interface Column<R> {
  id: string;
  label: string;
  cell(row: R): ComponentChildren;
  /** Its value in a CSV file, by which rows are sorted too; what the cell says where there is none. */
  text?(row: R): string | number | null | undefined;
  /** Pixels. */
  width?: number;
  /** Stands at the end side, as numbers do. */
  end?: boolean;
  /** Whether it holds sentences, which on a telephone would have a word in each line. */
  sentences?: boolean;
  /** Not shown until somebody chooses it. */
  hidden?: boolean;
}

/** By what a table's parts of the address and its kept choice go: its name, or its columns where it has none. */
export function tableKey<R>(name: string | undefined, columns: readonly Column<R>[]): string {
  if (name !== undefined) return name;
  let sum = 5381;
  for (const sign of columns.map(({ id }) => id).join()) sum = (sum * 33 + (sign.codePointAt(0) ?? 0)) >>> 0;
  return `t${sum.toString(36)}`;
}

const choices = new Map<string, Signal<string[] | undefined>>();

/** The columns that the person chose to see in table `key`; undefined before they choose. */
function choiceOf(key: string): Signal<string[] | undefined> {
  const known = choices.get(key);
  if (known) return known;
  const stored = localStorage.getItem(`diwan_shown_${key}`);
  const made = signal(stored === null ? undefined : stored.split(",").filter(Boolean));
  choices.set(key, made);
  return made;
}

const parameter = (key: string) => `${key}.columns`;

/** The columns of table `key` that are shown: those that the address names, that were chosen, or the usual ones. */
export function shownColumns<R>(key: string, columns: Column<R>[]): Column<R>[] {
  const named = query.value.get(parameter(key))?.split(",");
  const chosen = named ?? choiceOf(key).value;
  const shown = chosen && columns.filter(({ id }) => chosen.includes(id));
  // An address of another version may name none that there is.
  return shown && shown.length > 0 ? shown : columns.filter(({ hidden }) => !hidden);
}

/** Shows or hides a column, for now and for later; the address tells of it. */
export function chooseColumn<R>(key: string, columns: Column<R>[], id: string, isShown: boolean): void {
  const before = shownColumns(key, columns).map((column) => column.id);
  const next = columns.map((column) => column.id)
    .filter((other) => other === id ? isShown : before.includes(other));
  // A table without columns could not be told from one without rows.
  if (next.length === 0) return;
  choiceOf(key).value = next;
  localStorage.setItem(`diwan_shown_${key}`, next.join());
  setQuery({ [parameter(key)]: isUsual(columns, next) ? undefined : next.join() }, { replace: true });
}

/** The address of this view with the columns that are shown, wherever they were chosen. */
export function permalink<R>(key: string, columns: Column<R>[]): string {
  const address = new URL(location.href);
  const shown = shownColumns(key, columns).map(({ id }) => id);
  if (isUsual(columns, shown)) address.searchParams.delete(parameter(key));
  else address.searchParams.set(parameter(key), shown.join());
  return address.href;
}

function isUsual<R>(columns: readonly Column<R>[], shown: readonly string[]): boolean {
  return columns.every(({ id, hidden = false }) => shown.includes(id) !== hidden);
}
