/** The audit trail, by every filter that the gateway has. */
import { codeName } from "../../i18n/service_words.ts";
import { useMemo } from "preact/hooks";
import { get, useGet } from "../../api.ts";
import { isAdmin } from "../../boot.ts";
import { t as common } from "../../i18n/shared_words.ts";
import { number } from "../../i18n/format.ts";
import { query, setQuery } from "../../router.ts";
import { Field } from "../../ui/field.tsx";
import { Period, periodParts } from "../../ui/period.tsx";
import { RecordTable } from "../../ui/record_table.tsx";
import { Badge, Card, Stat, Stats } from "../../ui/state.tsx";
import type { Column } from "../../ui/columns.tsx";
import { Code, Time } from "../../ui/time.tsx";
import { t } from "./words.ts";

interface AuditEvent {
  id: string;
  timestamp: string;
  actor: string;
  action: string;
  outcome: string;
  resource: string | null;
  provider: string | null;
  model: string | null;
  request_id: string | null;
  ip: string | null;
  detail: unknown;
}

interface Stats24 {
  total: number;
  unique_actors: number;
  recent_failures: { last_24_hours: number };
}

const FILTERS = [
  "search",
  "actor",
  "action",
  "outcome",
  "resource",
  "provider",
  "model",
  "request_id",
] as const;

export function Audit() {
  const stats = useGet<Stats24>(isAdmin.value ? "/gateway/logs/stats" : undefined, { everyMs: 15_000 });
  const filters = filterText();
  const load = useMemo(
    () => async (offset: number, limit: number, signal: AbortSignal) => {
      const path = `/gateway/logs/events?page=${offset / limit + 1}&limit=${limit}${
        filters && `&${filters}`
      }`;
      const { data, total } = await get<{ data: AuditEvent[]; total: number }>(path, { signal });
      return { rows: data, total };
    },
    [filters],
  );
  const labels = {
    ...{ search: common("search"), actor: t("actor"), action: t("action"), outcome: t("outcome") },
    ...{ resource: t("resource"), provider: t("provider"), model: t("model"), request_id: t("request") },
  };
  return (
    <>
      {stats.data.value && (
        <Card>
          <Stats>
            <Stat label={t("actions_24h")} value={number(stats.data.value.total)} />
            <Stat label={t("failures_24h")} value={number(stats.data.value.recent_failures.last_24_hours)} />
            <Stat label={t("actors")} value={number(stats.data.value.unique_actors)} />
          </Stats>
        </Card>
      )}
      <div class="filters">
        {FILTERS.map((name) => (
          <Field
            key={name}
            label={labels[name]}
            type="search"
            dir={name === "search" ? "auto" : "ltr"}
            value={query.value.get(name) ?? ""}
            onInput={(value) => setQuery({ [name]: value }, { replace: true })}
          />
        ))}
        <Period />
      </div>
      <RecordTable
        name="audit"
        label={t("audit")}
        columns={columns()}
        load={load}
        emptyTitle={t("no_events")}
        dialogTitle={t("event")}
      />
    </>
  );
}

function filterText(): string {
  const parts = new URLSearchParams();
  for (const name of FILTERS) {
    const value = query.value.get(name);
    if (value) parts.set(name, value);
  }
  for (const [edge, moment] of periodParts()) parts.set(edge, moment);
  return parts.toString();
}

function columns(): Column<AuditEvent>[] {
  return [
    {
      id: "time",
      label: t("time"),
      cell: ({ timestamp }) => <Time at={timestamp} />,
      text: ({ timestamp }) => timestamp,
    },
    { id: "actor", label: t("actor"), cell: ({ actor }) => <Code>{actor}</Code>, text: ({ actor }) => actor },
    {
      id: "action",
      label: t("action"),
      cell: ({ action }) => <bdi>{codeName(action)}</bdi>,
      text: ({ action }) => codeName(action),
    },
    {
      id: "outcome",
      label: t("outcome"),
      cell: ({ outcome }) => (
        <Badge tone={outcome === "success" ? "good" : outcome === "aborted" ? "calm" : "bad"}>
          {codeName(outcome)}
        </Badge>
      ),
      text: ({ outcome }) => codeName(outcome),
    },
    { id: "model", label: t("model"), cell: ({ model }) => <Code>{model}</Code>, text: ({ model }) => model },
    {
      id: "resource",
      label: t("resource"),
      cell: ({ resource }) => <Code>{resource}</Code>,
      text: ({ resource }) => resource,
    },
    { id: "ip", label: t("ip"), cell: ({ ip }) => <Code>{ip}</Code>, text: ({ ip }) => ip, hidden: true },
  ];
}
