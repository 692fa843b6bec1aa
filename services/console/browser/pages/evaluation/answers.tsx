/** An evaluation question by question. */
import { categoryName } from "../../i18n/service_words.ts";
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { get } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { percent } from "../../i18n/format.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Badge, Card, type Tone } from "../../ui/state.tsx";
import { type Column, LongTable } from "../../ui/table.tsx";
import { type Answer, API, referenceText } from "./evaluation.ts";
import { ruleName } from "./rule_names.ts";
import { t } from "./words.ts";

export function Answers({ id }: { id: string }) {
  const opened = useSignal<Answer | undefined>(undefined);
  const load = useMemo(() => async (offset: number, limit: number, signal: AbortSignal) => {
    const { results, progress } = await get<{ results: Answer[]; progress: { total: number } }>(
      `${API}/results/${id}?skip=${offset}&limit=${limit}`,
      { signal },
    );
    return { rows: results, total: progress.total };
  }, [id]);
  const open = (answer: Answer) => opened.value = answer;
  return (
    <Card title={t("questions")}>
      <LongTable
        name="answers"
        label={t("questions")}
        columns={columns(open)}
        load={load}
        onOpen={open}
      />
      {opened.value && <One of={opened.value} onClose={() => opened.value = undefined} />}
    </Card>
  );
}

function toneOf({ passed, status }: Answer): Tone {
  if (status === "error" || status === "timeout") return "bad";
  return passed === null ? "calm" : passed ? "good" : "warn";
}

function columns(open: (answer: Answer) => void): Column<Answer>[] {
  return [
    {
      id: "question",
      label: t("question"),
      cell: (answer) => (
        <button type="button" class="link" onClick={() => open(answer)}>
          <bdi>{answer.question.slice(0, 90)}</bdi>
        </button>
      ),
      text: ({ question }) => question,
    },
    {
      id: "score",
      label: t("score"),
      end: true,
      cell: (answer) => (
        <Badge tone={toneOf(answer)}>{answer.score === null ? "–" : percent(answer.score)}</Badge>
      ),
      text: ({ score }) => score,
    },
    {
      id: "answer",
      label: t("answer"),
      cell: ({ model_response }) => <bdi>{(model_response ?? "–").slice(0, 90)}</bdi>,
      text: ({ model_response }) => model_response,
    },
    { id: "category", label: t("category"), cell: ({ category }) => <bdi>{categoryName(category)}</bdi> },
    { id: "status", label: common("status"), cell: ({ status }) => t(status) },
  ];
}

function One({ of, onClose }: { of: Answer; onClose(): void }) {
  return (
    <Dialog title={t("question")} open wide onClose={onClose}>
      <Asked of={of} />
      <h3>{t("answer")}</h3>
      <OneAnswer of={of} />
    </Dialog>
  );
}

/** A question with its choices and its right answer. */
export function Asked({ of }: { of: Answer }) {
  return (
    <>
      <blockquote dir="auto" class="answer">{of.question}</blockquote>
      {of.choices.length > 0 && (
        <ul class="plain-list">
          {of.choices.map(({ label, text }) => (
            <li key={label} dir="auto">
              <strong>{label}</strong> {text}
            </li>
          ))}
        </ul>
      )}
      <h3>{t("reference")}</h3>
      <p dir="auto">{referenceText(of.reference_answer)}</p>
    </>
  );
}

/** An answer with its score and the reason for it. */
export function OneAnswer({ of }: { of: Answer }) {
  return (
    <>
      <div dir="auto" class="answer">{of.model_response ?? "–"}</div>
      <p>
        <Badge tone={toneOf(of)}>{of.score === null ? t(of.status) : percent(of.score)}</Badge>
      </p>
      {(of.explanation || of.scoring_rule) && <h3>{t("why")}</h3>}
      {of.scoring_rule && (
        <p>
          <bdi>{ruleName(of.scoring_rule)}</bdi>
        </p>
      )}
      {of.explanation && <p dir="auto">{of.explanation}</p>}
    </>
  );
}
