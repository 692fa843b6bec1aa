/** One evaluation: its scores, its answers, and how it differs from another one. */
import { categoryName } from "../../i18n/service_words.ts";
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { isManager } from "../../boot.ts";
import { milliseconds, number, percent, usd } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Choice } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { PageHead } from "../../ui/page_head.tsx";
import { type Rights, rightsOf } from "../../ui/rights.ts";
import { Share, type Sharing } from "../../ui/sharing.tsx";
import { Await, Badge, Card, Stat, Stats } from "../../ui/state.tsx";
import { Code } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { Answers } from "./answers.tsx";
import { Comparison } from "./comparison.tsx";
import { API, type Result, TONES } from "./evaluation.ts";
import { Interval } from "./interval.tsx";
import { Progress } from "./results.tsx";
import { languageName, t } from "./words.ts";
import { benchmarkText } from "./benchmark_text.ts";

interface Detail extends Result {
  category_scores: Record<string, number>;
  language_scores: Record<string, number>;
}

export function ResultPage({ id }: { id: string }) {
  const working = useSignal(true);
  const result = useGet<Detail>(`${API}/results/${id}?limit=1`, working.value ? { everyMs: 5_000 } : {});
  const status = result.data.value?.status;
  working.value = status === undefined || status === "running";
  const other = query.value.get("with");
  return (
    <>
      <a href="/evaluation?view=results" class="back">{t("back")}</a>
      <Await of={result}>
        {(of) => (
          <>
            <PageHead
              title={benchmarkText(of.benchmark_name)}
              intro={`${of.model_id} · ${of.provider}`}
              actions={<Acts of={of} again={result.reload} />}
            />
            <Card
              actions={
                <>
                  {of.uses_labels && <Badge tone="warn">{t("uses_labels")}</Badge>}
                  <Badge tone={TONES[of.status]}>{t(of.status)}</Badge>
                </>
              }
              title={t("score")}
            >
              {of.status === "running" && <Progress of={of} />}
              {of.error && (
                <p class="note bad">
                  <bdi>{of.error}</bdi>
                </p>
              )}
              {of.system_prompt !== null && (
                <details>
                  <summary>{t("prompt")}</summary>
                  <p dir="auto" class="answer">{of.system_prompt}</p>
                </details>
              )}
              <Figures of={of} />
              <Scores of={of.category_scores} nameOf={categoryName} />
              {Object.keys(of.language_scores).length > 1 && (
                <Scores of={of.language_scores} nameOf={languageName} />
              )}
            </Card>
            <Others of={of} chosen={other} />
            {other && <Comparison key={other} a={id} b={other} />}
            <Answers key={of.status} id={id} />
          </>
        )}
      </Await>
    </>
  );
}

function Figures({ of }: { of: Result }) {
  return (
    <Stats>
      {of.overall_score !== null && (
        <Stat
          label={t("score")}
          value={<Interval score={of.overall_score} interval={of.confidence_interval} />}
        />
      )}
      {of.pass_rate !== null && <Stat label={t("pass_rate")} value={percent(of.pass_rate)} />}
      {of.unscored !== null && of.unscored > 0 && <Stat label={t("unscored")} value={number(of.unscored)} />}
      {of.avg_latency_ms !== null && <Stat label={t("latency")} value={milliseconds(of.avg_latency_ms)} />}
      {of.total_tokens !== null && <Stat label={t("tokens")} value={number(of.total_tokens)} />}
      <Stat label={t("cost")} value={of.cost_usd === null ? t("unpriced") : usd(of.cost_usd)} />
    </Stats>
  );
}

function Scores({ of, nameOf }: { of: Record<string, number>; nameOf(name: string): string }) {
  return (
    <dl class="facts">
      {Object.entries(of).map(([name, score]) => (
        <div key={name}>
          <dt>
            <bdi>{nameOf(name)}</bdi>
          </dt>
          <dd>{percent(score)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Other results of the same benchmark, to compare with. */
function Others({ of, chosen }: { of: Result; chosen: string | null }) {
  const known = useGet<Result[]>(
    `${API}/results?benchmark_id=${encodeURIComponent(of.benchmark_id)}&status=completed&limit=50`,
  );
  const others = (known.data.value ?? []).filter(({ id }) => id !== of.id);
  if (others.length === 0 || of.status !== "completed") return null;
  return (
    <div class="filters">
      <Choice
        label={t("compare")}
        value={chosen ?? ""}
        options={[
          { value: "", label: t("nothing") },
          ...others.map(({ id, model_id, overall_score }) => ({
            value: id,
            label: `${model_id} · ${overall_score === null ? "–" : percent(overall_score)}`,
          })),
        ]}
        onChange={(value) => setQuery({ with: value })}
      />
    </div>
  );
}

function Acts({ of: { id, status, unscored }, again }: { of: Result; again(): void }) {
  const perform = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      toastFailure(error);
    }
    again();
  };
  const rights = rightsOf(useGet<Rights>(isManager.value ? undefined : `${API}/results/${id}/rights`));
  return (
    <>
      {rights.change && status === "running" && (
        <button
          type="button"
          class="secondary"
          onClick={() => void perform(() => get(`${API}/results/${id}/cancel`, { method: "POST" }))}
        >
          {t("stop")}
        </button>
      )}
      {rights.change && status !== "running" && (unscored ?? 0) > 0 && (
        <button
          type="button"
          class="secondary"
          onClick={() => void perform(() => get(`${API}/results/${id}/retry`, { method: "POST" }))}
        >
          {t("retry")}
        </button>
      )}
      {status !== "running" && (
        <a role="button" class="secondary" href={`/evaluation?result=${id}&label=1`}>{t("labelling")}</a>
      )}
      {rights.share && (
        <Share
          read={() => get<Sharing>(`${API}/results/${id}/sharing`)}
          write={(json) => get(`${API}/results/${id}/sharing`, { method: "PUT", json })}
        />
      )}
      <a role="button" class="secondary" download href={`/api${API}/results/${id}/export?format=csv`}>
        <Icon name="download" /> {t("export_csv")}
      </a>
      <Code>{id.slice(0, 8)}</Code>
    </>
  );
}
