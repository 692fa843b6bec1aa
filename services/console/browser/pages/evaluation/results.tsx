/** The evaluations, those at work with their progress, and a new one. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { getList } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { percent } from "../../i18n/format.ts";
import { navigate, query, setQuery } from "../../router.ts";
import { Choice, Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Badge, Empty } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { API, type Result, type Status, TONES } from "./evaluation.ts";
import { RunForm } from "./run_form.tsx";
import { t } from "./words.ts";
import { benchmarkText } from "./benchmark_text.ts";

const STATES = ["running", "completed", "failed", "cancelled"] as const;
const LOOK_MS = 5_000;

export function Results() {
  const making = useSignal(false);
  const news = useSignal(0);
  const filters = filterText();
  const count = news.value;
  const load = useMemo(
    () => (offset: number, limit: number, signal: AbortSignal) =>
      getList<Result>(`${API}/results?skip=${offset}&limit=${limit}${filters}`, signal),
    [filters, count],
  );
  return (
    <>
      <div class="filters">
        <Field
          label={t("model")}
          type="search"
          dir="ltr"
          value={query.value.get("model_id") ?? ""}
          onInput={(value) => setQuery({ model_id: value }, { replace: true })}
        />
        <Choice<Status | "">
          label={common("status")}
          value={STATES.find((state) => state === query.value.get("status")) ?? ""}
          options={[
            { value: "", label: common("all") },
            ...STATES.map((value) => ({ value, label: t(value) })),
          ]}
          onChange={(status) => setQuery({ status })}
        />
        <span class="space" />
        <button type="button" onClick={() => making.value = true}>
          <Icon name="plus" /> {t("new_run")}
        </button>
      </div>
      <LongTable
        name="evaluations"
        label={t("results")}
        columns={columns()}
        load={load}
        everyMs={LOOK_MS}
        empty={<Empty title={t("none")}>{t("none_words")}</Empty>}
        onOpen={({ id }) => navigate(`/evaluation?result=${id}`)}
      />
      {making.value && <RunForm onClose={() => making.value = false} done={() => news.value++} />}
    </>
  );
}

function filterText(): string {
  const parts = new URLSearchParams();
  for (const name of ["model_id", "status"]) {
    const value = query.value.get(name)?.trim();
    if (value) parts.set(name, value);
  }
  const text = parts.toString();
  return text && `&${text}`;
}

/** How far an evaluation has come. */
export function Progress({ of: { progress, phase } }: { of: Result }) {
  const { scored, answered, total } = progress;
  return (
    <span class="run-progress">
      <progress
        value={answered + scored}
        max={Math.max(1, total * 2)}
        aria-label={t("progress")}
      />
      <small>{phase && t(phase)} {t("of", { n: answered, total })}</small>
    </span>
  );
}

function columns(): Column<Result>[] {
  return [
    {
      id: "benchmark",
      label: t("benchmark"),
      cell: ({ id, benchmark_name }) => (
        <a href={`/evaluation?result=${id}`}>
          <bdi>{benchmarkText(benchmark_name)}</bdi>
        </a>
      ),
      text: ({ benchmark_name }) => benchmarkText(benchmark_name),
    },
    { id: "model", label: t("model"), cell: ({ model_id }) => <Code>{model_id}</Code> },
    {
      id: "status",
      label: common("status"),
      cell: (result) =>
        result.status === "running"
          ? <Progress of={result} />
          : <Badge tone={TONES[result.status]}>{t(result.status)}</Badge>,
      text: ({ status }) => status,
    },
    {
      id: "score",
      label: t("score"),
      end: true,
      cell: ({ overall_score }) => overall_score === null ? "–" : percent(overall_score),
      text: ({ overall_score }) => overall_score,
    },
    { id: "provider", label: t("provider"), hidden: true, cell: ({ provider }) => <Code>{provider}</Code> },
    { id: "who", label: t("who"), cell: ({ created_by }) => <bdi>{created_by}</bdi> },
    {
      id: "when",
      label: t("when"),
      cell: ({ created_at }) => <Time at={created_at} />,
      text: ({ created_at }) => created_at,
    },
  ];
}
