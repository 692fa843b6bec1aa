/** The documents that the viewer may read, or those in the review queue. */
import { useMemo } from "preact/hooks";
import { get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { number, percent } from "../../i18n/format.ts";
import { navigate, query, setQuery } from "../../router.ts";
import { Choice, Field } from "../../ui/field.tsx";
import { Badge, Empty } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { DOCS, type Item, TONES, UNSURE } from "./document.ts";
import { t as say } from "./keeping_words.ts";
import { Progress, ReadAgain } from "./reprocessing.tsx";
import { ownTypes, typeName } from "./own_names.ts";
import { arrivals } from "./uploads.ts";
import { t } from "./words.ts";

const KINDS = [
  ...["invoice", "receipt", "purchase_order", "quotation", "contract", "tender", "bid", "id_card"],
  ...["passport", "trade_licence", "bank_statement", "tax_certificate", "letter", "report", "cv", "form"],
  "other",
];
const STATES = ["pending", "processing", "completed", "failed"] as const;

const LOOK_MS = 10_000;

export function List({ review }: { review: boolean }) {
  const filters = filterText();
  const news = arrivals.value;
  const load = useMemo(() => async (offset: number, limit: number, signal: AbortSignal) => {
    const place = `page=${offset / limit + 1}&page_size=${limit}`;
    const path = review
      ? `${DOCS}/documents?${place}&confidence_below=${UNSURE}${filters}`
      : `${DOCS}/documents?${place}${filters}`;
    const { documents, total } = await get<{ documents: Item[]; total: number }>(path, { signal });
    return { rows: documents, total };
  }, [review, filters, news]);
  return (
    <>
      {review && <p class="muted">{t("review_words")}</p>}
      <div class="filters">
        <Field
          label={common("search")}
          placeholder={t("search_help")}
          type="search"
          value={query.value.get("search") ?? ""}
          onInput={(value) => setQuery({ search: value }, { replace: true })}
        />
        <Choice
          label={t("type")}
          value={query.value.get("document_type") ?? ""}
          options={[
            { value: "", label: common("all") },
            ...[...KINDS, ...ownTypes.value.map(({ name }) => name)].map((value) => ({
              value,
              label: typeName(value),
            })),
          ]}
          onChange={(value) => setQuery({ document_type: value })}
        />
        {!review && (
          <Choice
            label={common("status")}
            value={query.value.get("status") ?? ""}
            options={[
              { value: "", label: common("all") },
              ...STATES.map((value) => ({ value, label: t(value) })),
            ]}
            onChange={(value) => setQuery({ status: value })}
          />
        )}
        <TagChoice />
        <ReadAgain review={review} />
      </div>
      {query.value.get("reprocessing") && <Progress id={query.value.get("reprocessing") ?? ""} />}
      <LongTable
        name="documents"
        label={t("list")}
        columns={columns()}
        load={load}
        everyMs={LOOK_MS}
        empty={
          <Empty title={t(filters ? "none_match" : review ? "none_review" : "none")}>
            {!filters && t(review ? "none_review_words" : "none_words")}
          </Empty>
        }
        onOpen={({ id }) => navigate(`/documents?document=${id}`)}
      />
    </>
  );
}

/** Nothing where no document has a tag. */
function TagChoice() {
  const known = useGet<{ tags: { tag: string; documents: number }[] }>(`${DOCS}/tags`);
  const tags = known.data.value?.tags ?? [];
  const chosen = query.value.get("tag") ?? "";
  if (tags.length === 0 && !chosen) return null;
  const named = chosen && !tags.some(({ tag }) => tag === chosen)
    ? [...tags, { tag: chosen, documents: 0 }]
    : tags;
  return (
    <Choice
      label={say("tag")}
      value={chosen}
      options={[
        { value: "", label: common("all") },
        ...named.map(({ tag, documents }) => ({ value: tag, label: `${tag} (${number(documents)})` })),
      ]}
      onChange={(value) => setQuery({ tag: value })}
    />
  );
}

function filterText(): string {
  const parts = new URLSearchParams();
  for (const name of ["search", "document_type", "status", "tag"]) {
    const value = query.value.get(name)?.trim();
    if (value) parts.set(name, value);
  }
  const text = parts.toString();
  return text && `&${text}`;
}

function columns(): Column<Item>[] {
  return [
    {
      id: "filename",
      label: t("filename"),
      cell: ({ id, filename }) => (
        <a href={`/documents?document=${id}`}>
          <bdi>{filename}</bdi>
        </a>
      ),
      text: ({ filename }) => filename,
    },
    {
      id: "type",
      label: t("type"),
      cell: ({ document_type }) => document_type === null ? "–" : typeName(document_type),
    },
    {
      id: "status",
      label: common("status"),
      cell: ({ status }) => <Badge tone={TONES[status]}>{t(status)}</Badge>,
      text: ({ status }) => status,
    },
    {
      id: "confidence",
      label: t("confidence"),
      end: true,
      cell: ({ confidence }) => confidence === null ? "–" : percent(confidence),
      text: ({ confidence }) => confidence,
    },
    {
      id: "uploaded",
      label: t("uploaded"),
      cell: ({ created_at }) => <Time at={created_at} />,
      text: ({ created_at }) => created_at,
    },
    { id: "id", label: t("id"), hidden: true, cell: ({ id }) => <Code>{id}</Code> },
  ];
}
