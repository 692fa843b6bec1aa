/** How much was written down, by which models, day by day. */
import { useMemo } from "preact/hooks";
import { useGet } from "../../api.ts";
import { duration, number } from "../../i18n/format.ts";
import { lang } from "../../prefs.ts";
import { Plot } from "../../ui/plot.tsx";
import { Await, Card, Empty, Stat, Stats } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import { API } from "./voice.ts";
import { t } from "./words.ts";

interface Analytics {
  total_transcriptions: number;
  total_duration_seconds: number;
  average_duration_seconds: number;
  real_time_factor: number | null;
  by_model: { model: string; transcriptions: number; duration_seconds: number }[];
  daily: { date: string; duration_seconds: number }[];
}

export function Statistics() {
  const analytics = useGet<Analytics>(`${API}/analytics`, { everyMs: 30_000 });
  return (
    <Await of={analytics}>
      {(data) =>
        data.total_transcriptions === 0
          ? <Empty title={t("none")}>{t("none_words")}</Empty>
          : <Figures of={data} />}
    </Await>
  );
}

function Figures({ of }: { of: Analytics }) {
  const times = useMemo(() => of.daily.map(({ date }) => Date.parse(date)), [of.daily]);
  const series = useMemo(
    () => [{ label: t("daily"), values: of.daily.map(({ duration_seconds }) => duration_seconds / 60) }],
    [of.daily, lang.value],
  );
  return (
    <Card title={t("statistics")}>
      <Stats>
        <Stat label={t("total")} value={number(of.total_transcriptions)} />
        <Stat label={t("hours")} value={duration(of.total_duration_seconds)} />
        <Stat label={t("average")} value={duration(of.average_duration_seconds)} />
        {of.real_time_factor !== null && <Stat label={t("speed")} value={number(of.real_time_factor)} />}
      </Stats>
      <Plot caption={t("daily")} times={times} series={series} />
      <Table
        label={t("by_model")}
        rows={of.by_model}
        columns={[
          { id: "model", label: t("model"), cell: ({ model }) => <Code>{model}</Code> },
          {
            id: "count",
            label: t("total"),
            end: true,
            cell: ({ transcriptions }) => number(transcriptions),
            text: ({ transcriptions }) => transcriptions,
          },
          {
            id: "length",
            label: t("duration"),
            end: true,
            cell: ({ duration_seconds }) => duration(duration_seconds),
            text: ({ duration_seconds }) => duration_seconds,
          },
        ]}
      />
    </Card>
  );
}
