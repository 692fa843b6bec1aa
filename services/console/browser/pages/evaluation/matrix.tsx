/** Several evaluations of one benchmark side by side: questions by models and prompts. */
import { categoryName } from "../../i18n/service_words.ts";
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { get, useGet } from "../../api.ts";
import { percent } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Choice } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Await, Badge, Card, Empty, type Tone } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { API } from "./evaluation.ts";
import { MatrixAnswers, type Opened } from "./matrix_answers.tsx";
import { Heads, type MatrixColumn } from "./matrix_heads.tsx";
import { chosenRuns, RunChoice, useRuns } from "./matrix_runs.tsx";
import { t } from "./words.ts";

interface Cell {
  status: "not_asked" | "pending" | "answered" | "error" | "timeout";
  score: number | null;
  passed: boolean | null;
  answer: string | null;
}

interface Row {
  question_id: string;
  category: string;
  question: string;
  cells: Cell[];
}

interface Page {
  categories: string[];
  columns: MatrixColumn[];
  total: number;
  rows: Row[];
}

const SHOWS = ["all", "differing", "failed", "unscored"] as const;

export function MatrixView() {
  const runs = useRuns();
  return (
    <Await of={runs.known}>
      {(known) => {
        if (known.length === 0) return <Empty title={t("none")}>{t("none_words")}</Empty>;
        const chosen = chosenRuns(known);
        return (
          <>
            <RunChoice known={known} chosen={chosen} benchmarks={runs.benchmarks} />
            {chosen.length === 0
              ? <Empty title={t("matrix_none")}>{t("matrix_none_words")}</Empty>
              : <Matrix key={chosen.join()} results={chosen.join()} />}
          </>
        );
      }}
    </Await>
  );
}

function Matrix({ results }: { results: string }) {
  const show = SHOWS.find((choice) => choice === query.value.get("show")) ?? "all";
  const category = query.value.get("category") ?? "";
  const ofCategory = category ? `&category=${encodeURIComponent(category)}` : "";
  const heads = useGet<Page>(`${API}/result-matrix?results=${results}&limit=1${ofCategory}`);
  const opened = useSignal<Opened | undefined>(undefined);
  const load = useMemo(() => async (offset: number, limit: number, signal: AbortSignal) =>
    await get<Page>(
      `${API}/result-matrix?results=${results}&skip=${offset}&limit=${limit}&show=${show}${ofCategory}`,
      { signal },
    ), [results, show, ofCategory]);
  return (
    <Await of={heads}>
      {({ columns, categories }) => (
        <Card
          title={t("matrix")}
          actions={
            <a
              role="button"
              class="secondary"
              download
              href={`/api${API}/result-matrix/export?results=${results}&show=${show}${ofCategory}`}
            >
              <Icon name="download" /> {t("matrix_csv")}
            </a>
          }
        >
          <Heads of={columns} />
          <div class="filters">
            <Choice
              label={t("show")}
              value={show}
              options={SHOWS.map((value) => ({ value, label: t(`show_${value}`) }))}
              onChange={(show) => setQuery({ show: show === "all" ? undefined : show })}
            />
            <Choice
              label={t("category")}
              value={category}
              options={[
                { value: "", label: t("show_all") },
                ...categories.map((value) => ({ value, label: categoryName(value) })),
              ]}
              onChange={(category) => setQuery({ category })}
            />
          </div>
          <LongTable
            name="matrix"
            label={t("matrix")}
            columns={cellColumns(columns, (cell) => opened.value = cell)}
            load={load}
            empty={<Empty title={t("show_nothing")}>{t("show_nothing_words")}</Empty>}
          />
          {opened.value && (
            <MatrixAnswers
              of={opened.value}
              columns={columns}
              onClose={() => opened.value = undefined}
            />
          )}
        </Card>
      )}
    </Await>
  );
}

function toneOf({ status, passed }: Cell): Tone {
  if (status === "error" || status === "timeout") return "bad";
  return passed === null ? "calm" : passed ? "good" : "warn";
}

function cellColumns(columns: MatrixColumn[], open: (cell: Opened) => void): Column<Row>[] {
  const all = columns.map(({ eval_id }) => eval_id);
  return [
    {
      id: "question",
      label: t("question"),
      cell: ({ question, question_id }) => (
        <button
          type="button"
          class="link"
          onClick={() => open({ question_id, evals: all })}
        >
          <bdi>{question.slice(0, 80)}</bdi>
        </button>
      ),
      text: ({ question }) => question,
    },
    {
      id: "category",
      label: t("category"),
      hidden: true,
      cell: ({ category }) => <bdi>{categoryName(category)}</bdi>,
    },
    ...columns.map((column, at): Column<Row> => ({
      id: column.eval_id,
      label: `${column.model_id}${column.pass_rate === null ? "" : ` · ${percent(column.pass_rate)}`}`,
      cell: ({ cells, question_id }) => {
        const cell = cells[at];
        if (!cell || cell.status === "not_asked") return <span class="muted">{t("not_asked")}</span>;
        const short = (cell.answer ?? t(cell.status)).slice(0, 60);
        return (
          <button
            type="button"
            class="link cell"
            onClick={() => open({ question_id, evals: [column.eval_id] })}
          >
            <Badge tone={toneOf(cell)}>{cell.score === null ? "–" : percent(cell.score)}</Badge>{" "}
            <bdi>{short}</bdi>
          </button>
        );
      },
      text: ({ cells }) => {
        const cell = cells[at];
        if (!cell || cell.status === "not_asked") return "";
        const verdict = cell.passed === null ? t("unscored") : t(cell.passed ? "right" : "wrong");
        return `${verdict}: ${cell.answer ?? ""}`;
      },
    })),
  ];
}
