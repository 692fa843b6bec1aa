/** A type's form tried on a document before it is saved. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, useGet } from "../../../api.ts";
import { t as common } from "../../../i18n/shared_words.ts";
import { percent } from "../../../i18n/format.ts";
import { lang } from "../../../prefs.ts";
import { Choice, Field } from "../../../ui/field.tsx";
import { Await, Badge, Card, Empty, Failure } from "../../../ui/state.tsx";
import { Table } from "../../../ui/table.tsx";
import { DOCS, type DocumentField, type Issue, ISSUE_TONES, type Item } from "../document.ts";
import { typeName, TYPES } from "../own_names.ts";
import { t as say } from "../words.ts";
import { type Draft, typeOf } from "./own_type.ts";
import { t } from "./type_words.ts";

interface Tried {
  is_recognised: boolean;
  classification: { document_type: string };
  extraction: { fields: DocumentField[] };
  validation: { issues: Issue[] };
}

const REST_MS = 350;

export function TypeTrial({ draft }: { draft: Draft }) {
  const search = useSignal("");
  const asked = useSignal("");
  const chosen = useSignal("");
  const tried = useSignal<Tried | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const typed = search.value.trim();
  useEffect(() => {
    const timer = setTimeout(() => asked.value = typed, REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // The trial no longer belongs to the form.
  useEffect(() => {
    tried.value = undefined;
    failure.value = undefined;
  }, [draft, chosen.value]);
  const documents = useGet<{ documents: Item[] }>(
    `${DOCS}/documents?page_size=50&search=${encodeURIComponent(asked.value)}`,
  );
  const attempt = async (document_id: string) => {
    try {
      tried.value = await get<Tried>(`${TYPES}/trial`, {
        method: "POST",
        json: { document_id, definition: typeOf(draft) },
      });
      failure.value = undefined;
    } catch (error) {
      failure.value = error;
    }
  };
  return (
    <Card title={t("trial")}>
      <p class="muted">{t("trial_words")}</p>
      <div class="filters">
        <Field
          label={t("find_document")}
          type="search"
          value={search.value}
          onInput={(value) => search.value = value}
        />
        <Await of={documents}>
          {({ documents }) => (
            <Picker
              documents={documents}
              chosen={chosen.value}
              choose={(id) => chosen.value = id}
            />
          )}
        </Await>
        <button type="button" disabled={!chosen.value} onClick={() => void attempt(chosen.value)}>
          {t("try")}
        </button>
      </div>
      {failure.value !== undefined && <Failure error={failure.value} />}
      {tried.value && <Outcome of={tried.value} draft={draft} />}
    </Card>
  );
}

function Picker(
  { documents, chosen, choose }: { documents: Item[]; chosen: string; choose(id: string): void },
) {
  const read = documents.filter(({ status }) => !["pending", "processing", "failed"].includes(status));
  if (read.length === 0) return <p class="muted">{t("no_documents")}</p>;
  return (
    <Choice
      label={t("document")}
      value={read.some(({ id }) => id === chosen) ? chosen : ""}
      options={[
        { value: "", label: common("none") },
        ...read.map(({ id, filename }) => ({ value: id, label: filename })),
      ]}
      onChange={choose}
    />
  );
}

function Outcome({ of, draft }: { of: Tried; draft: Draft }) {
  const nameOf = (key: string) => draft.fields.find((field) => field.key === key)?.[lang.value] || key;
  const { issues } = of.validation;
  return (
    <div role="status">
      <p>
        {of.is_recognised
          ? <Badge tone="good">{t("is_recognised")}</Badge>
          : <Badge tone="warn">{t("is_other", { name: typeName(of.classification.document_type) })}</Badge>}
      </p>
      <Table
        label={t("fields")}
        rows={of.extraction.fields}
        empty={<Empty title={t("nothing_read")} />}
        columns={[
          { id: "field", label: common("name"), cell: ({ key }) => <bdi>{nameOf(key)}</bdi> },
          { id: "value", label: t("value"), cell: ({ value }) => <bdi dir="auto">{value}</bdi> },
          {
            id: "sure",
            label: t("confidence"),
            end: true,
            cell: ({ confidence }) => percent(confidence),
            text: ({ confidence }) => confidence,
          },
          { id: "reason", label: t("reason"), cell: ({ reason }) => <bdi dir="auto">{reason ?? "–"}</bdi> },
        ]}
      />
      {issues.length === 0 && <p class="muted">{t("no_issues")}</p>}
      <ul class="plain-list">
        {issues.map(({ field, issue, severity }) => (
          <li key={`${field} ${issue}`}>
            <Badge tone={ISSUE_TONES[severity]}>{say(severity)}</Badge> {field && <bdi>{nameOf(field)}</bdi>}
            {" "}
            <bdi dir="auto">{issue}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
