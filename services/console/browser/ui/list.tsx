/** A list that comes in pages of a hundred, with a way to its next ones. */
import { type Signal, useSignal } from "@preact/signals";
import { getList, type Loaded, useAsked } from "../api.ts";
import { t } from "../i18n/shared_words.ts";
import { number } from "../i18n/format.ts";

const PAGE = 100;

export interface LoadedList<T> extends Loaded<T[]> {
  /** How many there are, of which `data` has the first. */
  total: Signal<number>;
  /** Fetches the next page as well. */
  more(): void;
}

/** Fetches the first pages of the list at `path`, which ends with `limit=100`, as `useGet` fetches one thing. */
export function useList<T>(path: string, options: { everyMs?: number } = {}): LoadedList<T> {
  const pages = useSignal(1);
  const total = useSignal(0);
  const pagesNow = pages.value;
  const request = async (signal: AbortSignal) => {
    const rows: T[] = [];
    for (let page = 0; page < pagesNow; page++) {
      const next = await getList<T>(page === 0 ? path : `${path}&skip=${page * PAGE}`, signal);
      rows.push(...next.rows);
      total.value = Math.max(next.total, rows.length);
      if (next.rows.length < PAGE) break;
    }
    return rows;
  };
  const list = useAsked(`${path} ${pagesNow}`, request, options);
  return { ...list, total, more: () => pages.value++ };
}

/** How much of a long list is shown, and the way to more; nothing for a list that is shown whole. */
export function More<T>({ of }: { of: LoadedList<T> }) {
  const shown = of.data.value?.length ?? 0;
  if (shown >= of.total.value) return null;
  return (
    <p class="more">
      <span role="status">{t("shown_of", { n: number(shown), total: number(of.total.value) })}</span>{" "}
      <button type="button" class="secondary small" aria-busy={of.loading.value} onClick={of.more}>
        {t("show_more")}
      </button>
    </p>
  );
}
