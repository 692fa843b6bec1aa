/** The metrics of an agent over all its runs. */
import { useGet } from "../../api.ts";
import { milliseconds, number, percent } from "../../i18n/format.ts";
import { Await, Card, Empty, Stat, Stats } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Time } from "../../ui/time.tsx";
import { API } from "./agents.ts";
import { t } from "./words.ts";

interface Metrics {
  total_runs: number;
  success_rate: number;
  p50_duration_ms: number;
  p95_duration_ms: number;
  avg_tokens: number;
  total_tokens: number;
  avg_steps: number;
  tool_calls: number;
  tool_errors: number;
  failure_breakdown: Record<string, number>;
  last_run_at: string | null;
}

export function MetricsView({ id }: { id: string }) {
  const metrics = useGet<Metrics>(`${API}/agents/${id}/metrics`, { everyMs: 15_000 });
  return (
    <Card title={t("metrics")}>
      <Await of={metrics}>
        {(data) =>
          data.total_runs === 0 ? <Empty title={t("no_runs")}>{t("no_runs_words")}</Empty> : (
            <>
              <Stats>
                <Stat label={t("total_runs")} value={number(data.total_runs)} />
                <Stat label={t("success")} value={percent(data.success_rate)} />
                <Stat label={t("half")} value={milliseconds(data.p50_duration_ms)} />
                <Stat label={t("most")} value={milliseconds(data.p95_duration_ms)} />
                <Stat label={t("avg_steps")} value={number(data.avg_steps)} />
                <Stat
                  label={t("avg_tokens")}
                  value={number(Math.round(data.avg_tokens))}
                  note={number(data.total_tokens)}
                />
                <Stat
                  label={t("tool_calls")}
                  value={number(data.tool_calls)}
                  note={`${t("tool_errors")} ${number(data.tool_errors)}`}
                />
                <Stat label={t("last_run")} value={<Time at={data.last_run_at} />} />
              </Stats>
              <Failures of={data.failure_breakdown} />
            </>
          )}
      </Await>
    </Card>
  );
}

function Failures({ of }: { of: Record<string, number> }) {
  const rows = Object.entries(of).filter(([, count]) => count > 0);
  if (rows.length === 0) return null;
  return (
    <Table
      label={t("failures")}
      rows={rows}
      columns={[
        { id: "why", label: t("failures"), cell: ([why]) => <bdi>{why.replaceAll("_", " ")}</bdi> },
        {
          id: "runs",
          label: t("total_runs"),
          end: true,
          cell: ([, count]) => number(count),
          text: ([, count]) => count,
        },
      ]}
    />
  );
}
