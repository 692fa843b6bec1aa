/** Two results of one benchmark, question by question, and whether they differ more than by chance. */
import { useGet } from "../../api.ts";
import { number, percent } from "../../i18n/format.ts";
import { Await, Badge, Card, Stat, Stats } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import { API } from "./evaluation.ts";
import { t } from "./words.ts";

interface Compared {
  a: { model_id: string };
  b: { model_id: string };
  a_better: number;
  b_better: number;
  ties: number;
  mean_difference: number;
  p_value: number;
  significant: boolean;
  questions: {
    question_id: string;
    score_a: number | null;
    score_b: number | null;
    difference: number | null;
  }[];
}

const scoreText = (score: number | null) => score === null ? "–" : percent(score);

export function Comparison({ a, b }: { a: string; b: string }) {
  const compared = useGet<Compared>(`${API}/results/${a}/compare/${b}`);
  return (
    <Await of={compared}>
      {(of) => (
        <Card
          title={t("compared", { a: of.a.model_id, b: of.b.model_id })}
          actions={
            <Badge tone={of.significant ? "good" : "calm"}>
              {t(of.significant ? "significant" : "by_chance", { p: number(of.p_value) })}
            </Badge>
          }
        >
          <Stats>
            <Stat label={t("better")} value={number(of.a_better)} />
            <Stat label={t("worse")} value={number(of.b_better)} />
            <Stat label={t("ties")} value={number(of.ties)} />
            <Stat label={t("difference")} value={percent(of.mean_difference)} />
          </Stats>
          <Table
            label={t("compared", { a: of.a.model_id, b: of.b.model_id })}
            rows={of.questions.filter(({ difference }) => difference !== 0)}
            columns={[
              { id: "question", label: t("question"), cell: ({ question_id }) => <Code>{question_id}</Code> },
              { id: "a", label: t("this_one"), end: true, cell: ({ score_a }) => scoreText(score_a) },
              { id: "b", label: t("other"), end: true, cell: ({ score_b }) => scoreText(score_b) },
              {
                id: "difference",
                label: t("difference"),
                end: true,
                cell: ({ difference }) => (
                  <Badge tone={(difference ?? 0) > 0 ? "good" : "bad"}>{scoreText(difference)}</Badge>
                ),
              },
            ]}
          />
        </Card>
      )}
    </Await>
  );
}
