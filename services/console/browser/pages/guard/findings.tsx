/** Findings over time: violations, personal data by type, safety by category. */
import { useMemo } from "preact/hooks";
import { useGet } from "../../api.ts";
import { date, number, percent } from "../../i18n/format.ts";
import { lang } from "../../prefs.ts";
import { query, setQuery } from "../../router.ts";
import { Choice } from "../../ui/field.tsx";
import { Plot } from "../../ui/plot.tsx";
import { Await, Card, Empty, Stat, Stats } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { findingName, t } from "./finding_words.ts";

interface Finding {
  kind: "checked" | "violating" | "blocked" | "pii" | "safety";
  name: string;
  total: number;
  by_day: number[];
}

interface Findings {
  days: string[];
  since: string | null;
  series: Finding[];
}

const WINDOWS = ["7", "30", "90"] as const;
const CHECKS = ["checked", "violating", "blocked"] as const;
/** Lines that can still be told from each other; the table below has all. */
const MOST_LINES = 6;

export function Findings() {
  const days = WINDOWS.find((window) => window === query.value.get("days")) ?? "30";
  const findings = useGet<Findings>(`/guard/api/v1/monitoring/findings?days=${days}`, { everyMs: 15_000 });
  return (
    <Card
      title={t("findings")}
      actions={
        <Choice
          label={t("window")}
          value={days}
          options={WINDOWS.map((value) => ({ value, label: t("days", { n: Number(value) }) }))}
          onChange={(value) => setQuery({ days: value === "30" ? undefined : value })}
        />
      }
    >
      <Await of={findings}>{(of) => <Figures of={of} />}</Await>
    </Card>
  );
}

/** Days from before the first counted one are not known to be empty. */
function counted({ days, since }: Findings, by_day: number[] = days.map(() => 0)): (number | null)[] {
  return by_day.map((events, at) => since !== null && (days[at] ?? "") < since ? null : events);
}

function Figures({ of }: { of: Findings }) {
  const total = (kind: Finding["kind"]) => of.series.find((series) => series.kind === kind)?.total ?? 0;
  const times = useMemo(() => of.days.map((day) => Date.parse(day)), [of]);
  const checks = useMemo(
    () =>
      CHECKS.map((kind) => ({
        label: t(kind),
        values: counted(of, of.series.find((series) => series.kind === kind)?.by_day),
      })),
    [of, lang.value],
  );
  if (total("checked") === 0) return <Empty title={t("none")}>{t("none_words")}</Empty>;
  const starts = of.since !== null && of.since > (of.days[0] ?? "") ? of.since : undefined;
  return (
    <>
      <Stats>
        {CHECKS.map((kind) => <Stat key={kind} label={t(kind)} value={number(total(kind))} />)}
      </Stats>
      <Plot caption={t("checks")} times={times} series={checks} />
      {starts && <p class="muted">{t("since", { when: date(starts) })}</p>}
      <div class="split">
        <Kinds of={of} kind="pii" times={times} checked={total("checked")} />
        <Kinds of={of} kind="safety" times={times} checked={total("checked")} />
      </div>
    </>
  );
}

function Kinds(
  { of, kind, times, checked }: {
    of: Findings;
    kind: "pii" | "safety";
    times: number[];
    checked: number;
  },
) {
  const rows = of.series.filter((series) => series.kind === kind && series.total > 0);
  const lines = useMemo(
    () =>
      rows.slice(0, MOST_LINES).map(({ name, by_day }) => ({
        label: findingName(name),
        values: counted(of, by_day),
      })),
    [of, kind, lang.value],
  );
  return (
    <div>
      {rows.length === 0
        ? (
          <>
            <h3>{t(kind)}</h3>
            <p class="muted">{t(kind === "pii" ? "none_pii" : "none_safety")}</p>
          </>
        )
        : <Plot caption={t(kind)} times={times} series={lines} />}
      {rows.length > 0 && (
        <Table
          label={t(kind)}
          rows={rows}
          columns={[
            { id: "name", label: t(kind), cell: ({ name }) => <bdi>{findingName(name)}</bdi> },
            {
              id: "texts",
              label: t("texts"),
              end: true,
              cell: ({ total }) => number(total),
              text: ({ total }) => total,
            },
            {
              id: "share",
              label: t("share"),
              end: true,
              cell: ({ total }) => percent(total / checked),
              text: ({ total }) => total / checked,
            },
          ]}
        />
      )}
    </div>
  );
}
