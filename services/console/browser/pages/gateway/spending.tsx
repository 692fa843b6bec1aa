/** Spend and use: the caller's own, or for admins everybody's, with a way down to the calls. */
import { useMemo } from "preact/hooks";
import { useGet } from "../../api.ts";
import { isAdmin, user } from "../../boot.ts";
import { number, shortNumber, usd } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Choice } from "../../ui/field.tsx";
import { Plot } from "../../ui/plot.tsx";
import { Await, Card, Empty, Stat, Stats } from "../../ui/state.tsx";
import { Table } from "../../ui/table.tsx";
import { Code } from "../../ui/time.tsx";
import type { Summary, VirtualKey } from "./calls.ts";
import { OwnKey } from "./own_key.tsx";
import { t } from "./words.ts";

const DAY = 86_400_000;
/** The newest keys, whose names stand for their ids. */
const KEYS_NAMED = 100;
const RANGES = { "7": 7, "30": 30, "90": 90, all: 0 } as const;
type Range = keyof typeof RANGES;

function chosenRange(): Range {
  const chosen = query.value.get("range");
  return chosen === "7" || chosen === "90" || chosen === "all" ? chosen : "30";
}

/** Midnights in UTC: the gateway's days. */
function since(range: Range): string {
  const days = RANGES[range];
  return days === 0 ? "" : new Date(Math.floor(Date.now() / DAY) * DAY - (days - 1) * DAY).toISOString();
}

/** The calls that a figure sums up; empty filters are left out. */
function callsWith(filters: Record<string, string>): string {
  const given = Object.entries(filters).filter(([, value]) => value);
  return `/gateway?${new URLSearchParams([["view", "calls"], ...given])}`;
}

function callsOfDay(midnight: number): string {
  return callsWith({
    start_time: new Date(midnight).toISOString(),
    end_time: new Date(midnight + DAY).toISOString(),
  });
}

export function Spending() {
  const range = chosenRange();
  const start = since(range);
  const summary = useGet<Summary>(`/gateway/costs/summary${start ? `?start_time=${start}` : ""}`, {
    everyMs: 15_000,
  });
  return (
    <>
      {user.value?.kind === "key" && !isAdmin.value && <OwnKey />}
      <div class="filters">
        <Choice<Range>
          label={t("range")}
          value={range}
          options={[
            { value: "7", label: t("last_7") },
            { value: "30", label: t("last_30") },
            { value: "90", label: t("last_90") },
            { value: "all", label: t("all_time") },
          ]}
          onChange={(value) => setQuery({ range: value })}
        />
      </div>
      <Await of={summary}>{(data) => <Figures data={data} start={start} />}</Await>
    </>
  );
}

function Figures({ data, start }: { data: Summary; start: string }) {
  const { times, values } = useMemo(() => daysOf(data.daily_costs, start), [data, start]);
  const series = useMemo(() => [{ label: t("cost"), values }], [values]);
  const keys = useGet<{ data: VirtualKey[] }>(
    isAdmin.value ? `/gateway/governance/virtual-keys?limit=${KEYS_NAMED}` : undefined,
  );
  const names = new Map(keys.data.value?.data.map(({ id, name }) => [id, name]));
  if (data.total_requests === 0) {
    return (
      <Card>
        <Empty title={t("no_calls")}>
          {t("no_calls_words")} <a href="/gateway?view=playground">{t("playground")}</a>
        </Empty>
      </Card>
    );
  }
  return (
    <>
      <Card>
        <Stats>
          <Stat label={t("cost")} value={usd(data.total_cost_usd)} />
          <Stat label={t("requests")} value={number(data.total_requests)} />
          <Stat label={t("tokens")} value={shortNumber(data.total_tokens)} />
          {data.unpriced_requests > 0 && (
            <Stat
              label={t("unpriced")}
              value={
                <a href={callsWith({ unpriced: "true", start_time: start })}>
                  {number(data.unpriced_requests)}
                </a>
              }
            />
          )}
        </Stats>
        <p class="muted">{t("daily_words")}</p>
        <Plot caption={t("daily")} times={times} series={series} format={usd} hrefOf={callsOfDay} />
      </Card>
      <div class="split">
        <Breakdown
          title={t("by_model")}
          label={t("model")}
          filter="model"
          start={start}
          rows={data.by_model.map(({ model, ...rest }) => ({ name: model, ...rest }))}
        />
        <Breakdown
          title={t("by_provider")}
          label={t("provider")}
          filter="provider"
          start={start}
          rows={data.by_provider.map(({ provider, ...rest }) => ({ name: provider, ...rest }))}
        />
        {isAdmin.value && (
          <Breakdown
            title={t("by_tenant")}
            label={t("tenant")}
            filter="tenant_id"
            start={start}
            rows={data.by_tenant.map(({ tenant_id, ...rest }) => ({ name: tenant_id, ...rest }))}
            names={names}
          />
        )}
      </div>
    </>
  );
}

function Breakdown(
  { title, label, filter, start, rows, names }: {
    title: string;
    /** What its rows are. */
    label: string;
    filter: string;
    /** Where the time that is summed up begins; empty for all time. */
    start: string;
    rows: { name: string; requests: number; cost_usd: number }[];
    /** What people call those that have ids. */
    names?: ReadonlyMap<string, string>;
  },
) {
  return (
    <Card title={title}>
      <Table
        label={title}
        rows={rows.toSorted((a, b) => b.cost_usd - a.cost_usd || b.requests - a.requests).slice(0, 12)}
        columns={[
          {
            id: "name",
            label,
            cell: ({ name }) => (
              <a href={callsWith({ [filter]: name, start_time: start })}>
                {names?.has(name) ? <bdi>{names.get(name)}</bdi> : <Code>{name}</Code>}
              </a>
            ),
            text: ({ name }) => names?.get(name) ?? name,
          },
          {
            id: "requests",
            label: t("requests"),
            end: true,
            cell: ({ requests }) => number(requests),
            text: ({ requests }) => requests,
          },
          {
            id: "cost",
            label: t("cost"),
            end: true,
            cell: ({ cost_usd }) => usd(cost_usd),
            text: ({ cost_usd }) => cost_usd,
          },
        ]}
      />
    </Card>
  );
}

/** One value for each day, those without calls as well. */
function daysOf(daily: Summary["daily_costs"], start: string): { times: number[]; values: number[] } {
  const costs = new Map(daily.map(({ date, cost_usd }) => [Date.parse(date), cost_usd]));
  const today = Math.floor(Date.now() / DAY) * DAY;
  const first = start ? Date.parse(start) : Math.min(today, ...costs.keys());
  const times = Array.from(
    { length: Math.round((today - first) / DAY) + 1 },
    (_, index) => first + index * DAY,
  );
  return { times, values: times.map((time) => costs.get(time) ?? 0) };
}
