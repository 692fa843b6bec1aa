/** One system: its trend, and an assessment with requirements, gaps, plan and certificate. */
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { get, useGet } from "../../api.ts";
import { isManager } from "../../boot.ts";
import { dateTime, number, percent } from "../../i18n/format.ts";
import { lang } from "../../prefs.ts";
import { query, setQuery } from "../../router.ts";
import { Choice } from "../../ui/field.tsx";
import { Icon } from "../../ui/icons.tsx";
import { PageHead } from "../../ui/page_head.tsx";
import { Plot } from "../../ui/plot.tsx";
import { type Rights, rightsOf } from "../../ui/rights.ts";
import { Share, type Sharing } from "../../ui/sharing.tsx";
import { Await, Card, Stat, Stats } from "../../ui/state.tsx";
import { AssessForm } from "./assess.tsx";
import { Changes } from "./changes.tsx";
import { API, type Report, type System } from "./compliance.ts";
import { Gaps } from "./gaps.tsx";
import { IssueForm } from "./issue.tsx";
import { Plan } from "./plan.tsx";
import { Requirements } from "./requirements.tsx";
import { Score } from "./systems.tsx";
import { t } from "./words.ts";

export function SystemPage({ id }: { id: string }) {
  const system = useGet<System>(`${API}/systems/${id}`);
  const known = system.data.value;
  const report = query.value.get("report") ?? known?.trend.at(-1)?.report_id;
  return (
    <>
      <a href="/compliance" class="back">{t("back")}</a>
      <Await of={system}>
        {(known) => report && <ReportPage key={report} id={report} system={known} again={system.reload} />}
      </Await>
    </>
  );
}

function ReportPage({ id, system, again }: { id: string; system: System; again(): void }) {
  const report = useGet<Report>(`${API}/reports/${id}?lang=${lang.value}`);
  const rights = rightsOf(
    useGet<Rights>(isManager.value ? undefined : `${API}/systems/${system.id}/rights`),
  );
  const dialog = useSignal<"assess" | "issue" | undefined>(undefined);
  const close = () => dialog.value = undefined;
  const at = system.trend.findIndex(({ report_id }) => report_id === id);
  const before = system.trend[at - 1]?.report_id;
  return (
    <>
      <PageHead
        title={system.name}
        actions={
          <>
            <button type="button" onClick={() => dialog.value = "assess"}>{t("assess_again")}</button>
            {isManager.value && (
              <button
                type="button"
                class="secondary"
                onClick={() => dialog.value = "issue"}
              >
                {t("issue")}
              </button>
            )}
            {rights.share && (
              <Share
                read={() => get<Sharing>(`${API}/systems/${system.id}/sharing`)}
                write={(json) => get(`${API}/systems/${system.id}/sharing`, { method: "PUT", json })}
              />
            )}
            {(["pdf", "csv"] as const).map((format) => (
              <a
                key={format}
                role="button"
                class="secondary"
                download
                href={`/api${API}/reports/${id}/export?format=${format}&lang=${lang.value}`}
              >
                <Icon name="download" /> {format.toUpperCase()}
              </a>
            ))}
          </>
        }
      />
      <Trend of={system} current={id} />
      <Await of={report}>
        {(report) => (
          <>
            <Head of={report} />
            {before && <Changes from={before} to={id} of={report} />}
            <Gaps of={report} />
            <Plan of={report} />
            <Requirements of={report} system={system.id} rights={rights} />
            <small>{report.disclaimer}</small>
            {dialog.value === "assess" && (
              <AssessForm
                before={report.request}
                chosen={report.frameworks.map(({ framework_id }) => framework_id)}
                onClose={close}
                done={({ id }) => {
                  setQuery({ report: id });
                  again();
                }}
              />
            )}
            {dialog.value === "issue" && <IssueForm report={id} onClose={close} />}
          </>
        )}
      </Await>
    </>
  );
}

function Trend({ of: { trend }, current }: { of: System; current: string }) {
  const times = useMemo(() => trend.map(({ assessed_at }) => Date.parse(assessed_at)), [trend]);
  const series = useMemo(
    () => [{ label: t("score"), values: trend.map(({ overall_score }) => overall_score) }],
    [trend, lang.value],
  );
  if (trend.length < 2) return null;
  return (
    <Card>
      <Plot caption={t("trend")} times={times} series={series} format={number} />
      <Choice
        label={t("reports")}
        value={current}
        options={trend.toReversed().map(({ report_id, overall_score, assessed_at }) => ({
          value: report_id,
          label: `${dateTime(assessed_at)} · ${
            overall_score === null ? t("no_score") : number(overall_score)
          }`,
        }))}
        onChange={(report) => setQuery({ report })}
      />
    </Card>
  );
}

function Head({ of }: { of: Report }) {
  return (
    <Card title={t("report")}>
      <Stats>
        <Stat label={t("score")} value={<Score value={of.overall_score} />} note={of.overall_reason} />
        {typeof of.coverage === "number" && <Stat label={t("coverage")} value={percent(of.coverage)} />}
        <Stat
          label={t("requirements")}
          value={t("met_of", { n: of.met_requirements, total: of.total_requirements })}
        />
        <Stat label={t("gaps")} value={number(of.gap_count)} />
      </Stats>
      <ul class="plain-list">
        {of.frameworks.map(({ framework_id, name, version, score, score_reason }) => (
          <li key={framework_id}>
            <Score value={score} /> <bdi>{name}</bdi>{" "}
            <small>
              <bdi>{version}</bdi>
            </small>
            {score_reason && (
              <>
                {" · "}
                <small dir="auto">{score_reason}</small>
              </>
            )}
          </li>
        ))}
        {of.notes.map((note) => <li key={note} class="note warn">{note}</li>)}
      </ul>
      <small>{t("assessed_by", { by: of.assessed_by, when: dateTime(of.assessed_at) })}</small>
    </Card>
  );
}
