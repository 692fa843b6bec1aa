/** The benchmarks that are there, and one with its questions. */
import { categoryName } from "../../i18n/service_words.ts";
import { useGet } from "../../api.ts";
import { isManager } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { number } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Await, Badge, Card } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { API, type Benchmark } from "./evaluation.ts";
import { t as say } from "./benchmark_words.ts";
import { languageName, t } from "./words.ts";
import { benchmarkText } from "./benchmark_text.ts";

export function Benchmarks() {
  const benchmarks = useGet<Benchmark[]>(`${API}/benchmarks`);
  const opened = query.value.get("benchmark");
  return (
    <Card
      title={t("benchmarks")}
      actions={isManager.value && (
        <a role="button" class="small" href="/evaluation?view=benchmarks&edit=">{say("new")}</a>
      )}
    >
      <Await of={benchmarks}>
        {(rows) => (
          <Table
            label={t("benchmarks")}
            rows={rows}
            columns={[
              {
                id: "name",
                label: common("name"),
                cell: ({ id, name, description }) => (
                  <>
                    <a href={`/evaluation?view=benchmarks&benchmark=${encodeURIComponent(id)}`}>
                      <bdi>{benchmarkText(name)}</bdi>
                    </a>
                    <br />
                    <small>
                      <bdi>{benchmarkText(description)}</bdi>
                    </small>
                  </>
                ),
              },
              {
                id: "languages",
                label: t("language"),
                cell: ({ languages }) =>
                  languages.map((language) => <Badge key={language}>{languageName(language)}</Badge>),
              },
              {
                id: "category",
                label: t("category"),
                cell: ({ category }) => <bdi>{categoryName(category)}</bdi>,
              },
              {
                id: "questions",
                label: t("questions_count"),
                end: true,
                cell: ({ question_count }) => number(question_count),
              },
              {
                id: "source",
                label: say("source"),
                cell: ({ source }) => (
                  <Badge tone={source === "written" ? "good" : "calm"}>{say(source)}</Badge>
                ),
                text: ({ source }) => say(source),
              },
              { id: "version", label: t("version"), cell: ({ version }) => <bdi>{version}</bdi> },
              { id: "license", label: t("license"), cell: ({ license }) => <bdi>{license}</bdi> },
              ...isManager.value ? [EDIT] : [],
            ]}
          />
        )}
      </Await>
      {opened && <Reader key={opened} id={opened} onClose={() => setQuery({ benchmark: undefined })} />}
    </Card>
  );
}

const EDIT: Column<Benchmark> = {
  id: "edit",
  get label() {
    return say("edit");
  },
  cell: ({ id, name, source }) => (
    <a href={`/evaluation?view=benchmarks&edit=${encodeURIComponent(id)}`}>
      {say(source === "written" ? "edit" : "copy_of")}
      <span class="hidden">{benchmarkText(name)}</span>
    </a>
  ),
  text: () => "",
};

interface Questions extends Benchmark {
  questions: { id: string; category: string; question: string; reference_answers: string[] }[];
}

function Reader({ id, onClose }: { id: string; onClose(): void }) {
  const benchmark = useGet<Questions>(`${API}/benchmarks/${encodeURIComponent(id)}`);
  return (
    <Dialog title={benchmarkText(benchmark.data.value?.name ?? t("benchmark"))} open wide onClose={onClose}>
      <Await of={benchmark}>
        {({ questions }) => (
          <Table
            label={t("questions")}
            rows={questions}
            columns={[
              { id: "question", label: t("question"), cell: ({ question }) => <bdi>{question}</bdi> },
              {
                id: "answer",
                label: t("answer"),
                cell: ({ reference_answers }) => <bdi>{reference_answers.join(" · ")}</bdi>,
              },
            ]}
          />
        )}
      </Await>
    </Dialog>
  );
}
