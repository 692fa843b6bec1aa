/** Compliance reports of what the guard recorded: made, read, and two of them compared. */
import { useSignal } from "@preact/signals";
import { get, useGet } from "../../api.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { number, percent } from "../../i18n/format.ts";
import { lang } from "../../prefs.ts";
import { query, setQuery } from "../../router.ts";
import { More, useList } from "../../ui/list.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { Await, Badge, Card, Empty, Stat, Stats } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { toastFailure } from "../../ui/toast.tsx";
import { ReportDiff } from "./report_diff.tsx";
import { type Report, REPORTS, type Summary } from "./report.ts";
import { ReportSections } from "./report_sections.tsx";
import { t } from "./report_words.ts";

export function Reports() {
  const opened = query.value.get("report");
  const earlier = query.value.get("before");
  if (opened && earlier) return <ReportDiff before={earlier} after={opened} />;
  if (opened) return <OneReport id={opened} />;
  return <List />;
}

function List() {
  const list = useList<Summary>(`${REPORTS}?limit=100&lang=${lang.value}`);
  return (
    <>
      <Card title={t("make")}>
        <Make
          made={(id) => {
            list.reload();
            setQuery({ report: id });
          }}
        />
      </Card>
      <Card title={t("reports")}>
        <Await of={list}>
          {(rows) => (
            <Table
              label={t("reports")}
              rows={rows}
              empty={<Empty title={t("none")}>{t("none_words")}</Empty>}
              columns={columns(rows)}
            />
          )}
        </Await>
        <More of={list} />
      </Card>
    </>
  );
}

interface Framework {
  id: string;
  name: string;
  name_ar: string;
}

function Make({ made }: { made(id: string): void }) {
  const frameworks = useGet<Framework[]>(`${REPORTS}/frameworks`);
  const framework = useSignal("");
  const days = useSignal("30");
  const submit = async (event: Event) => {
    event.preventDefault();
    const framework_id = framework.value || frameworks.data.value?.[0]?.id;
    try {
      const json = { framework_id, days: Number(days.value) };
      made((await get<{ id: string }>(`${REPORTS}/generate`, { method: "POST", json })).id);
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Await of={frameworks}>
      {(all) => (
        <form onSubmit={(event) => void submit(event)} class="filters">
          <Choice
            label={t("framework")}
            value={framework.value || (all[0]?.id ?? "")}
            options={all.map(({ id, name, name_ar }) => ({
              value: id,
              label: lang.value === "ar" ? name_ar : name,
            }))}
            onChange={(value) => framework.value = value}
          />
          <Field
            label={t("days")}
            type="number"
            min={1}
            required
            value={days.value}
            onInput={(value) => days.value = value}
          />
          <button type="submit">{common("create")}</button>
        </form>
      )}
    </Await>
  );
}

function columns(rows: readonly Summary[]): Column<Summary>[] {
  // The report of the same framework that came before: what a diff is asked of.
  const before = (report: Summary) =>
    rows.find(({ framework_id, generated_at }) =>
      framework_id === report.framework_id && generated_at < report.generated_at
    );
  return [
    {
      id: "framework",
      label: t("framework"),
      cell: (report) => (
        <a href={`/guard?view=reports&report=${report.id}`}>
          <bdi>{report.framework_name}</bdi>
        </a>
      ),
      text: ({ framework_name }) => framework_name,
    },
    { id: "days", label: t("days"), end: true, cell: ({ days }) => number(days), text: ({ days }) => days },
    {
      id: "score",
      label: t("score"),
      end: true,
      cell: ({ summary }) => percent(summary.score / 100),
      text: ({ summary }) => summary.score / 100,
    },
    {
      id: "evidenced",
      label: t("sections"),
      cell: ({ summary: { evidenced, partly_evidenced, no_evidence } }) => (
        <>
          <Badge tone="good">{number(evidenced)}</Badge> <Badge tone="warn">{number(partly_evidenced)}</Badge>
          {" "}
          <Badge tone="bad">{number(no_evidence)}</Badge>
        </>
      ),
    },
    { id: "when", label: t("when"), cell: ({ generated_at }) => <Time at={generated_at} /> },
    {
      id: "diff",
      label: t("diff"),
      cell: (report) => {
        const earlier = before(report);
        return earlier
          ? <a href={`/guard?view=reports&report=${report.id}&before=${earlier.id}`}>{t("with_earlier")}</a>
          : "–";
      },
    },
  ];
}

function OneReport({ id }: { id: string }) {
  const report = useGet<Report>(`${REPORTS}/${id}?lang=${lang.value}`);
  return (
    <>
      <a href="/guard?view=reports" class="back">{t("back")}</a>
      <Await of={report}>
        {(of) => (
          <>
            <Card
              title={<bdi>{of.framework_name}</bdi>}
              actions={
                <a
                  role="button"
                  class="secondary small"
                  href={`/api${REPORTS}/${id}/export?lang=${lang.value}`}
                  download
                >
                  JSON
                </a>
              }
            >
              <Stats>
                <Stat label={t("score")} value={percent(of.summary.score / 100)} />
                <Stat label={t("evidenced")} value={number(of.summary.evidenced)} />
                <Stat label={t("partly_evidenced")} value={number(of.summary.partly_evidenced)} />
                <Stat label={t("no_evidence")} value={number(of.summary.no_evidence)} />
                <Stat label={t("outside")} value={number(of.summary.requirements_outside)} />
              </Stats>
              <p class="muted">{of.disclaimer}</p>
            </Card>
            <ReportSections of={of.sections} />
          </>
        )}
      </Await>
    </>
  );
}
