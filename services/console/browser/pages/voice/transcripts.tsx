/** Transcripts: newest first, searched in both languages. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { get } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { languageName } from "../../i18n/format.ts";
import { navigate, query, setQuery } from "../../router.ts";
import { Field } from "../../ui/field.tsx";
import { Empty } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { Capture } from "./capture.tsx";
import { API, timecode, type Transcription } from "./voice.ts";
import { t } from "./words.ts";

const SHOWN = 100;
const LOOK_MS = 10_000;

export function Transcripts() {
  const news = useSignal(0);
  const search = query.value.get("search")?.trim() ?? "";
  const count = news.value;
  const load = useMemo(() => async (offset: number, limit: number, signal: AbortSignal) => {
    const words = search ? `&search=${encodeURIComponent(search)}` : "";
    const { transcriptions, total } = await get<{ transcriptions: Transcription[]; total: number }>(
      `${API}/transcriptions?page=${offset / limit + 1}&page_size=${limit}${words}`,
      { signal },
    );
    return { rows: transcriptions, total };
  }, [search, count]);
  return (
    <>
      <Capture
        done={({ id }) => {
          news.value++;
          navigate(`/voice?transcription=${id}`);
        }}
      />
      <div class="filters">
        <Field
          label={common("search")}
          placeholder={t("search_help")}
          type="search"
          value={query.value.get("search") ?? ""}
          onInput={(value) => setQuery({ search: value }, { replace: true })}
        />
      </div>
      <LongTable
        name="transcripts"
        label={t("transcripts")}
        columns={columns()}
        load={load}
        everyMs={LOOK_MS}
        empty={<Empty title={t(search ? "none_match" : "none")}>{!search && t("none_words")}</Empty>}
        onOpen={({ id }) => navigate(`/voice?transcription=${id}`)}
      />
    </>
  );
}

function columns(): Column<Transcription>[] {
  return [
    {
      id: "text",
      label: t("text"),
      cell: ({ id, text }) => (
        <a href={`/voice?transcription=${id}`}>
          <bdi>{text.slice(0, SHOWN) || t("silence")}</bdi>
        </a>
      ),
      text: ({ text }) => text,
    },
    { id: "language", label: t("language"), cell: ({ language }) => languageName(language) },
    {
      id: "duration",
      label: t("duration"),
      end: true,
      cell: ({ duration }) => <Code>{timecode(duration)}</Code>,
      text: ({ duration }) => duration,
    },
    { id: "source", label: t("source"), cell: ({ source }) => t(source) },
    { id: "file", label: t("file"), cell: ({ filename }) => <bdi>{filename ?? "–"}</bdi> },
    {
      id: "when",
      label: t("when"),
      cell: ({ created_at }) => <Time at={created_at} />,
      text: ({ created_at }) => created_at,
    },
  ];
}
