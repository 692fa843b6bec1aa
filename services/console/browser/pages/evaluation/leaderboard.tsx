/** The models by their latest results, with intervals and a profile by category. */
import { categoryName } from "../../i18n/service_words.ts";
import { useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { milliseconds, number, percent } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Choice } from "../../ui/field.tsx";
import { Await, Card, Empty } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import { API } from "./evaluation.ts";
import { Interval } from "./interval.tsx";
import { t } from "./words.ts";

interface Standing {
  rank: number;
  model_id: string;
  provider: string;
  overall_score: number;
  confidence_interval: number[];
  category_scores: Record<string, number>;
  coverage: { share: number };
  avg_latency_ms: number;
}

export function Leaderboard() {
  const language = query.value.get("language") ?? "";
  const filter = language ? `?language=${language}` : "";
  const board = useGet<Standing[]>(`${API}/leaderboard${filter}`, { everyMs: 30_000 });
  return (
    <>
      <div class="filters">
        <Choice
          label={t("language")}
          value={language}
          options={[
            { value: "", label: common("all") },
            { value: "ar", label: t("ar") },
            { value: "en", label: t("en") },
          ]}
          onChange={(language) => setQuery({ language })}
        />
      </div>
      <Await of={board}>
        {(rows) =>
          rows.length === 0 ? <Empty title={t("none")}>{t("none_words")}</Empty> : (
            <>
              <Card title={t("leaderboard")}>
                <Ranks of={rows} />
              </Card>
              <Card title={t("by_category")}>
                <Profile of={rows} />
              </Card>
            </>
          )}
      </Await>
    </>
  );
}

function Ranks({ of }: { of: Standing[] }) {
  return (
    <Table
      label={t("leaderboard")}
      rows={of}
      columns={[
        { id: "rank", label: t("rank"), cell: ({ rank }) => number(rank) },
        {
          id: "model",
          label: t("model"),
          cell: ({ model_id, provider }) => (
            <>
              <Code>{model_id}</Code>{" "}
              <small>
                <bdi>{provider}</bdi>
              </small>
            </>
          ),
        },
        {
          id: "score",
          label: t("score"),
          cell: ({ overall_score, confidence_interval }) => (
            <Interval score={overall_score} interval={confidence_interval} />
          ),
        },
        {
          id: "coverage",
          label: t("coverage"),
          end: true,
          cell: ({ coverage }) => percent(coverage.share),
        },
        {
          id: "latency",
          label: t("latency"),
          end: true,
          cell: ({ avg_latency_ms }) => milliseconds(avg_latency_ms),
        },
      ]}
    />
  );
}

/** Models by categories; cells without questions stay empty. */
function Profile({ of }: { of: Standing[] }) {
  const categories = [...new Set(of.flatMap(({ category_scores }) => Object.keys(category_scores)))].sort();
  return (
    <Table
      label={t("by_category")}
      rows={of}
      columns={[
        { id: "model", label: t("model"), cell: ({ model_id }) => <Code>{model_id}</Code> },
        ...categories.map((category) => ({
          id: category,
          label: categoryName(category),
          end: true,
          cell: ({ category_scores }: Standing) => {
            const score = category_scores[category];
            return score === undefined ? "–" : percent(score);
          },
        })),
      ]}
    />
  );
}
