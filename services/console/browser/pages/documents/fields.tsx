/** The values of a document: position, confidence, and correction. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get } from "../../api.ts";
import { percent } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Badge, Card, Empty } from "../../ui/state.tsx";
import { toast, toastFailure } from "../../ui/toast.tsx";
import { t as common } from "../../i18n/shared_words.ts";
import { type Detail, DOCS, type DocumentField, UNSURE } from "./document.ts";
import { issueText } from "./issue_text.ts";
import { fieldNameIn } from "./own_names.ts";
import { t } from "./words.ts";

export function Fields(
  { of, at, page, changed }: {
    of: Detail;
    at: Signal<string | undefined>;
    page: number;
    /** Undefined for those who may only read. */
    changed?(): void;
  },
) {
  const fields = of.extraction?.fields ?? [];
  const key = query.value.get("correct");
  const point = (field: DocumentField) => {
    at.value = field.key;
    if (field.page !== undefined && field.bbox && field.page !== page) {
      setQuery({ page: String(field.page) }, { replace: true });
    }
  };
  return (
    <Card title={t("fields")}>
      {fields.length > 0
        ? <p class="muted">{t(changed ? "fields_words" : "fields_read_words")}</p>
        : <Empty title={t("no_fields")} />}
      <ul class="values">
        {fields.map((field) => (
          <li key={field.key}>
            <button
              type="button"
              class={`plain ${at.value === field.key ? "on" : ""}`}
              onMouseEnter={() => point(field)}
              onMouseLeave={() => at.value = undefined}
              onFocus={() => point(field)}
              onBlur={() => at.value = undefined}
              onClick={() => changed ? setQuery({ correct: field.key }) : point(field)}
            >
              <small>{fieldNameIn(of.document_type, field.key)}</small>
              <span>
                <bdi>{field.value}</bdi>
              </span>
              <Surety of={field} />
            </button>
          </li>
        ))}
      </ul>
      {key && changed && (
        <Correct
          key={key}
          of={of}
          field={fields.find((field) => field.key === key)}
          changed={changed}
        />
      )}
    </Card>
  );
}

function Surety({ of: { confidence, corrected } }: { of: DocumentField }) {
  if (corrected) return <Badge tone="good">{t("by_hand", { by: corrected.by })}</Badge>;
  return <Badge tone={confidence < UNSURE ? "warn" : "calm"}>{percent(confidence)}</Badge>;
}

/** Asks for the correct value of a field, including a missing one. */
function Correct({ of, field, changed }: { of: Detail; field?: DocumentField; changed(): void }) {
  const key = query.value.get("correct") ?? "";
  const value = useSignal(field?.value ?? "");
  useEffect(() => void (value.value = field?.value ?? ""), [field?.value]);
  const close = () => setQuery({ correct: undefined }, { replace: true });
  const takeBack = async () => {
    try {
      await get(`${DOCS}/documents/${of.id}/fields/${encodeURIComponent(key)}/correction`, {
        method: "DELETE",
      });
      changed();
    } catch (error) {
      toastFailure(error);
    }
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      await get(`${DOCS}/documents/${of.id}/fields/${encodeURIComponent(key)}`, {
        method: "PUT",
        json: { value: value.value },
      });
      close();
      changed();
      const undo = { label: () => t("undo"), act: () => void takeBack() };
      toast(() => t("corrected", { field: fieldNameIn(of.document_type, key) }), { undo });
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Dialog title={t("correct", { field: fieldNameIn(of.document_type, key) })} open onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <Field
          label={t("value")}
          required
          value={value.value}
          onInput={(text) => value.value = text}
        />
        {field?.raw && (
          <p>
            <small>{t("as_read")}</small> <bdi>{field.raw}</bdi>
          </p>
        )}
        {field?.reason && (
          <p class="note warn">
            <bdi dir="auto">{issueText(of.document_type, field.reason)}</bdi>
          </p>
        )}
        {field?.corrected && (
          <p>
            <small>{t("before")}</small> <bdi>{field.corrected.before ?? t("nothing")}</bdi>
          </p>
        )}
        <footer>
          {field?.corrected && (
            <button
              type="button"
              class="secondary"
              onClick={() => {
                close();
                void takeBack();
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
