/** Traffic that the guard has seen. */
import { useMemo } from "preact/hooks";
import { useGet } from "../../api.ts";
import { milliseconds, number, percent, shortNumber } from "../../i18n/format.ts";
import { Plot } from "../../ui/plot.tsx";
import { Await, Card, Empty, Stat, Stats } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import { Findings } from "./findings.tsx";
import { t } from "./words.ts";

interface Metrics {
  total_requests: number;
  avg_latency_ms: number;
  error_rate: number;
  total_tokens: number;
  model_breakdown: { model: string; requests: number; error_rate: number; avg_latency_ms: number }[];
  daily_usage: { date: string; requests: number }[];
}

export function Overview() {
  const metrics = useGet<Metrics>("/guard/api/v1/monitoring/metrics?days=30", { everyMs: 15_000 });
  return (
    <>
      <Await of={metrics}>{(data) => <Figures data={data} />}</Await>
      <Findings />
    </>
  );
}

function Figures({ data }: { data: Metrics }) {
  const times = useMemo(() => data.daily_usage.map(({ date }) => Date.parse(date)), [data]);
  const series = useMemo(
    () => [{ label: t("requests"), values: data.daily_usage.map(({ requests }) => requests) }],
    [data],
  );
  if (data.total_requests === 0) {
    return (
      <Card>
        <Empty title={t("no_traffic")}>{t("no_traffic_words")}</Empty>
      </Card>
    );
  }
  return (
    <>
      <Card>
        <Stats>
          <Stat label={t("requests")} value={number(data.total_requests)} />
          <Stat label={t("errors")} value={percent(data.error_rate / 100)} />
          <Stat label={t("latency")} value={milliseconds(data.avg_latency_ms)} />
          <Stat label={t("tokens")} value={shortNumber(data.total_tokens)} />
        </Stats>
        <Plot caption={t("by_day")} times={times} series={series} />
      </Card>
      <Card title={t("by_model")}>
        <Table
          label={t("by_model")}
          rows={data.model_breakdown}
          columns={[
            { id: "model", label: t("model"), cell: ({ model }) => <Code>{model}</Code> },
            {
              id: "requests",
              label: t("requests"),
              end: true,
              cell: ({ requests }) => number(requests),
              text: ({ requests }) => requests,
            },
            {
              id: "errors",
              label: t("errors"),
              end: true,
              cell: ({ error_rate }) => percent(error_rate / 100),
              text: ({ error_rate }) => error_rate / 100,
            },
            {
              id: "latency",
              label: t("latency"),
              end: true,
              cell: (row) => milliseconds(row.avg_latency_ms),
              text: (row) => row.avg_latency_ms,
            },
          ]}
        />
      </Card>
    </>
  );
}
