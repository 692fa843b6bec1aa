/** The changes between two reports of a framework. */
import { useGet } from "../../api.ts";
import { number, percent } from "../../i18n/format.ts";
import { evidenceText } from "../../i18n/service_words.ts";
import { lang } from "../../prefs.ts";
import { Await, Badge, Card, Stat, Stats } from "../../ui/state.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { REPORTS, STATUS_TONES, STATUSES } from "./report.ts";
import { t } from "./report_words.ts";

interface Side {
  generated_at: string;
  score: number;
}

interface Change {
  id: string;
  title: string;
  status_a: string | null;
  status_b: string | null;
  change: "improved" | "worsened" | "unchanged" | "added" | "removed";
  evidence: { area: string; source: string; count_a: number; count_b: number; change: number }[];
}

interface Diff {
  report_a: Side;
  report_b: Side;
  score_change: number;
  sections: Change[];
  improved: number;
  worsened: number;
  unchanged: number;
}

const TONES = {
  improved: "good",
  worsened: "bad",
  unchanged: "calm",
  added: "warn",
  removed: "warn",
} as const;

export function ReportDiff({ before, after }: { before: string; after: string }) {
  const diff = useGet<Diff>(`${REPORTS}/${before}/diff/${after}?lang=${lang.value}`);
  return (
    <>
      <a href="/guard?view=reports" class="back">{t("back")}</a>
      <Await of={diff}>
        {({ report_a, report_b, score_change, sections, improved, worsened, unchanged }) => (
          <Card title={t("diff")}>
            <Stats>
              <Stat
                label={t("earlier")}
                value={percent(report_a.score / 100)}
                note={<Time at={report_a.generated_at} />}
              />
              <Stat
                label={t("later")}
                value={percent(report_b.score / 100)}
                note={<Time at={report_b.generated_at} />}
              />
              <Stat label={t("score_change")} value={signed(score_change)} />
              <Stat label={t("improved")} value={number(improved)} />
              <Stat label={t("worsened")} value={number(worsened)} />
              <Stat label={t("unchanged")} value={number(unchanged)} />
            </Stats>
            <Table label={t("diff")} rows={sections} columns={columns()} />
          </Card>
        )}
      </Await>
    </>
  );
}

/** A change with its sign, kept together in sentences of either direction. */
function signed(change: number): string {
  return `\u2066${change > 0 ? "+" : ""}${number(change)}\u2069`;
}

function columns(): Column<Change>[] {
  const status = (value: string | null) => {
    const known = STATUSES.find((status) => status === value);
    return known ? <Badge tone={STATUS_TONES[known]}>{t(known)}</Badge> : "–";
  };
  return [
    { id: "title", label: t("section"), cell: ({ title }) => <bdi>{title}</bdi> },
    { id: "before", label: t("earlier"), cell: ({ status_a }) => status(status_a) },
    { id: "after", label: t("later"), cell: ({ status_b }) => status(status_b) },
    {
      id: "change",
      label: t("change"),
      cell: ({ change }) => <Badge tone={TONES[change]}>{t(change)}</Badge>,
    },
    {
      id: "evidence",
      label: t("evidence"),
      cell: ({ evidence }) => (
        <ul class="plain-list">
          {evidence.filter(({ change }) => change !== 0).map(({ area, source, count_a, count_b, change }) => (
            <li key={`${area} ${source}`}>
              <bdi>{evidenceText(source, source.replaceAll("_", " "))}</bdi>{" "}
              <bdi>{number(count_a)} → {number(count_b)} ({signed(change)})</bdi>
            </li>
          ))}
        </ul>
      ),
    },
  ];
}
