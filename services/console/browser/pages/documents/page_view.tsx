/** A page as a picture, with a box over each value that stands on it. */
import type { Signal } from "@preact/signals";
import { setQuery } from "../../router.ts";
import { Icon } from "../../ui/icons.tsx";
import { type Detail, DOCS, placeOf, UNSURE } from "./document.ts";
import { fieldNameIn } from "./own_names.ts";
import { t } from "./words.ts";

export function PageView(
  { of, page, at, mayChange, show }: {
    of: Detail;
    page: number;
    at: Signal<string | undefined>;
    mayChange: boolean;
    show(page: number): void;
  },
) {
  const pages = of.ocr?.pages ?? [];
  const shown = pages.find((candidate) => candidate.page === page);
  const fields = (of.extraction?.fields ?? []).flatMap((field) =>
    field.page === page && field.bbox ? [{ ...field, bbox: field.bbox }] : []
  );
  if (!shown) return null;
  return (
    <div class="page-side">
      {pages.length > 1 && (
        <nav class="pager" aria-label={t("page_of", { n: page, total: pages.length })}>
          <button
            type="button"
            class="secondary small"
            disabled={page <= 1}
            aria-label={t("previous")}
            onClick={() => show(page - 1)}
          >
            <Icon name="back" />
          </button>
          <span role="status">{t("page_of", { n: page, total: pages.length })}</span>
          <button
            type="button"
            class="secondary small"
            disabled={page >= pages.length}
            aria-label={t("next")}
            onClick={() => show(page + 1)}
          >
            <Icon name="forward" />
          </button>
        </nav>
      )}
      {shown.error && <p class="note warn">{t("page_failed", { why: shown.error })}</p>}
      <div class="page-picture" dir="ltr">
        <img
          src={`/api${DOCS}/documents/${of.id}/pages/${page}/image`}
          width={shown.width}
          height={shown.height}
          alt={t("page_picture", { n: page, name: of.filename })}
        />
        {fields.map(({ key, value, bbox, confidence, corrected }) => (
          <button
            key={key}
            type="button"
            class={`box ${at.value === key ? "on" : ""} ${confidence < UNSURE && !corrected ? "unsure" : ""}`}
            style={placeOf(bbox, shown)}
            aria-label={`${fieldNameIn(of.document_type, key)}: ${value}`}
            title={`${fieldNameIn(of.document_type, key)}: ${value}`}
            onMouseEnter={() => at.value = key}
            onMouseLeave={() => at.value = undefined}
            onFocus={() => at.value = key}
            onBlur={() => at.value = undefined}
            onClick={() => mayChange ? setQuery({ correct: key }) : at.value = key}
          />
        ))}
      </div>
    </div>
  );
}
