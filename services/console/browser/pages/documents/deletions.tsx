/** The documents that are gone: when, why and by whom. */
import { get } from "../../api.ts";
import { Empty } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { DOCS } from "./document.ts";
import { t } from "./keeping_words.ts";

interface Deletion {
  document_id: string;
  owner: string;
  reason: "asked" | "keep_until" | "retention";
  deleted_by: string | null;
  deleted_at: string;
}

const REASONS = { asked: "asked", keep_until: "by_date", retention: "by_rule" } as const;

export function Deletions() {
  return (
    <>
      <p class="muted">{t("deletions_words")}</p>
      <LongTable
        name="deletions"
        label={t("deletions")}
        columns={columns()}
        load={load}
        empty={<Empty title={t("no_deletions")} />}
      />
    </>
  );
}

async function load(offset: number, limit: number, signal: AbortSignal) {
  const path = `${DOCS}/deletions?page=${offset / limit + 1}&page_size=${limit}`;
  const { deletions, total } = await get<{ deletions: Deletion[]; total: number }>(path, { signal });
  return { rows: deletions, total };
}

function columns(): Column<Deletion>[] {
  return [
    {
      id: "at",
      label: t("at"),
      cell: ({ deleted_at }) => <Time at={deleted_at} />,
      text: ({ deleted_at }) => deleted_at,
    },
    { id: "reason", label: t("reason"), cell: ({ reason }) => t(REASONS[reason]) },
    {
      id: "by",
      label: t("by"),
      cell: ({ deleted_by }) => deleted_by === null ? "–" : <bdi>{deleted_by}</bdi>,
      text: ({ deleted_by }) => deleted_by,
    },
    { id: "owner", label: t("owner"), cell: ({ owner }) => <bdi>{owner}</bdi>, text: ({ owner }) => owner },
    {
      id: "document",
      label: t("document"),
      cell: ({ document_id }) => <Code>{document_id}</Code>,
      text: ({ document_id }) => document_id,
    },
  ];
}
