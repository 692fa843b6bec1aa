/** How a document is sorted and kept: its tags, its last day, a legal hold, and others of the same content. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { isManager } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { date } from "../../i18n/format.ts";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { Rights } from "../../ui/rights.ts";
import { Await, Badge, Card } from "../../ui/state.tsx";
import { Time } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { type Detail, DOCS, type Item } from "./document.ts";
import { t } from "./keeping_words.ts";

interface Props {
  of: Detail;
  rights: Rights;
  changed(): void;
}

export function Keeping({ of, rights, changed }: Props) {
  return (
    <Card title={t("keeping")}>
      <Tags of={of} rights={rights} changed={changed} />
      <Retention of={of} rights={rights} changed={changed} />
      {of.ocr && <Duplicates id={of.id} />}
    </Card>
  );
}

function Tags({ of: { id, tags }, rights, changed }: Props) {
  const tag = useSignal("");
  const known = useGet<{ tags: { tag: string }[] }>(rights.change ? `${DOCS}/tags` : undefined);
  const write = async (json: { add: string[] } | { remove: string[] }) => {
    try {
      await get(`${DOCS}/documents/${id}/tags`, { method: "PATCH", json });
      tag.value = "";
      changed();
    } catch (error) {
      toastFailure(error);
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void write({ add: [tag.value.trim()] });
  };
  return (
    <>
      <h3>{t("tags")}</h3>
      {tags.length === 0 && <p class="muted">{t("no_tags")}</p>}
      <ul class="actions plain-list">
        {tags.map((tag) => (
          <li key={tag}>
            <Badge>
              <a href={`/documents?tag=${encodeURIComponent(tag)}`}>
                <bdi>{tag}</bdi>
              </a>
            </Badge>
            {rights.change && (
              <button
                type="button"
                class="plain"
                aria-label={t("take_off", { tag })}
                onClick={() => void write({ remove: [tag] })}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
      {rights.change && (
        <form class="filters" onSubmit={submit}>
          <Field
            label={t("new_tag")}
            required
            list="known-tags"
            value={tag.value}
            onInput={(value) => tag.value = value}
          />
          <datalist id="known-tags">
            {(known.data.value?.tags ?? []).map(({ tag }) => <option key={tag} value={tag} />)}
          </datalist>
          <button type="submit" class="secondary">
            <Icon name="plus" /> {t("add")}
          </button>
        </form>
      )}
    </>
  );
}

interface Kept {
  keep_until: string | null;
  kept_until: string | null;
  legal_hold: boolean;
}

function Retention({ of, rights, changed }: Props) {
  const path = `${DOCS}/documents/${of.id}/retention`;
  const kept = useGet<Kept>(path);
  const write = async (json: { keep_until: string | null } | { legal_hold: boolean }) => {
    try {
      await get(path, { method: "PUT", json });
      kept.reload();
      changed();
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Await of={kept}>
      {({ keep_until, kept_until, legal_hold }) => (
        <>
          <h3>{t("keep_until")}</h3>
          <p>
            {legal_hold
              ? (
                <>
                  <Badge tone="warn">{t("legal_hold")}</Badge> {t("hold_words")}
                </>
              )
              : kept_until
              ? t("kept_until", { date: date(kept_until) })
              : t("kept_for_ever")}
          </p>
          {rights.remove && <LastDay key={keep_until} of={keep_until} write={write} />}
          {isManager.value && (
            <button
              type="button"
              class="secondary small"
              onClick={() => void write({ legal_hold: !legal_hold })}
            >
              {t(legal_hold ? "lift" : "hold")}
            </button>
          )}
        </>
      )}
    </Await>
  );
}

function LastDay(
  { of, write }: { of: string | null; write(json: { keep_until: string | null }): Promise<void> },
) {
  const day = useSignal(of ?? "");
  const submit = (event: Event) => {
    event.preventDefault();
    void write({ keep_until: day.value || null });
  };
  return (
    <form class="filters" onSubmit={submit}>
      <Field
        label={t("keep_until")}
        help={t("keep_help")}
        type="date"
        value={day.value}
        onInput={(value) => day.value = value}
      />
      <button type="submit" class="secondary">{common("save")}</button>
    </form>
  );
}

function Duplicates({ id }: { id: string }) {
  const duplicates = useGet<{ same_file: Item[]; same_text: Item[] }>(`${DOCS}/documents/${id}/duplicates`);
  return (
    <Await of={duplicates}>
      {({ same_file, same_text }) => {
        const all = [
          ...same_file.map((item) => ({ ...item, how: "same_file" as const })),
          ...same_text.map((item) => ({ ...item, how: "same_text" as const })),
        ];
        if (all.length === 0) return null;
        return (
          <>
            <h3>{t("duplicates")}</h3>
            <ul class="plain-list">
              {all.map(({ id, filename, created_at, how }) => (
                <li key={id}>
                  <Badge tone="warn">{t(how)}</Badge>{" "}
                  <a href={`/documents?document=${id}`}>
                    <bdi>{filename}</bdi>
                  </a>{" "}
                  <small>
                    <Time at={created_at} />
                  </small>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Await>
  );
}
